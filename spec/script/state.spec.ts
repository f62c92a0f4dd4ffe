/** States by themselves: what is reactive, when subscribers are told, and what stops. */
import { describe, expect, it } from '@jest/globals';
import { States, type State, type StatesOptions } from '../../runtime/script/state/state.js';

interface Fields {
  [key: string]: unknown;
}

function create(initial?: object, options: Partial<StatesOptions> = {}) {
  const errors: string[] = [];
  let frames = 0;
  const states = new States({
    requestFrame: () => void frames++,
    call: (callback) => void callback(),
    onError: (error) => void errors.push(String(error)),
    ...options,
  });
  const state = states.create(initial) as State<Fields>;
  return { states, state, errors, frames: () => frames };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a state', () => {
  it('reads, writes, lists and prints as the object it was made of', () => {
    const { state } = create({ a: 1, b: { c: [1, { d: 2 }] }, e: new Set(['x']) });
    expect(state).toEqual({ a: 1, b: { c: [1, { d: 2 }] }, e: new Set(['x']) });
    expect(Object.keys(state)).toEqual(['a', 'b', 'e']);
    expect(JSON.stringify(state)).toBe('{"a":1,"b":{"c":[1,{"d":2}]},"e":{}}');
    expect('subscribe' in state).toBe(false);
    expect(Array.isArray((state['b'] as { c: unknown }).c)).toBe(true);
    expect(state['b']).toBe(state['b']);
    delete state['a'];
    expect('a' in state).toBe(false);
    state['f'] = 3;
    expect(Object.keys(state)).toEqual(['b', 'e', 'f']);
  });

  it('is a copy of the object, one level deep', () => {
    const initial = { a: 1 };
    const { state } = create(initial);
    initial.a = 2;
    expect(state['a']).toBe(1);
  });

  it('has sets and maps that are sets and maps', () => {
    const args = new Set(['x']);
    const { state } = create({ set: args, map: new Map([['k', 1]]) });
    args.add('y');
    expect(state['set']).toStrictEqual(new Set(['x']));
    expect(state['set']).toBeInstanceOf(Set);
    expect(structuredClone(state['set'])).toEqual(new Set(['x']));
    expect(state['map']).toStrictEqual(new Map([['k', 1]]));
  });

  it('finds what an array holds by the thing itself and by what it is read as', () => {
    const item = { name: 'a' };
    const { state } = create({ items: [item, 'b'] });
    const items = state['items'] as unknown[];
    expect(items.includes(item)).toBe(true);
    expect(items.indexOf(items[0])).toBe(0);
    expect(items.lastIndexOf('b')).toBe(1);
    expect(items.indexOf('c')).toBe(-1);
  });

  it('takes nothing but an object, and keeps its method', () => {
    expect(() => create([1])).toThrow('createState expects an object');
    expect(() => create(new Date())).toThrow('createState expects an object');
    expect(() => create({ subscribe: 1 })).toThrow('cannot be a key');
    const { state } = create({});
    expect(() => {
      (state as Fields)['subscribe'] = 1;
    }).toThrow('cannot be a key');
    expect(() => state.subscribe('a', () => 0)).toThrow('no key "a"');
    expect(() => create({ count: 1 }).state.subscribe('cuont', () => 0)).toThrow(
      'did you mean "count"?',
    );
    expect(() => state.subscribe(1 as unknown as string, () => 0)).toThrow('a key and a function');
  });

  it('gives out what is frozen as it is', () => {
    const frozen = Object.freeze({ inner: { a: 1 } });
    const { state } = create({ frozen });
    expect((state['frozen'] as typeof frozen).inner).toEqual({ a: 1 });
  });

  it('lets no key lead to a prototype', async () => {
    const { states, state } = create(JSON.parse('{"__proto__": {"x": 1}, "a": {}}') as object);
    const [store] = states.stores;
    store?.write(['a', '__proto__', 'polluted'], 1);
    store?.write(['constructor', 'prototype', 'polluted'], 1);
    store?.write(['__proto__', 'y'], 1);
    expect(({} as Fields)['polluted']).toBeUndefined();
    expect((Object as unknown as Fields)['polluted']).toBeUndefined();
    expect(store?.read(['a', 'constructor'])).toBeUndefined();
    expect(store?.has(['toString'])).toBe(false);
    expect(Object.getPrototypeOf({ ...state })).toBe(Object.prototype);
    await turn();
  });
});

describe('subscribers', () => {
  it('are told once for all that one piece of work changes, with the values before and after', async () => {
    const { state, frames } = create({ count: 0 });
    const seen: unknown[] = [];
    state.subscribe('count', (value, previous) => seen.push([value, previous]));
    for (let i = 1; i <= 5; i++) state['count'] = i;
    expect(state['count']).toBe(5);
    expect(seen).toEqual([]);
    await turn();
    expect(seen).toEqual([[5, 0]]);
    expect(frames()).toBe(1);
  });

  it('are told at once where a frame is painted before', () => {
    const { states, state } = create({ count: 0 });
    const seen: unknown[] = [];
    state.subscribe('count', (value) => seen.push(value));
    state['count'] = 1;
    states.flush();
    expect(seen).toEqual([1]);
    states.flush();
    expect(seen).toEqual([1]);
  });

  it('hear of changes deep inside, in arrays, sets and maps', async () => {
    const { state } = create({
      user: { name: { first: 'A' } },
      items: [{ n: 1 }],
      set: new Set<string>(),
      map: new Map<string, number>(),
      inner: { set: new Set<string>() },
      other: 1,
    });
    const seen: string[] = [];
    for (const key of ['user', 'user.name.first', 'items', 'set', 'map', 'inner.set', 'other']) {
      state.subscribe(key, () => seen.push(key));
    }
    const changes: [() => unknown, string[]][] = [
      [
        () => ((state['user'] as { name: Fields }).name['first'] = 'B'),
        ['user', 'user.name.first'],
      ],
      [() => (state['items'] as unknown[]).push(2), ['items']],
      [() => ((state['items'] as { n: number }[])[0]!.n = 2), ['items']],
      [() => (state['items'] as unknown[]).sort(), ['items']],
      [() => ((state['items'] as unknown[]).length = 0), ['items']],
      [() => (state['set'] as Set<string>).add('a'), ['set']],
      [() => (state['set'] as Set<string>).add('a'), []],
      [() => (state['set'] as Set<string>).delete('a'), ['set']],
      [() => (state['inner'] as { set: Set<string> }).set.add('a'), ['inner.set']],
      [
        () => {
          const inner = state['inner'] as { set: Set<string> };
          inner.set.add('b');
          inner.set = new Set(['b', 'a']);
        },
        ['inner.set'],
      ],
      [() => (state['map'] as Map<string, number>).set('a', 1), ['map']],
      [() => (state['map'] as Map<string, number>).set('a', 1), []],
      [() => (state['map'] as Map<string, number>).clear(), ['map']],
      [() => delete (state['user'] as Fields)['name'], ['user', 'user.name.first']],
      [() => (state['user'] = { name: { first: 'C' } }), ['user', 'user.name.first']],
    ];
    for (const [index, [change, expected]] of changes.entries()) {
      change();
      await turn();
      // A sort of what is sorted changes nothing that anybody could see, but may tell so.
      if (index !== 3) expect([index, seen]).toEqual([index, expected]);
      seen.length = 0;
    }
  });

  it('are not told of what is equal', async () => {
    const { state, frames } = create({
      n: NaN,
      set: new Set([1, 2]),
      map: new Map([['a', 1]]),
      list: [1, [2, { a: 3 }]],
      text: 'a',
    });
    let told = 0;
    for (const key of Object.keys(state)) state.subscribe(key, () => told++);
    state['n'] = NaN;
    state['set'] = new Set([2, 1]);
    state['map'] = new Map([['a', 1]]);
    state['text'] = 'a';
    await turn();
    expect([told, frames()]).toEqual([0, 0]);
    state['list'] = [1, [2, { a: 3 }]];
    await turn();
    expect(told).toBe(0);
    state['list'] = [1, [2, { a: 4 }]];
    state['set'] = new Set([1, 2, 3]);
    await turn();
    expect(told).toBe(2);
  });

  it('of all keys get the names of those that changed', async () => {
    const { state } = create({ a: 1, b: { c: 1 }, d: 1 });
    const seen: (readonly string[])[] = [];
    const end = state.subscribe((keys) => seen.push(keys));
    state['a'] = 2;
    (state['b'] as Fields)['c'] = 2;
    state['e'] = 1;
    delete state['d'];
    await turn();
    expect(seen).toEqual([['a', 'b', 'd', 'e']]);
    end();
    state['a'] = 3;
    await turn();
    expect(seen).toHaveLength(1);
  });

  it('follow getters of the state', async () => {
    const { state } = create({
      count: 2,
      get double() {
        return (this as { count: number }).count * 2;
      },
    });
    const seen: unknown[] = [];
    state.subscribe('double', (value) => seen.push(value));
    state['count'] = 3;
    await turn();
    expect([state['double'], seen]).toEqual([6, [6]]);
  });

  it('may change the state: what follows from it is told in turn', async () => {
    const { state, errors } = create({ a: 0, b: 0, c: 0 });
    state.subscribe('a', (value) => (state['b'] = Number(value) + 1));
    state.subscribe('b', (value) => (state['c'] = Number(value) + 1));
    state['a'] = 1;
    await turn();
    expect({ ...state }).toEqual({ a: 1, b: 2, c: 3 });
    expect(errors).toEqual([]);
  });

  it('that never come to rest are stopped and named', async () => {
    const { state, errors } = create({ up: 0 });
    state.subscribe('up', (value) => (state['up'] = Number(value) + 1));
    state['up'] = 1;
    await turn();
    expect(errors).toEqual([expect.stringContaining('does not settle')]);
    expect(errors[0]).toContain('"up"');
    const after = Number(state['up']);
    await turn();
    expect(state['up']).toBe(after);
  });

  it('that never come to rest are located by their write', async () => {
    const failures: unknown[] = [];
    const { state } = create({ up: 0 }, { onError: (error) => void failures.push(error) });
    const writeAgain = (): void => void (state['up'] = Number(state['up']) + 1);
    state.subscribe(writeAgain);
    state['up'] = 1;
    await turn();
    expect((failures[0] as Error).stack).toContain('writeAgain');
  });

  it('hear nothing once they are ended, or the app is', async () => {
    const { states, state } = create({ a: 1 });
    let told = 0;
    const end = state.subscribe('a', () => told++);
    state.subscribe('a', () => told++);
    end();
    state['a'] = 2;
    await turn();
    expect(told).toBe(1);
    states.stop();
    state['a'] = 3;
    await turn();
    expect(told).toBe(1);
  });

  it('survive loops and depth in what they follow', async () => {
    const loop: Fields = { a: 1 };
    loop['self'] = loop;
    let deep: Fields = {};
    for (let level = 0; level < 3000; level++) deep = { deep };
    const { state, errors } = create({ loop, deep });
    let told = 0;
    state.subscribe('loop', () => told++);
    ((state['loop'] as { self: Fields }).self['self'] as Fields)['a'] = 2;
    state['deep'] = { ...(state['deep'] as object) };
    let inner = state['deep'] as Fields;
    while (inner['deep'] !== undefined) inner = inner['deep'] as Fields;
    inner['x'] = 1;
    await turn();
    expect([told, errors]).toEqual([1, []]);
  });
});
