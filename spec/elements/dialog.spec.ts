/** Dialogs: opening, the focus, what is inert behind a modal one, and how it looks. */
import { describe, expect, it } from '@jest/globals';
import { Dialog } from '../../elements/dialog.js';
import { keyBytes, mouseBytes } from '../../runtime/testing/input-bytes.js';
import type { MountedApp } from '../../runtime/testing/mount.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { mount } from '../support/mount.js';
import { topLayerOf } from '../../runtime/element/tree.js';

const SIZE = { width: 40, height: 12 };
const APP = `<container style="height: 100%">
<button id="out">Outside</button><text id="words">some words behind</text>
<container id="list" style="overflow: scroll; height: 3"><text>1</text><text>2</text><text>3</text><text>4</text><text>5</text></container>
<dialog id="d" title="Sure?"><text id="ask">Really quit?</text>
<container style="flex-direction: row; gap: 1"><button id="yes">Yes</button><button id="no">No</button></container></dialog></container>`;

async function open(markup = APP): Promise<{ app: MountedApp; dialog: Dialog }> {
  const app = await mount(markup, SIZE);
  const dialog = app.document.getElementById('d') as Dialog;
  return { app, dialog };
}

function focused(app: MountedApp): string {
  return app.document.activeElement.id;
}

function clicks(app: MountedApp): string[] {
  const seen: string[] = [];
  app.document.addEventListener('click', (event) => seen.push((event.target as TuiElement).id));
  return seen;
}

describe('a closed dialog', () => {
  it('takes no room, no key and says nothing', async () => {
    const { app, dialog } = await open();
    expect(app.text()).not.toContain('quit');
    expect(dialog.accessibleText()).toBe('');
    await app.press('Tab', 'Tab');
    expect(focused(app)).toBe('out');
  });
});

describe('a modal dialog', () => {
  it('stands in the middle, as large as its content, with its title in the border', async () => {
    const { app, dialog } = await open();
    dialog.showModal();
    await app.settle();
    const { x, y, width, height } = dialog.getBoundingClientRect();
    expect([x, y, width, height]).toEqual([11, 4, 18, 4]);
    expect(app.text().split('\n')[4]).toContain('╭ Sure? ');
    expect(dialog.accessibleText()).toContain('modal dialog "Sure?"');
  });

  it('takes the focus in, keeps it in, and gives it back', async () => {
    const { app, dialog } = await open();
    await app.press('Tab');
    dialog.showModal();
    expect(focused(app)).toBe('yes');
    const stops: string[] = [];
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
      await app.press(key);
      stops.push(focused(app));
    }
    expect(stops).toEqual(['no', 'yes', 'no', 'yes']);
    app.document.getElementById('out')!.focus();
    expect(focused(app)).toBe('yes');
    dialog.close('later');
    expect([focused(app), dialog.returnValue, dialog.open]).toEqual(['out', 'later', false]);
  });

  it('enters at the element with autofocus, or has the focus itself', async () => {
    const { app, dialog } = await open();
    app.document.getElementById('no')!.setAttribute('autofocus', '');
    dialog.showModal();
    expect(focused(app)).toBe('no');
    dialog.close();
    dialog.innerHTML = '<text>Please wait</text>';
    dialog.showModal();
    expect(focused(app)).toBe('d');
    await app.press('Tab', 'Escape');
    expect(dialog.open).toBe(false);
  });

  it('keeps the pointer and the wheel from what is behind', async () => {
    const { app, dialog } = await open();
    dialog.showModal();
    await app.settle();
    const seen = clicks(app);
    await app.click({ x: 3, y: 0 });
    await app.wheel({ x: 1, y: 3 }, 1);
    await app.press('ArrowDown', 'PageDown');
    await app.drag({ x: 0, y: 1 }, { x: 8, y: 1 });
    expect(seen).toEqual(['d', 'd']);
    expect(app.clipboard).toBe('');
    expect(app.document.getElementById('list')!.scrollTop).toBe(0);
    expect(app.document.getElementById('out')!.states.has('hover')).toBe(false);
    await app.click('#no');
    expect([seen.at(-1), focused(app)]).toEqual(['no', 'no']);
    dialog.close();
    await app.settle();
    await app.click({ x: 3, y: 0 });
    expect(seen.at(-1)).toBe('out');
  });

  it('shows no selection of what is behind it', async () => {
    const { app, dialog } = await open();
    await app.drag({ x: 0, y: 1 }, { x: 3, y: 1 });
    expect(app.clipboard).toBe('some');
    const isSelected = (): boolean => app.screen().cell(0, 1).bg !== app.screen().cell(0, 11).bg;
    expect(isSelected()).toBe(true);
    dialog.showModal();
    await app.settle();
    expect(isSelected()).toBe(false);
    dialog.close();
    await app.settle();
    expect(isSelected()).toBe(true);
  });

  it('is cancelled by Escape, unless cancel is prevented', async () => {
    const { app, dialog } = await open();
    const seen: string[] = [];
    for (const type of ['cancel', 'close']) dialog.addEventListener(type, () => seen.push(type));
    dialog.showModal();
    await app.press('Escape');
    expect([seen, dialog.open]).toEqual([['cancel', 'close'], false]);
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.showModal();
    await app.press('Escape');
    expect(dialog.open).toBe(true);
  });

  it('keeps the focus where it is for presses beside its controls, and behind it', async () => {
    const { app, dialog } = await open();
    dialog.showModal();
    await app.press('Tab');
    await app.click('#ask');
    await app.click({ x: 0, y: 11 });
    expect(focused(app)).toBe('no');
    dialog.innerHTML = '<text id="ask">Wait</text>';
    await app.settle();
    await app.click('#ask');
    expect(focused(app)).toBe('d');
    await app.press('Escape');
    expect(dialog.open).toBe(false);
  });

  it('lies above all others, the last one opened on top, wherever they are written', async () => {
    const { app, dialog } = await open(
      `<dialog id="second"><button id="s">two</button></dialog>${APP}<container style="position: fixed; z-index: 99; inset: 0" id="over"/>`,
    );
    const second = app.document.getElementById('second') as Dialog;
    dialog.showModal();
    second.showModal();
    await app.settle();
    expect(topLayerOf(app.document)).toEqual([dialog, second]);
    const { x, y } = second.getBoundingClientRect();
    expect(app.ownerAt(x, y)).toContain('second');
    expect(focused(app)).toBe('s');
    await app.press('Escape');
    expect([second.open, dialog.open, focused(app)]).toEqual([false, true, 'yes']);
    await app.press('Escape');
    expect(dialog.open).toBe(false);
  });

  it('is gone with its element, and nothing is inert any more', async () => {
    const { app, dialog } = await open();
    dialog.showModal();
    await app.settle();
    dialog.remove();
    await app.settle();
    const seen = clicks(app);
    await app.click('#out');
    expect([seen, focused(app), topLayerOf(app.document)]).toEqual([['out'], 'out', []]);
  });

  it('opens with the document where markup says so, and has the focus', async () => {
    const { app, dialog } = await open(
      APP.replace('<dialog ', '<dialog open="true" modal="true" '),
    );
    expect([focused(app), dialog.states.has('modal')]).toEqual(['yes', true]);
    await app.press('Escape');
    expect(dialog.open).toBe(false);
  });

  it('scrolls what is larger than the screen', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `<text>line ${at}</text>`).join('');
    const { app, dialog } = await open(`<dialog id="d">${lines}</dialog>`);
    dialog.showModal();
    await app.settle();
    expect(dialog.getBoundingClientRect()).toMatchObject({ y: 0, height: 12 });
    await app.press('End');
    expect(app.text()).toContain('line 39');
    await app.wheel('#d', -1);
    expect(app.text()).toContain('line 36');
    expect(app.text()).not.toContain('line 39');
  });

  it('dims what is behind, and only that, in every depth of colour', async () => {
    for (const theme of [
      'fullcolor-dark',
      'fullcolor-std',
      'color-dark',
      'color16-std',
      'bw-dark',
    ]) {
      const app = await mount(APP, { ...SIZE, theme });
      const dialog = app.document.getElementById('d') as Dialog;
      const before = app.screen();
      dialog.showModal();
      await app.settle();
      const shown = app.screen();
      expect([theme, shown.cell(2, 1)]).not.toEqual([theme, before.cell(2, 1)]);
      const { x, y } = app.document.getElementById('ask')!.getBoundingClientRect();
      expect(JSON.stringify(shown.cell(x, y))).not.toContain('dim');
      app.document.getElementById('words')!.textContent = 'other words now here';
      await app.settle();
      expect(app.screen().cell(2, 1).fg).toEqual(shown.cell(2, 1).fg);
      expect(app.screen().cell(2, 1).char).toBe('h');
      dialog.close();
      app.document.getElementById('words')!.textContent = 'some words behind';
      app.document.getElementById('out')!.blur();
      await app.settle();
      expect(app.screen().cell(2, 1)).toEqual(before.cell(2, 1));
    }
  });
});

describe('a dialog that is not modal', () => {
  it('leaves the document in use, and the focus where it was', async () => {
    const { app, dialog } = await open();
    await app.press('Tab');
    dialog.show();
    await app.settle();
    const seen = clicks(app);
    await app.click({ x: 3, y: 0 });
    await app.press('Escape');
    expect([seen, focused(app), dialog.open]).toEqual([['out'], 'out', true]);
  });

  it('cannot be shown as another kind while it is open', async () => {
    const { dialog } = await open();
    dialog.show();
    expect(() => dialog.showModal()).toThrow('open already');
    dialog.close();
    dialog.showModal();
    expect(() => dialog.show()).toThrow('modal');
    dialog.remove();
    dialog.close();
    expect(() => dialog.showModal()).toThrow('not in the document');
  });
});

describe('bind', () => {
  it('opens it with the state, and the state hears of Escape', async () => {
    const app = await mount(
      `<script>export const state = $tui.createState({ asking: false });</script>
      <dialog id="d" modal="true" bind="asking"><button>OK</button></dialog><text id="t" bind:text="asking"/>`,
      SIZE,
    );
    const dialog = app.document.getElementById('d') as Dialog;
    const { state } = app.$tui.exports as { state: { asking: boolean } };
    state.asking = true;
    await app.settle();
    expect([dialog.open, dialog.states.has('modal')]).toEqual([true, true]);
    await app.press('Escape');
    expect([dialog.open, state.asking]).toEqual([false, false]);
  });
});

describe('inert', () => {
  it('keeps keys, pointer and selection from an element and what is in it', async () => {
    const app = await mount(
      `<container id="box" inert="true"><button id="a">A button</button><text>words</text></container><button id="b">B</button>`,
      SIZE,
    );
    const seen = clicks(app);
    await app.press('Tab', 'Tab');
    expect(focused(app)).toBe('b');
    await app.click('#a');
    await app.drag({ x: 0, y: 1 }, { x: 4, y: 1 });
    expect(seen.filter((id) => id !== '')).toEqual([]);
    expect(app.clipboard).toBe('');
    app.document.getElementById('box')!.removeAttribute('inert');
    await app.click('#a');
    expect([seen.at(-1), focused(app)]).toEqual(['a', 'a']);
    app.document.getElementById('box')!.setAttribute('inert', '');
    await app.settle();
    expect(app.document.activeElement).toBe(app.document.documentElement);
  });

  it('loses the pointer where it becomes inert while it is dragged', async () => {
    const app = await mount(APP, SIZE);
    const out = app.document.getElementById('out')!;
    const seen = clicks(app);
    app.app.input(mouseBytes('press', 3, 0));
    (app.document.getElementById('d') as Dialog).showModal();
    app.app.frame();
    app.app.input(mouseBytes('drag', 4, 0));
    app.app.input(mouseBytes('release', 4, 0));
    app.app.input(keyBytes('Escape'));
    await app.advance(100);
    expect(seen).not.toContain('out');
    expect(out.states.has('active')).toBe(false);
  });
});

describe.each(['fullcolor-dark', 'fullcolor-std', 'bw-std'])('in %s', (theme) => {
  it.each(Dialog.examples.map((example) => [example.name, example] as const))(
    'looks as it should: %s',
    async (name, { markup, size: [width, height] }) => {
      const app = await mount(markup, { width, height, theme });
      expect(app).toMatchScreen(`dialog ${name} ${theme}`);
    },
  );

  it('stacks dialogs, each dimming what it lies over', async () => {
    const app = await mount(
      `${APP}<dialog id="second" title="Really?" style="margin: 0; left: 20; top: 6; padding: 0 2"><text>No way back.</text><button>Yes</button></dialog>`,
      { ...SIZE, theme },
    );
    for (const id of ['d', 'second']) (app.document.getElementById(id) as Dialog).showModal();
    await app.settle();
    expect(app).toMatchScreen(`dialog stacked ${theme}`);
  });

  it('fits a screen that is narrow', async () => {
    const app = await mount(APP, { width: 14, height: 6, theme });
    (app.document.getElementById('d') as Dialog).showModal();
    await app.settle();
    expect(app).toMatchScreen(`dialog narrow ${theme}`);
  });

  it('keeps border, title and buttons where it would be wider than the screen', async () => {
    const app = await mount(
      `<dialog id="d" title="Delete 3 files?" style="min-width: 48; padding: 1 2"><text>notes.md and two more are deleted for good.</text>
        <container style="flex-direction: row; gap: 1; justify-content: flex-end; margin: 1 0 0 0"><button>Cancel</button><button variant="danger">Delete them</button></container></dialog>`,
      { width: 26, height: 10, theme },
    );
    (app.document.getElementById('d') as Dialog).showModal();
    await app.settle();
    expect(app).toMatchScreen(`dialog wide ${theme}`);
  });
});

it('closes what lies on top with Escape: the tooltip, then the list, then the dialog', async () => {
  const app = await mount(
    '<tui><dialog open="true" modal="true"><select tooltip="Why"><option>a</option></select></dialog></tui>',
    { width: 30, height: 12 },
  );
  const dialog = app.document.querySelector('dialog') as unknown as { open: boolean };
  const select = app.document.querySelector('select')!;
  await app.press('Enter');
  await app.hover('select');
  await app.advance(400);
  expect(app.text()).toContain('Why');
  await app.press('Escape');
  expect(app.text()).not.toContain('Why');
  expect(select.states.has('open')).toBe(true);
  await app.press('Escape');
  expect(select.states.has('open')).toBe(false);
  expect(dialog.open).toBe(true);
  await app.press('Escape');
  expect(dialog.open).toBe(false);
});

describe('a dialog that an app removes while it is open', () => {
  const REMOVALS: readonly (readonly [string, (dialog: Dialog) => void])[] = [
    ['by itself', (dialog) => dialog.remove()],
    ['with what is around it', (dialog) => dialog.parentElement?.remove()],
    ['with all that is around it', (dialog) => dialog.parentElement?.replaceChildren()],
  ];
  const BESIDE = `<button id="out">Outside</button><container><button id="beside">Beside</button>
    <dialog id="d"><button id="yes">Yes</button></dialog><button id="after">After</button></container>`;

  for (const modal of [true, false]) {
    const kind = modal ? 'a modal one' : 'another one';
    it.each(REMOVALS)(
      `%s: the focus goes back, as when it is closed; ${kind}`,
      async (_, remove) => {
        for (const before of ['out', '']) {
          const { app, dialog } = await open(BESIDE);
          if (before !== '') app.document.getElementById(before)!.focus();
          if (modal) dialog.showModal();
          else dialog.show();
          app.document.getElementById('yes')!.focus();
          await app.settle();
          expect(focused(app)).toBe('yes');
          remove(dialog);
          await app.settle();
          expect(focused(app)).toBe(before);
        }
      },
    );
  }
});
