/** A command has the same effect however it is run: by its key, a click, a menu, the palette, an agent, a script. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commandItem, describeCommands } from '../../../cli/agents/commands.js';
import { Config } from '../../../config/config.js';
import type { KeyBindings } from '../../../config/types.js';
import type { MountedApp } from '../../../runtime/testing/mount.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';

afterEach(unmountAll);

interface Shape {
  readonly id: string;
  readonly key: string;
  readonly isDisabled: boolean;
  /** Keys of the user in its place. */
  readonly chosen: string | undefined;
}

/** Names of keys for `press`, by how a command writes them. */
const PRESSES: ReadonlyMap<string, readonly string[]> = new Map([
  ['ctrl+s', ['Ctrl+S']],
  ['f2', ['F2']],
  ['f4', ['F4']],
  ['x', ['x']],
  ['G', ['G']],
  ['g g', ['g', 'g']],
  ['ctrl+k ctrl+s', ['Ctrl+K', 'Ctrl+S']],
  ['alt+up', ['Alt+ArrowUp']],
  ['comma', [',']],
]);
const FREE_KEYS = ['f5', 'f6', 'f7', 'y', 'z'];
const CHOSEN: ReadonlyMap<string, string> = new Map([
  ['f5', 'F5'],
  ['f6', 'F6'],
  ['f7', 'F7'],
  ['y', 'y'],
  ['z', 'z'],
]);

const shapes = fc
  .record({
    keys: fc.shuffledSubarray(['f2', 'f4', 'x', 'G', 'g g', 'ctrl+k ctrl+s', 'alt+up', 'comma'], {
      minLength: 1,
      maxLength: 5,
    }),
    disabled: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    chosen: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  })
  .map(({ keys, disabled, chosen }): Shape[] =>
    keys.map((key, index) => ({
      id: `c${index}`,
      key,
      isDisabled: disabled[index] === true,
      chosen: chosen[index] === true ? FREE_KEYS[index] : undefined,
    })),
  );

async function open(commands: readonly Shape[], more = ''): Promise<MountedApp> {
  const keys: KeyBindings = {
    '*': Object.fromEntries(
      commands.flatMap(({ id, chosen }) => (chosen === undefined ? [] : [[id, chosen]])),
    ),
  };
  const config = new Config({
    env: {},
    cwd: '/',
    home: '/nonexistent',
    withoutFile: true,
    cliFlags: { keys },
  });
  const markup = commands
    .map(
      ({ id, key, isDisabled }) =>
        `<command id="${id}" key="${key}" label="Do ${id}" disabled="${isDisabled}" onExecute="ran"/><button id="b-${id}" command="${id}"/>`,
    )
    .join('');
  const items = commands.map(({ id }) => `<item command="${id}"/>`).join('');
  const menu = `<button id="menu" popovertarget="items">All</button><menu id="items">${items}</menu>`;
  return await mount(
    `<tui>${markup}${menu}${more}<text id="out" style="height: 1"/><key-hints/><script>export function ran(event) { document.getElementById('out').textContent += event.target.id + ' '; }</script></tui>`,
    { width: 160, height: 24, config, errors: 'keep' },
  );
}

function ran(app: MountedApp): string {
  const out = app.document.getElementById('out')!;
  const text = out.textContent ?? '';
  out.textContent = '';
  return text.trim();
}

const pressesOf = ({ key, chosen }: Shape): readonly string[] =>
  chosen === undefined ? PRESSES.get(key)! : [CHOSEN.get(chosen)!];

/** Every way to run a command. */
const WAYS: Readonly<Record<string, (app: MountedApp, command: Shape) => Promise<void>>> = {
  key: async (app, command) => app.press(...pressesOf(command)),
  'a click on its button': async (app, { id }) => app.click(`#b-${id}`),
  'a click on the line of keys': async (app, { id }) => {
    const lines = app.text().split('\n');
    const y = lines.length - 1;
    const x = lines[y]!.indexOf(`Do ${id}`);
    await app.click({ x, y });
  },
  'an item of a menu': async (app, { id }) => {
    await app.click('#menu');
    await app.press('Home', ...Array<string>(Number(id.slice(1))).fill('ArrowDown'), 'Enter');
    // A disabled one can be reached and does nothing: the menu stays open.
    if (app.document.querySelector('menu:open') !== null) await app.press('Escape');
  },
  'a click on an item of a menu': async (app, { id }) => {
    await app.click('#menu');
    const lines = app.text().split('\n');
    const y = lines.findIndex((line) => line.includes(`│ Do ${id} `));
    await app.click({ x: lines[y]!.indexOf(`Do ${id}`), y });
    if (app.document.querySelector('menu:open') !== null) await app.press('Escape');
  },
  'the palette': async (app, { id }) => {
    await app.press('Ctrl+P', ...`do ${id}`.replace(' ', ''), 'Enter');
    // A disabled one is not listed: the palette stays open.
    if (app.document.querySelector('dialog[open]') !== null) await app.press('Escape');
  },
  'an agent': async (app, { id }) => {
    const item = app.app
      .accessibleItems()
      .find(({ role, value }) => role === 'button' && value === id);
    app.app.operate(item?.ref ?? '', { type: 'press' });
    await app.settle();
  },
  'a script': async (app, { id }) => {
    await app.$tui.commands.run(id).catch(() => undefined);
    await app.settle();
  },
};

describe.each(Object.keys(WAYS))('%s', (way) => {
  it('runs each enabled command, once, and no disabled one', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (commands) => {
        const app = await open(commands);
        for (const command of commands) {
          await WAYS[way]!(app, command);
          expect([command.id, ran(app)]).toEqual([
            command.id,
            command.isDisabled ? '' : command.id,
          ]);
        }
        unmountAll();
      }),
      { numRuns: propertyRuns(10) },
    );
  });
});

it('a key that the user has replaced has no effect', async () => {
  await fc.assert(
    fc.asyncProperty(shapes, async (commands) => {
      const app = await open(commands);
      for (const { key, chosen } of commands) {
        if (chosen === undefined) continue;
        await app.press(...PRESSES.get(key)!, 'Escape');
        expect(ran(app)).toBe('');
      }
      unmountAll();
    }),
    { numRuns: propertyRuns(10) },
  );
});

it('none runs behind a modal dialog, by whatever a person or an agent does', async () => {
  await fc.assert(
    fc.asyncProperty(shapes, async (commands) => {
      const app = await open(
        commands,
        '<dialog id="d" modal="true" open="true"><text>?</text></dialog>',
      );
      for (const command of commands) {
        for (const way of ['key', 'a click on its button', 'an agent']) {
          await WAYS[way]!(app, command);
          expect(ran(app)).toBe('');
        }
      }
      expect(
        app.app
          .accessibleItems()
          .filter(({ role, value }) => role === 'button' && value !== undefined),
      ).toEqual([]);
      expect(app.$tui.commands.list().some(({ inForce }) => inForce)).toBe(false);
      unmountAll();
    }),
    { numRuns: propertyRuns(10) },
  );
});

it('none runs while a key is typed', async () => {
  await fc.assert(
    fc.asyncProperty(shapes, async (commands) => {
      const app = await open(commands, '<input id="field"/>');
      app.document.getElementById('field')!.focus();
      await app.settle();
      for (const command of commands) {
        const presses = pressesOf(command);
        if (!presses.every((key) => key.length === 1)) continue;
        await app.press(...presses);
        expect(ran(app)).toBe('');
      }
      const typed = commands.map(pressesOf).filter((each) => each.every((key) => key.length === 1));
      const field = app.document.getElementById('field') as unknown as { value: string };
      expect(field.value).toBe(typed.flat().join(''));
      unmountAll();
    }),
    { numRuns: propertyRuns(10) },
  );
});

describe('the commands of an agent', () => {
  const APP = `<command id="save" key="ctrl+s, g s" label="Save"/><command id="stop" label="Stop" disabled="true"/>
<command id="slow" key="s" label="Slow" onExecute="slow"/><command id="hid" key="h" label="Hidden" hidden="true"/>
<command id="own" key="o" label="Own" ai-hidden="true"/><command key="n" label="No id"/>
<text id="out">-</text><script>let end; export const slow = () => new Promise((resolve) => { end = resolve; }); export const go = () => end();</script>`;

  it('are in a toolbar, with keys and states', async () => {
    const app = await mount(`<tui>${APP}</tui>`, { width: 60, height: 5 });
    const listed = (isForAi: boolean): string => describeCommands(app.app.accessibleItems(isForAi));
    expect(listed(true)).toBe(
      '"save": "Save" keys="Control+S or g s"\n"stop": "Stop" disabled\n"slow": "Slow" keys="S"',
    );
    expect(listed(false)).toContain('"own": "Own"');
    const named = app.app.accessibleItems().filter(({ role }) => role === 'button');
    expect(named.map(({ name }) => name)).toEqual(['Save', 'Stop', 'Slow', 'Own', 'No id']);
    void app.$tui.commands.run('slow');
    expect(listed(true)).toContain('"slow": "Slow" keys="S" busy');
  });

  it('have errors that name the reason', async () => {
    const app = await mount(`<tui>${APP}</tui>`, { width: 60, height: 5 });
    const find = (id: unknown) => () => commandItem(app.app.accessibleItems(true), id);
    expect(find('stop')).toThrow('the command "stop" is disabled');
    expect(find('svae')).toThrow('no command has the id "svae" now; did you mean "save"?');
    expect(find('own')).toThrow('no command has the id "own" now');
    expect(find(5)).toThrow('id: expected a non-empty string');
    void app.$tui.commands.run('slow');
    expect(find('slow')).toThrow('the command "slow" is busy');
  });

  it('are not listed twice where a button or the line of keys runs them', async () => {
    const app = await mount(`<tui>${APP}<button command="stop"/><key-hints/></tui>`, {
      width: 60,
      height: 5,
    });
    const names = app.app.accessibleItems().map(({ name }) => name);
    for (const name of ['Save', 'Slow', 'No id', 'Stop']) {
      expect(names.filter((each) => each === name)).toHaveLength(1);
    }
    const shown = app.app.accessibleItems(true).map(({ name }) => name);
    expect(shown).not.toContain('Own');
  });
});
