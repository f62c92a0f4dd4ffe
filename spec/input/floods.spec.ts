/** More input in one read than a person makes: put together where it means the same, and nothing lost. */
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { keyBytes, mouseBytes, textBytes } from '../../runtime/testing/input-bytes.js';
import type { TuiElement, TuiEvent } from '../../runtime/element/tui-element.js';
import { sized } from '../support/property-runs.js';

const TYPES = [
  'mousemove',
  'mousedown',
  'mouseup',
  'click',
  'mouseenter',
  'mouseleave',
  'wheel',
  'keydown',
  'beforeinput',
  'input',
  'focusin',
];

function open(markup: string): { app: App; seen: string[]; count: (type: string) => number } {
  const app = createApp(`<tui>${markup}</tui>`, { registry, width: 60, height: 10 });
  app.frame();
  const seen: string[] = [];
  for (const type of TYPES) {
    app.document.documentElement.addEventListener(
      type,
      (event: unknown) => {
        const { target, clientX } = event as TuiEvent & { clientX?: number };
        const { id } = target as unknown as TuiElement;
        seen.push(`${type} ${id}${clientX === undefined ? '' : ` ${clientX}`}`.trim());
      },
      true,
    );
  }
  const count = (type: string): number => seen.filter((each) => each.startsWith(type)).length;
  return { app, seen, count };
}

function bytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

const field = (app: App): TuiElement & { value: string } =>
  app.document.getElementById('f') as TuiElement & { value: string };

describe('motion in one read', () => {
  it('is one event at the last place, and the pointer is where it ended', () => {
    const { app, seen, count } = open('<text id="a">a</text><text id="b">b</text>');
    const moves = Array.from({ length: sized(200_000, 20_000) }, (_, at) =>
      mouseBytes('move', at % 50, at % 2),
    );
    app.input(Buffer.concat([...moves, mouseBytes('move', 7, 1)]));
    expect(count('mousemove')).toBe(1);
    expect(seen).toContain('mousemove b 7');
    expect(app.document.getElementById('b')!.states.has('hover')).toBe(true);
    expect(app.document.getElementById('a')!.states.has('hover')).toBe(false);
  });

  it('stays apart where a button, a key or a wheel is between', () => {
    const { app, seen } = open('<text id="a">a</text><text id="b">b</text>');
    app.input(
      bytes(
        mouseBytes('move', 1, 0),
        mouseBytes('move', 2, 0),
        mouseBytes('press', 2, 0),
        mouseBytes('drag', 3, 0),
        mouseBytes('drag', 4, 1),
        mouseBytes('release', 4, 1),
        mouseBytes('move', 5, 1),
        keyBytes('F5'),
        mouseBytes('move', 6, 1),
        mouseBytes('move', 7, 1),
      ),
    );
    const expected = seen.filter((each) => /mousemove|mousedown|mouseup|keydown/.test(each));
    expect(expected).toEqual([
      'mousemove a 2',
      'mousedown a 2',
      'mousemove b 4',
      'mouseup b 4',
      'mousemove b 5',
      'keydown',
      'mousemove b 7',
    ]);
  });

  it('enters and leaves each element once, in pairs', () => {
    const { app, seen } = open('<text id="a">a</text><text id="b">b</text><text id="c">c</text>');
    app.input(mouseBytes('move', 0, 0));
    app.input(bytes(...[1, 2, 1, 2].map((y) => mouseBytes('move', 0, y))));
    const crossings = seen.filter((each) => /(enter|leave) [abc]/.test(each));
    expect(crossings).toEqual(['mouseenter a 0', 'mouseleave a 0', 'mouseenter c 0']);
  });

  it('drags a divider to where it ended', () => {
    const { app } = open(
      '<split-pane id="p" position="10"><text>a</text><text>b</text></split-pane>',
    );
    const drags = Array.from({ length: 500 }, (_, at) => mouseBytes('drag', 10 + (at % 30), 3));
    app.input(bytes(mouseBytes('press', 10, 3), ...drags, mouseBytes('drag', 25, 3)));
    app.input(mouseBytes('release', 25, 3));
    expect((app.document.getElementById('p') as TuiElement & { position: unknown }).position).toBe(
      25,
    );
  });
});

describe('a long text typed in one read', () => {
  const TEXT = 'The quick brown fox 保存 é. '.repeat(sized(2400, 600));

  it.each(['input', 'textarea'])('are a key each, and one change of an <%s>', (tag) => {
    const { app, count } = open(`<${tag} id="f"/>`);
    field(app).focus();
    app.input(textBytes(TEXT));
    expect(field(app).value).toBe(TEXT);
    expect(count('keydown')).toBe([...TEXT].length);
    expect([count('beforeinput'), count('input')]).toEqual([1, 1]);
    app.frame();
    app.input(keyBytes('Backspace'));
    expect(field(app).value).toBe(TEXT.slice(0, -1));
  });

  it('without the keys that a listener takes', () => {
    const { app } = open('<input id="f"/>');
    field(app).focus();
    field(app).addEventListener('keydown', (event: unknown) => {
      if ((event as { key: string }).key === 'o') (event as TuiEvent).preventDefault();
    });
    app.input(textBytes(TEXT));
    expect(field(app).value).toBe(TEXT.replaceAll('o', ''));
  });

  it('go where the focus goes on the way', () => {
    const { app } = open('<input id="f"/><input id="g"/>');
    const other = app.document.getElementById('g') as TuiElement & { value: string };
    field(app).focus();
    let keys = 0;
    app.document.addEventListener('keydown', () => {
      if (++keys === 300) other.focus();
    });
    const text = 'a'.repeat(200) + 'b'.repeat(200);
    app.input(textBytes(text));
    expect(field(app).value + other.value).toBe(text);
    expect(field(app).value).toHaveLength(300);
  });

  it('keep to what the field takes', () => {
    const { app } = open('<input id="f" maxlength="5"/>');
    field(app).focus();
    app.input(textBytes('x'.repeat(1000)));
    expect(field(app).value).toBe('xxxxx');
    const numbers = open('<input id="f" type="number"/>');
    field(numbers.app).focus();
    numbers.app.input(textBytes('1a'.repeat(200)));
    expect(field(numbers.app).value).toBe('1'.repeat(200));
    const readonly = open('<input id="f" readonly="true" value="v"/>');
    field(readonly.app).focus();
    readonly.app.input(textBytes('x'.repeat(1000)));
    expect(field(readonly.app).value).toBe('v');
  });

  it('and line breaks, which are keys of their own', () => {
    const { app } = open('<textarea id="f"/>');
    field(app).focus();
    const lines = 'a line of words\n'.repeat(500);
    app.input(textBytes(lines));
    expect(field(app).value).toBe(lines);
  });

  it('are keys for what is no field', () => {
    const { app, count } = open('<button id="f">b</button>');
    field(app).focus();
    app.input(textBytes('x'.repeat(1000)));
    expect(count('keydown')).toBe(1000);
  });
});

it('a million escapes are as good as a few', () => {
  const { app, count } = open('<input id="f" type="search" value="x"/>');
  field(app).focus();
  app.input(new Uint8Array(1_000_000).fill(0x1b));
  expect(count('keydown')).toBeLessThan(50);
  expect(field(app).value).toBe('');
  app.input(keyBytes('a'));
});
