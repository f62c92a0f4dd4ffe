import { describe, expect, it } from '@jest/globals';
import { MutationObserver, type MutationRecord } from '../../runtime/dom/mutation-observer.js';
import type { TuiNode } from '../../runtime/element/tui-element.js';
import { load, one } from '../support/elements.js';

function observe(
  target: TuiNode,
  init: Parameters<MutationObserver['observe']>[1],
): { calls: MutationRecord[][]; observer: MutationObserver } {
  const calls: MutationRecord[][] = [];
  const observer = new MutationObserver((records) => calls.push(records));
  observer.observe(target, init);
  return { calls, observer };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('MutationObserver', () => {
  it('is called once, later, with all that was asked for', async () => {
    const document = load('<container id="a"><b id="b">x</b></container>');
    const [a, b] = [one(document, '#a'), one(document, '#b')];
    const { calls } = observe(a, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    b.setAttribute('title', '1');
    b.firstChild!.nodeValue = 'y';
    b.append('z');
    document.body.append('outside');
    b.invalidate('paint');
    b.addState('hover');
    expect(calls).toEqual([]);
    await turn();
    expect(calls).toHaveLength(1);
    expect(calls[0]!.map(({ type, target, oldValue }) => [type, target, oldValue])).toEqual([
      ['attributes', b, null],
      ['characterData', b.firstChild, null],
      ['childList', b, null],
    ]);
    expect(calls[0]![2]!.addedNodes).toHaveLength(1);
    expect(calls[0]![2]!.previousSibling).toBe(b.firstChild);
  });

  it('without subtree hears of the node alone', async () => {
    const document = load('<container id="a"><b id="b">x</b></container>');
    const { calls } = observe(one(document, '#a'), { attributes: true, childList: true });
    one(document, '#b').setAttribute('x', '1');
    one(document, '#b').append('z');
    await turn();
    expect(calls).toEqual([]);
    one(document, '#a').append('z');
    await turn();
    expect(calls).toHaveLength(1);
  });

  it('filters attributes in either spelling, and keeps old values', async () => {
    const document = load('<gauge show-values="false" value="0.5"/>');
    const gauge = one(document, 'gauge');
    const { calls } = observe(gauge, { attributeFilter: ['showValues'], attributeOldValue: true });
    gauge.setAttribute('value', '1');
    gauge.setAttribute('showValues', 'true');
    gauge.setAttribute('showValues', 'true');
    await turn();
    expect(calls[0]?.map(({ attributeName, oldValue }) => [attributeName, oldValue])).toEqual([
      ['show-values', 'false'],
      ['show-values', 'true'],
    ]);
  });

  it('works on detached trees, ends, and hands over what it has', async () => {
    const document = load('x');
    const b = document.createElement('b');
    const { calls, observer } = observe(b, { childList: true });
    b.append('1');
    expect(observer.takeRecords()).toHaveLength(1);
    b.append('2');
    observer.disconnect();
    b.append('3');
    await turn();
    expect(calls).toEqual([]);
  });

  it('reports a callback that throws', async () => {
    const document = load('<b/>');
    const observer = new MutationObserver(() => {
      throw new Error('oh');
    });
    observer.observe(document.body, { childList: true });
    document.body.append('x');
    await turn();
    expect(document.diagnostics[0]?.message).toContain('Error: oh');
  });

  it('must be asked for something', () => {
    expect(() => observe(load('x').body, { subtree: true })).toThrow(TypeError);
  });
});
