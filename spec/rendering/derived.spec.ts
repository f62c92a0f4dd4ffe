/** Derived values of states, and resources. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { until } from '../support/until.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

type Fields = Record<string, unknown>;

describe('getters of a state', () => {
  it('are computed when they are read, and again only where what they read has changed', async () => {
    const app = await mount(`
      <if test="true"><text>{total} {isMany} {names}</text></if>
      <script>
        export const log = [];
        export const state = $tui.createState({
          rows: [{ name: 'a', n: 1 }, { name: 'b', n: 2 }],
          other: 0,
          get total() { log.push('total'); return this.rows.reduce((sum, { n }) => sum + n, 0); },
          get isMany() { log.push('many'); return this.total > 5; },
          get names() { log.push('names'); return this.rows.map(({ name }) => name).join(); },
        });
      </script>`);
    const { log, state } = app.app.$tui.exports as { log: string[]; state: Fields };
    expect(app.text()).toBe('3 false a,b');
    expect(log.splice(0).sort()).toEqual(['many', 'names', 'total']);
    state['other'] = 1;
    app.app.frame();
    expect([state['total'], log.splice(0)]).toEqual([3, []]);
    (state['rows'] as { n: number }[])[0]!.n = 2;
    app.app.frame();
    expect(app.text()).toBe('4 false a,b');
    expect(log.splice(0).sort()).toEqual(['many', 'total']);
    (state['rows'] as { name: string; n: number }[]).push({ name: 'c', n: 5 });
    app.app.frame();
    expect(app.text()).toBe('9 true a,b,c');
  });

  it('whose value stays the same make nothing run again', async () => {
    const app = await mount(`
      <if test="true"><text>{seen(isEven)}</text></if>
      <script>
        export const log = [];
        export const seen = (x) => (log.push(x), x);
        export const state = $tui.createState({ n: 2, get isEven() { return this.n % 2 === 0; } });
      </script>`);
    const { log, state } = app.app.$tui.exports as { log: unknown[]; state: Fields };
    state['n'] = 4;
    app.app.frame();
    expect(log).toEqual([true]);
    state['n'] = 5;
    app.app.frame();
    expect(log).toEqual([true, false]);
  });

  it('throw on each read until they can be computed, and for what depends on itself', async () => {
    const app = await mount(`<script>
      export const state = $tui.createState({
        user: undefined,
        get name() { return this.user.name; },
        get a() { return this.b; },
        get b() { return this.a; },
      });
    </script>`);
    const state = app.app.$tui.exports['state'] as Fields;
    expect(() => state['name']).toThrow('name');
    expect(() => state['name']).toThrow('name');
    state['user'] = { name: 'Ada' };
    expect(state['name']).toBe('Ada');
    expect(() => state['a']).toThrow('"a" depends on itself');
  });
});

describe('$tui.createResource', () => {
  const open = async () => {
    const app = await mount(`
      <if test="data.loading"><text>loading</text><else test="data.error"/><text>failed: {data.error.message}</text><else/>
      <for each="data.value" as="x"><text>{x}</text></for></if>
      <script>
        export const calls = [];
        export const data = $tui.createResource(({ signal, value }) => {
          const call = { signal, value };
          calls.push(call);
          return new Promise((resolve, reject) => Object.assign(call, { resolve, reject }));
        });
      </script>`);
    const { calls, data } = app.app.$tui.exports as unknown as {
      calls: {
        signal: AbortSignal;
        value: unknown;
        resolve: (value: unknown) => void;
        reject: (error: unknown) => void;
      }[];
      data: { value: unknown; loading: boolean; reload: () => Promise<void> };
    };
    const shows = async (text: string): Promise<void> => {
      await until(() => {
        app.app.frame();
        return app.text() === text;
      });
    };
    return { app, calls, data, shows };
  };

  it('holds what was loaded, and what failed', async () => {
    const { app, calls, data, shows } = await open();
    expect(app.text()).toBe('loading');
    calls[0]!.resolve(['a', 'b']);
    await shows('a\nb');
    const done = data.reload();
    await shows('loading');
    expect(calls[1]!.value).toEqual(['a', 'b']);
    calls[1]!.reject(new Error('no net'));
    await done;
    await shows('failed: no net');
    expect(data.value).toEqual(['a', 'b']);
    void data.reload();
    await until(() => calls.length === 3);
    calls[2]!.resolve(['c']);
    await shows('c');
    (data.value as string[]).push('d');
    await shows('c\nd');
  });

  it('aborts a loading that another replaces, and drops its result', async () => {
    const { calls, data, shows } = await open();
    void data.reload();
    await until(() => calls.length === 2);
    expect([calls[0]!.signal.aborted, calls[1]!.signal.aborted]).toEqual([true, false]);
    calls[1]!.resolve(['new']);
    calls[0]!.resolve(['old']);
    await shows('new');
    expect(data.loading).toBe(false);
  });

  it('aborts when the app ends, and takes nothing but a function', async () => {
    const { app, calls } = await open();
    app.unmount();
    expect(calls[0]!.signal.aborted).toBe(true);
    await expect(mount('<script>$tui.createResource(1)</script>')).rejects.toThrow(
      'createResource expects a function',
    );
  });
});

describe('an export that a script assigns again', () => {
  it('is followed by expressions, tests, lists and bindings', async () => {
    const app = await mount(`
      <if test="true"><text id="b">{count} {double(count)} {user.name}</text></if>
      <if test="count > 1"><text id="c">more</text></if>
      <for each="names" as="name"><text class="name">{name} {name === chosen ? '*' : ''}</text></for>
      <input id="d" bind:value="count + 1"/>
      <button id="go" onClick="next"/>
      <script>
        export let count = 1;
        export let names = ['a', 'b'];
        export let chosen = 'a';
        export let user = { name: 'Ada' };
        export const double = (value) => value * 2;
        export function next() {
          count++;
          names = [...names, 'c'];
          chosen = 'c';
          user = { name: 'Bob' };
        }
      </script>`);
    const text = (selector: string): unknown[] =>
      [...app.app.document.querySelectorAll(selector)].map((each) => each.textContent);
    expect(text('#b')).toEqual(['1 2 Ada']);
    app.app.document.getElementById('go')!.click();
    app.app.frame();
    expect(text('#b')).toEqual(['2 4 Bob']);
    expect(text('#c')).toEqual(['more']);
    expect(text('.name')).toEqual(['a ', 'b ', 'c *']);
    expect((app.app.document.getElementById('d') as unknown as { value: string }).value).toBe('3');
  });

  it('is followed in each instance of a component, also when it comes back', async () => {
    const app = await mount(`
      <template element="x-count"><text onclick="add()">{count}</text>
        <script>export let count = 0; export const add = () => (count += 1); host.add = add;</script></template>
      <container id="box"><x-count id="a"/><x-count id="b"/></container>`);
    const [a, b] = ['a', 'b'].map(
      (id) => app.app.document.getElementById(id) as unknown as TuiElement & { add(): void },
    );
    const shown = (): unknown[] => {
      app.app.frame();
      return [a, b].map((each) => each?.shadowRoot?.querySelector('text')?.textContent);
    };
    a!.add();
    expect(shown()).toEqual(['1', '0']);
    a!.remove();
    a!.add();
    b!.add();
    expect(shown()).toEqual(['1', '1']);
    app.app.document.getElementById('box')!.append(a!);
    expect(shown()).toEqual(['2', '1']);
    a!.add();
    expect(shown()).toEqual(['3', '1']);
  });
});
