/** A file input in use: the dialog that it requests, the files that it has, forms, validation, and words for screen readers. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FileInput } from '../../../elements/file-input/file-input.js';
import { createApp } from '../../../cli/library.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { readAccept, isAccepted, typeOfName } from '../../../runtime/base/file-types.js';
import { mount } from '../../support/mount.js';
import { ALL_GOLDEN_THEMES } from '../control.js';

afterEach(unmountAll);

const file = (name: string, text = 'a,b\n', type = ''): File => new File([text], name, { type });

async function use(attributes = '', options = {}) {
  const app = await mount(
    `<tui><form id="form"><file-input id="f" name="data" ${attributes}/></form></tui>`,
    {
      width: 34,
      height: 4,
      ...options,
    },
  );
  const input = app.document.getElementById('f') as unknown as FileInput;
  const events: string[] = [];
  for (const type of ['input', 'change', 'cancel', 'click']) {
    input.addEventListener(type, () => events.push(type));
  }
  input.focus();
  await app.settle();
  return { app, input, events };
}

describe('the dialog', () => {
  it('is requested by Enter, Space and a click, with what may be chosen', async () => {
    const { app, input, events } = await use('multiple accept=".CSV, text/*, x" aria-label="Data"');
    for (const open of [
      () => app.press('Enter'),
      () => app.press('Space'),
      () => app.click('#f'),
    ]) {
      await open();
      expect(app.fileChoice).toEqual({ multiple: true, accept: ['.csv', 'text/*'], label: 'Data' });
      expect(input.matches(':state(choosing)')).toBe(true);
      await app.chooseFiles(null);
    }
    expect(events.filter((type) => type !== 'click')).toEqual(['cancel', 'cancel', 'cancel']);
    expect(input.matches(':state(choosing)')).toBe(false);
  });

  it('is requested by a label and by a script, and by nothing that is prevented', async () => {
    const app = await mount('<tui><label id="l" for="f">Table</label><file-input id="f"/></tui>');
    await app.click('#l');
    expect(app.fileChoice?.label).toBe('Table');
    await app.chooseFiles(null);
    const input = app.document.getElementById('f') as unknown as FileInput;
    input.showPicker();
    await app.chooseFiles([file('a.csv')]);
    expect(input.value).toBe('a.csv');
    input.addEventListener('click', (event) => event.preventDefault());
    await app.press('Tab', 'Enter');
    expect(app.fileChoice).toBeUndefined();
  });

  it('is not requested while the input is disabled or read-only', async () => {
    for (const attribute of ['disabled', 'readonly']) {
      const { app, input } = await use(attribute);
      await app.press('Enter');
      await app.click('#f');
      expect(app.fileChoice).toBeUndefined();
      expect(() => input.showPicker()).toThrow('cannot be changed');
    }
  });

  it('ends with the element', async () => {
    const { app, input, events } = await use();
    await app.press('Enter');
    input.remove();
    await app.settle();
    expect(app.fileChoice).toBeUndefined();
    await expect(app.chooseFiles([file('a')])).rejects.toThrow('no file input shows its dialog');
    expect(events).toEqual(['click']);
  });

  it('is an error that the element reports where no user can choose', async () => {
    const app = createApp('<tui><file-input id="f"/></tui>', { width: 20, height: 2 });
    await app.load();
    (app.document.getElementById('f') as unknown as FileInput).showPicker();
    expect(app.diagnostics.map(({ code }) => code)).toEqual(['cannot-choose']);
    app.stop();
  });
});

describe('an input that no user can use', () => {
  const reason = 'files are chosen on the terminal of tui';
  it('states why, and is disabled for agents and readers', async () => {
    const app = createApp('<tui><file-input id="f" aria-label="Data" size="40"/></tui>', {
      width: 50,
      height: 2,
      access: () => ({ chooseFiles: { unavailable: reason } }),
    });
    await app.load();
    app.frame();
    const input = app.document.getElementById('f') as unknown as FileInput;
    expect(input.accessibleText()).toContain(reason);
    input.click();
    expect(app.diagnostics.map(({ message }) => message)).toEqual([`<file-input>: ${reason}`]);
    app.stop();
  });
});

describe('an input of HTML', () => {
  it('is the element of its type, in documents and in innerHTML', async () => {
    const app =
      await mount(`<tui><input type="file" multiple name="a"/><input type="date" value="2026-11-28"/>
      <input type="text" value="x"/><container id="c"/></tui>`);
    const { documentElement: root } = app.document;
    app.document.getElementById('c')!.innerHTML =
      '<input type="file"><input type="datetime"><input>';
    const names = [...root.querySelectorAll('*')].map(({ localName }) => localName);
    expect(names).toEqual([
      'file-input',
      'date-input',
      'input',
      'container',
      'file-input',
      'date-input',
      'input',
    ]);
    await app.chooseFiles([file('a.csv')], 'file-input');
    expect(app.text()).toContain('a.csv');
    expect(app.diagnostics).toEqual([]);
  });
});

describe('the files', () => {
  it('are standard files, and fire input and change', async () => {
    const { app, input, events } = await use();
    await app.chooseFiles([file('data.csv', 'a,b\n1,2\n', 'text/csv')], '#f');
    const [first] = input.files;
    expect([input.files.length, input.value, first?.type]).toEqual([1, 'data.csv', 'text/csv']);
    expect([input.files.item(0), input.files.item(1)]).toEqual([first, null]);
    expect(Array.isArray(input.files.map(({ name }) => name))).toBe(true);
    expect(await first?.text()).toBe('a,b\n1,2\n');
    expect(events).toEqual(['click', 'input', 'change']);
    expect(app.text()).toContain('data.csv');
    await expect(app.chooseFiles([file('a'), file('b')], '#f')).rejects.toThrow('not multiple');
  });

  it('are removed by Delete and by a click on the sign', async () => {
    const { app, input, events } = await use();
    await app.chooseFiles([file('data.csv')], '#f');
    await app.press('Delete', 'Delete');
    expect([input.files.length, events.filter((type) => type === 'change').length]).toEqual([0, 2]);
    await app.chooseFiles([file('data.csv')], '#f');
    await app.click({ x: 24, y: 0 });
    expect([input.files.length, app.fileChoice]).toEqual([0, undefined]);
  });

  it('can be set by a script, without events', async () => {
    const { input, events } = await use('multiple');
    input.files = [file('a'), file('b')];
    expect(input.files.map(({ name }) => name)).toEqual(['a', 'b']);
    input.value = '';
    expect(input.files).toHaveLength(0);
    expect(() => (input.value = 'C:\\x')).toThrow('only ""');
    expect(() => (input.files = ['a'])).toThrow(TypeError);
    expect(events).toEqual([]);
  });

  it('are bound to a state', async () => {
    const app = await mount(
      `<tui><file-input id="f" bind="files"/><text id="t">0</text><script>
        export const state = $tui.createState({ files: [] });
        $tui.getElementById('f').addEventListener('change', async () => {
          const [first] = state.files;
          $tui.getElementById('t').textContent = first ? first.name + ' ' + (await first.text()) : 'none';
        });
      </script></tui>`,
      { width: 40, height: 3 },
    );
    await app.chooseFiles([file('data.csv', 'seven')], '#f');
    await app.settle();
    expect(app.text()).toContain('data.csv seven');
  });

  it('are submitted, reset and validated with their form', async () => {
    const { app, input } = await use('required');
    const form = app.document.getElementById('form') as unknown as HTMLFormElement & {
      getData(): Record<string, unknown>;
    };
    expect([input.validity.valueMissing, form.checkValidity()]).toEqual([true, false]);
    expect(form.getData()).toEqual({ data: null });
    const chosen = file('data.csv');
    await app.chooseFiles([chosen], '#f');
    const window = app.document.defaultView as unknown as { FormData: typeof FormData };
    expect(new window.FormData(form as never).get('data')).toBe(chosen);
    expect([form.checkValidity(), form.getData()]).toEqual([true, { data: 'data.csv' }]);
    form.reset();
    expect(input.files).toHaveLength(0);
  });
});

describe('what shows', () => {
  it('keeps both ends of a long name, and makes controls harmless', async () => {
    const { app } = await use();
    await app.chooseFiles([file('quarterly report of the north \u001b[2J.csv')], '#f');
    expect(app.text()).toContain('quarterly report ….csv');
    await app.chooseFiles([file('x\u001b[2J\u202e.csv')], '#f');
    expect(app.text()).toContain('x␛[2J�.csv');
  });

  it('is in words', async () => {
    const { app, input } = await use('multiple required aria-label="Tables"');
    expect(input.accessibleText()).toBe('file "Tables", no file chosen, required');
    await app.chooseFiles([file('a.csv'), file('b.csv')], '#f');
    expect(input.accessibleText()).toBe('file "Tables", 2 files: a.csv, b.csv');
  });

  it.each(ALL_GOLDEN_THEMES)('is drawn in %s', async (theme) => {
    const app = await mount(
      `<tui style="gap: 1; padding: 1">
        <file-input id="none"/><file-input id="one"/><file-input id="more" multiple/>
        <file-input id="fixed" readonly/><file-input disabled/>
      </tui>`,
      { theme, width: 32, height: 13 },
    );
    await app.chooseFiles([file('data.csv')], '#one');
    await app.chooseFiles([file('a.csv'), file('b.csv'), file('c.csv')], '#more');
    (app.document.getElementById('fixed') as unknown as FileInput).files = [file('fixed.csv')];
    await app.press('Tab');
    await app.hover('#one');
    expect(app).toMatchScreen(`states ${theme}`);
  });
});

it('accepts endings, types and kinds of types', () => {
  const accept = readAccept('.CSV, image/*, application/json,, x, .a b');
  expect(accept).toEqual(['.csv', 'image/*', 'application/json']);
  const names = ['a.csv', 'A.CSV', 'a.png', 'a.json', 'a.txt', 'csv', 'noext'];
  expect(names.filter((name) => isAccepted({ name }, accept))).toEqual(names.slice(0, 4));
  expect([typeOfName('a.tar.GZ'), typeOfName('x'), typeOfName('.csv')]).toEqual([
    'application/gzip',
    '',
    'text/csv',
  ]);
});
