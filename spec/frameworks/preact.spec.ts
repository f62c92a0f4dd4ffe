/** A framework that knows nothing of this tree, unmodified and without a global `document`. */
import { describe, expect, it } from '@jest/globals';
import { createElement as h, render, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TuiEvent, type TuiDocument } from '../../runtime/element/tui-element.js';
import type { Gauge } from '../support/elements.js';
import { empty, one } from '../support/elements.js';
import { PROPS } from '../../runtime/element/internals.js';
import { until } from '../support/until.js';

/** preact renders and runs effects by timers of its own: waits until the last effect has been heard. */
async function effects(log: Log, last: string): Promise<void> {
  await until(() => log.effects.at(-1) === last, {
    what: () => `"${last}" after ${log.effects.join(', ')}`,
  });
}

interface Log {
  readonly effects: string[];
}

function App({ log }: { readonly log: Log }): ComponentChildren {
  const [count, setCount] = useState(1);
  const [items, setItems] = useState(['a', 'b', 'c']);
  const gauge = useRef<Gauge>(null);
  useEffect(() => {
    log.effects.push(`${count} ${gauge.current?.localName ?? 'none'}`);
    return () => {
      log.effects.push(`end ${count}`);
    };
  }, [count]);
  return h(
    'container',
    { id: 'app', class: count % 2 === 0 ? 'even' : undefined, 'data-count': count },
    h('gauge', {
      ref: gauge,
      value: count / 10,
      showValues: count > 1,
      bars: [[count]],
      style: { width: count, '--my-Var': 'x' },
    } as object),
    h('button', { onClick: () => setCount(count + 1), disabled: count > 2 }, `count ${count}`),
    h('button', { id: 'turn', onClick: () => setItems([...items].reverse()) }, 'turn'),
    items.map((item) => h('label', { key: item }, item)),
    count === 2 && h('b', null, 'two'),
  );
}

function setup(): { document: TuiDocument; log: Log } {
  const document = empty();
  const log: Log = { effects: [] };
  expect((globalThis as { document?: unknown }).document).toBeUndefined();
  render(h(App, { log }), document.body as never);
  return { document, log };
}

describe('preact', () => {
  it('renders, updates, moves keyed children and unmounts', async () => {
    const { document, log } = setup();
    await effects(log, '1 gauge');
    expect(document.body.innerHTML).toBe(
      '<container id="app" data-count="1">' +
        '<gauge bars="[[1]]" style="width: 1; --my-Var: x;" value="0.1"></gauge>' +
        '<button>count 1</button><button id="turn">turn</button>' +
        '<label>a</label><label>b</label><label>c</label></container>',
    );
    const gauge = one<Gauge>(document, 'gauge');
    expect(gauge[PROPS]).toMatchObject({ value: 0.1, showValues: false, bars: [[1]] });

    one(document, 'button').dispatchEvent(new TuiEvent('click', { bubbles: true }));
    await effects(log, '2 gauge');
    expect(gauge[PROPS]).toMatchObject({ value: 0.2, showValues: true, bars: [[2]] });
    expect(one(document, '#app').className).toBe('even');
    expect(one(document, 'b').textContent).toBe('two');
    expect(one(document, 'gauge')).toBe(gauge);

    const labels = document.querySelectorAll('label');
    one(document, '#turn').click();
    await until(() => document.querySelector('label')?.textContent === 'c');
    expect(document.querySelectorAll('label').map((label) => label.textContent)).toEqual([
      'c',
      'b',
      'a',
    ]);
    expect(document.querySelectorAll('label')[2]).toBe(labels[0]);

    one(document, 'button').click();
    await effects(log, '3 gauge');
    expect(document.querySelector('b')).toBeNull();
    expect(one(document, 'button').getAttribute('disabled')).toBe('');

    render(null, document.body as never);
    await effects(log, 'end 3');
    expect(document.body.innerHTML).toBe('');
    expect(log.effects).toEqual(['1 gauge', 'end 1', '2 gauge', 'end 2', '3 gauge', 'end 3']);
    expect(document.diagnostics).toEqual([]);
  });
});
