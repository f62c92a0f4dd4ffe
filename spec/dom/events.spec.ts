import { hostOf } from '../../runtime/element/query.js';
import { describe, expect, it } from '@jest/globals';
import { CustomEvent, TuiEvent, type TuiElement } from '../../runtime/element/tui-element.js';
import type { Gauge } from '../support/elements.js';
import { empty, load, one } from '../support/elements.js';
import { cpuTime } from '../support/cpu-time.js';

const MARKUP =
  '<container id="a"><container id="b"><button id="c">x</button></container></container>';

function path(): { a: TuiElement; b: TuiElement; c: TuiElement; log: string[] } {
  const document = load(MARKUP);
  const [a, b, c] = ['a', 'b', 'c'].map((id) => document.getElementById(id)!);
  return { a: a!, b: b!, c: c!, log: [] };
}

describe('the path', () => {
  it('goes down, rests at the target and comes up', () => {
    const { a, b, c, log } = path();
    const phases = ['', 'capture', 'target', 'bubble'];
    for (const [name, node] of Object.entries({ a, b, c })) {
      for (const capture of [false, true]) {
        node.addEventListener(
          'x',
          (event) => {
            expect(event.target).toBe(c);
            expect(event.currentTarget).toBe(node);
            log.push(`${name} ${phases[event.eventPhase]}${capture ? ' (c)' : ''}`);
          },
          capture,
        );
      }
    }
    const event = new TuiEvent('x', { bubbles: true });
    expect(c.dispatchEvent(event)).toBe(true);
    expect(log).toEqual([
      'a capture (c)',
      'b capture (c)',
      'c target (c)',
      'c target',
      'b bubble',
      'a bubble',
    ]);
    expect([event.target, event.currentTarget, event.eventPhase]).toEqual([c, null, 0]);
    expect(event.composedPath()).toEqual([]);
  });

  it('does not come up again where the event does not bubble', () => {
    const { a, c, log } = path();
    a.addEventListener('x', () => log.push('capture'), true);
    a.addEventListener('x', () => log.push('bubble'));
    c.dispatchEvent(new TuiEvent('x'));
    expect(log).toEqual(['capture']);
  });

  it('reaches the document, and is the one of the start', () => {
    const { a, b, c, log } = path();
    const document = c.ownerDocument;
    c.addEventListener('x', (event) => {
      expect(event.composedPath()).toEqual([c, b, a, document.documentElement, document]);
      b.remove();
    });
    b.addEventListener('x', () => log.push('b'));
    document.addEventListener('x', () => log.push('document'));
    c.dispatchEvent(new TuiEvent('x', { bubbles: true }));
    expect(log).toEqual(['b', 'document']);
  });

  it('is the same for an event used again', () => {
    const { c, log } = path();
    const event = new TuiEvent('x', { bubbles: true });
    c.addEventListener('x', (seen) => {
      log.push('x');
      seen.stopPropagation();
      expect(() => c.dispatchEvent(event)).toThrow('is being dispatched already');
    });
    c.dispatchEvent(event);
    c.ownerDocument.addEventListener('x', () => log.push('never'));
    c.dispatchEvent(event);
    expect(log).toEqual(['x', 'x']);
    expect(c.ownerDocument.diagnostics).toEqual([]);
  });
});

describe('stopping and preventing', () => {
  it('stopPropagation lets the other listeners of this node hear it', () => {
    const { b, c, log } = path();
    c.addEventListener('x', (event) => event.stopPropagation());
    c.addEventListener('x', () => log.push('c2'));
    b.addEventListener('x', () => log.push('b'));
    c.dispatchEvent(new TuiEvent('x', { bubbles: true }));
    expect(log).toEqual(['c2']);
  });

  it('stopImmediatePropagation does not', () => {
    const { c, log } = path();
    c.addEventListener('x', (event) => event.stopImmediatePropagation());
    c.addEventListener('x', () => log.push('c2'));
    c.dispatchEvent(new TuiEvent('x'));
    expect(log).toEqual([]);
  });

  it('preventDefault needs a cancelable event and a listener that is not passive', () => {
    const { c } = path();
    c.addEventListener('x', (event) => event.preventDefault());
    c.addEventListener('y', (event) => event.preventDefault(), { passive: true });
    expect(c.dispatchEvent(new TuiEvent('x', { cancelable: true }))).toBe(false);
    expect(c.dispatchEvent(new TuiEvent('x'))).toBe(true);
    expect(c.dispatchEvent(new TuiEvent('y', { cancelable: true }))).toBe(true);
  });
});

describe('listeners', () => {
  it('are one for the same function and phase', () => {
    const { c, log } = path();
    const listener = (): unknown => log.push('x');
    c.addEventListener('x', listener);
    c.addEventListener('x', listener, { once: true });
    c.addEventListener('x', listener, true);
    c.dispatchEvent(new TuiEvent('x'));
    expect(log).toHaveLength(2);
    c.removeEventListener('x', listener, { capture: true });
    c.removeEventListener('x', listener);
    c.dispatchEvent(new TuiEvent('x'));
    expect(log).toHaveLength(2);
  });

  it('once, signal, handleEvent, null', () => {
    const { c, log } = path();
    const abort = new AbortController();
    const object = {
      log,
      handleEvent(): void {
        this.log.push('object');
      },
    };
    c.addEventListener('x', () => log.push('once'), { once: true });
    c.addEventListener('x', () => log.push('signal'), { signal: abort.signal });
    c.addEventListener('x', object);
    c.addEventListener('x', null);
    c.dispatchEvent(new TuiEvent('x'));
    abort.abort();
    c.addEventListener('x', () => log.push('never'), { signal: abort.signal });
    c.dispatchEvent(new TuiEvent('x'));
    expect(log).toEqual(['once', 'signal', 'object', 'object']);
  });

  it('added or removed on the way', () => {
    const { c, log } = path();
    const last = (): unknown => log.push('last');
    c.addEventListener('x', () => {
      log.push('first');
      c.removeEventListener('x', last);
      c.addEventListener('x', () => log.push('added'));
    });
    c.addEventListener('x', () => log.push('second'));
    c.addEventListener('x', last);
    c.dispatchEvent(new TuiEvent('x'));
    expect(log).toEqual(['first', 'second']);
  });

  it('that throw or reject are reported, and the rest still run', async () => {
    const { b, c, log } = path();
    const document = c.ownerDocument;
    const errors: unknown[] = [];
    hostOf(document).provide({
      reportError: (error, target) => void errors.push([String(error), target]),
    });
    c.addEventListener('x', () => {
      throw new TypeError('one');
    });
    c.addEventListener('x', () => log.push('c2'));
    b.addEventListener('x', async () => {
      await Promise.reject(new Error('two'));
    });
    expect(c.dispatchEvent(new TuiEvent('x', { bubbles: true }))).toBe(true);
    await new Promise((resolve) => setTimeout(resolve));
    expect(log).toEqual(['c2']);
    expect(errors).toEqual([
      ['TypeError: one', c],
      ['Error: two', b],
    ]);
  });

  it('that throw become diagnostics where no app is', () => {
    const { c } = path();
    c.addEventListener('x', () => {
      throw new Error('oh');
    });
    c.dispatchEvent(new TuiEvent('x'));
    expect(c.ownerDocument.diagnostics).toEqual([
      { severity: 'error', code: 'script-failed', message: 'Error: oh at <button id="c">' },
    ]);
  });

  it('tell what they returned', () => {
    const { c } = path();
    const results: unknown[] = [];
    hostOf(c.ownerDocument).provide({
      listenerReturned: (result, target) => void results.push([result, target]),
    });
    c.addEventListener('x', () => 5);
    c.dispatchEvent(new TuiEvent('x'));
    expect(results).toEqual([[5, c]]);
  });

  it('are not copied with their element', () => {
    const { c, log } = path();
    c.addEventListener('x', () => log.push('x'));
    c.cloneNode(true).dispatchEvent(new TuiEvent('x'));
    expect(log).toEqual([]);
  });

  it('hear events on texts and the document, and detached trees', () => {
    const document = load('<b>x</b>');
    const log: unknown[] = [];
    const text = one(document, 'b').firstChild!;
    document.addEventListener('x', (event) => log.push(event.target));
    text.dispatchEvent(new TuiEvent('x', { bubbles: true }));
    const detached = document.createElement('b');
    const inner = document.createElement('i');
    detached.append(inner);
    detached.addEventListener('x', (event) => log.push(event.target));
    inner.dispatchEvent(new TuiEvent('x', { bubbles: true }));
    expect(log).toEqual([text, inner]);
  });
});

describe('handlers as properties', () => {
  it('are set, replaced, taken away, and prevent by returning false', () => {
    const { c, log } = path();
    const element = c as TuiElement & { onclick: unknown };
    expect(element.onclick).toBeNull();
    element.onclick = () => log.push('1');
    c.addEventListener('click', () => log.push('2'));
    element.onclick = () => {
      log.push('3');
      return false;
    };
    const event = new TuiEvent('click', { bubbles: true, cancelable: true });
    c.dispatchEvent(event);
    expect(log).toEqual(['3', '2']);
    expect(event.defaultPrevented).toBe(true);
    element.onclick = null;
    c.click();
    expect(log).toEqual(['3', '2', '2']);
  });

  it('are there for declared events too', () => {
    expect('onselect' in one(load('<gauge/>'), 'gauge')).toBe(true);
  });
});

describe('kinds of events', () => {
  it('fields of fire()', () => {
    const gauge = one<Gauge>(load('<gauge/>'), 'gauge');
    const seen: unknown[] = [];
    gauge.ownerDocument.addEventListener('select', (event) => {
      seen.push({ ...event, type: event.type, target: event.target });
      event.preventDefault();
    });
    const event = gauge.fire('select', { type: 'no', entryIndex: 2, value: null, target: 'no' });
    expect(seen).toEqual([
      expect.objectContaining({ type: 'select', target: gauge, entryIndex: 2, value: null }),
    ]);
    expect(event.defaultPrevented).toBe(true);
  });

  it('CustomEvent has a detail', () => {
    expect(new CustomEvent('x', { detail: { a: 1 } }).detail).toEqual({ a: 1 });
    expect(new CustomEvent('x').detail).toBeNull();
  });

  it('Node’s own events are taken, and keep their identity', () => {
    const { b, c, log } = path();
    class Own extends Event {
      extra = 5;
    }
    const event = new Own('x', { bubbles: true, cancelable: true });
    b.addEventListener('x', (seen) => {
      expect(seen).toBe(event);
      expect(seen.target).toBe(c);
      expect(seen.currentTarget).toBe(b);
      log.push('b');
      seen.preventDefault();
      seen.stopPropagation();
    });
    c.ownerDocument.addEventListener('x', () => log.push('never'));
    expect(c.dispatchEvent(event)).toBe(false);
    expect(event.defaultPrevented).toBe(true);
    expect(log).toEqual(['b']);
  });

  it('what is no event is refused', () => {
    const { c } = path();
    expect(() => c.dispatchEvent({} as TuiEvent)).toThrow(TypeError);
  });
});

describe('cost', () => {
  it('of an event that nobody hears at depth 20,000 is a walk up, not a list', () => {
    const document = empty();
    let deepest = document.documentElement;
    for (let i = 0; i < 20_000; i++) {
      const next = document.createElement('container');
      deepest.append(next);
      deepest = next;
    }
    const before = cpuTime();
    for (let i = 0; i < 20; i++) deepest.dispatchEvent(new TuiEvent('x', { bubbles: true }));
    expect(cpuTime() - before).toBeLessThan(30_000);
    let heard = 0;
    document.addEventListener('x', () => heard++);
    deepest.dispatchEvent(new TuiEvent('x', { bubbles: true }));
    expect(heard).toBe(1);
  });

  it('of one that is heard there is the same beside a shadow tree', () => {
    const document = empty();
    document.createElement('container').attachShadow({ mode: 'open' });
    let deepest = document.documentElement;
    for (let i = 0; i < 10_000; i++) {
      const next = document.createElement('container');
      deepest.append(next);
      deepest = next;
    }
    const targets = new Set<unknown>();
    document.addEventListener('x', ({ target }) => targets.add(target));
    const before = cpuTime();
    for (let i = 0; i < 20; i++) deepest.dispatchEvent(new TuiEvent('x', { bubbles: true }));
    expect(cpuTime() - before).toBeLessThan(10_000);
    expect([...targets]).toEqual([deepest]);
  });
});

describe('click()', () => {
  it('is not trusted, and does nothing to a disabled control', () => {
    const { c } = path();
    const clicks: boolean[] = [];
    c.addEventListener('click', (event) => clicks.push(event.isTrusted));
    c.click();
    c.setAttribute('disabled', '');
    c.click();
    expect(clicks).toEqual([false]);
  });
});
