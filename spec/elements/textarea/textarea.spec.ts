/** `textarea`: rows and the caret in them, scrolling, long texts at the cost of what shows. */
import { describe, expect, it } from '@jest/globals';
import type { Textarea } from '../../../elements/textarea/textarea.js';
import type { MountedApp } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { cpuTime } from '../../support/cpu-time.js';

const SIZE = { width: 30, height: 8 };

function field(app: MountedApp): Textarea {
  return app.document.querySelector('textarea') as unknown as Textarea;
}

async function focused(markup: string): Promise<{ app: MountedApp; area: Textarea }> {
  const app = await mount(markup, SIZE);
  await app.press('Tab');
  return { app, area: field(app) };
}

/** The rows as they show, without the marks at their ends. */
function rows(app: MountedApp): string[] {
  return app
    .text()
    .split('\n')
    .map((row) => row.replace(/^[▌ ]/, '').replace(/[▐█▁-▇ ]*$/u, ''));
}

describe('the text', () => {
  it('begins as it is written between the tags, the first break aside', async () => {
    const app = await mount('<textarea>\n<b>&amp;</b>\n  two\n</textarea>', SIZE);
    expect(field(app).value).toBe('<b>&amp;</b>\n  two\n');
    expect(rows(app).slice(0, 2)).toEqual(['<b>&amp;</b>', '  two']);
    field(app).textContent = 'other';
    expect(field(app).value).toBe('other');
    expect(field(app).selectionStart).toBe(0);
    field(app).value = 'mine\r\ntwo';
    field(app).textContent = 'late';
    expect([field(app).value, field(app).defaultValue]).toEqual(['mine\ntwo', 'late']);
  });

  it('takes Enter and pasted lines, and undoes them', async () => {
    const { app, area } = await focused('<textarea>ab</textarea>');
    await app.press('ArrowRight', 'Enter');
    await app.paste('one\r\ntwo\n');
    expect(area.value).toBe('a\none\ntwo\nb');
    expect(app.app.cursor).toEqual({ x: 1, y: 2 });
    await app.press('Ctrl+Z', 'Ctrl+Z');
    expect(area.value).toBe('ab');
    await app.press('End', 'Ctrl+K', 'Delete');
    expect(area.value).toBe('ab');
    await app.press('Enter', 'ArrowUp', 'End', 'Ctrl+K');
    expect(area.value).toBe('ab');
  });

  it('is bound both ways', async () => {
    const app = await mount(
      '<textarea bind="note"/><script>export const state = $tui.createState({ note: "a\\nb" });</script>',
      SIZE,
    );
    const { state } = app.$tui.exports as { state: { note: string } };
    expect(field(app).value).toBe('a\nb');
    await app.press('Tab', 'Ctrl+End');
    await app.type('!');
    expect(state.note).toBe('a\nb!');
    state.note = 'c';
    await app.settle();
    expect(rows(app)[0]).toBe('c');
  });

  it('moves the focus by Tab, unless tabs are to be typed', async () => {
    const { app, area } = await focused('<textarea></textarea><input/>');
    await app.press('Tab');
    expect(app.document.activeElement.localName).toBe('input');
    area.setAttribute('tab-inserts', '');
    await app.press('Shift+Tab', 'a', 'Tab', 'b');
    expect(area.value).toBe('a\tb');
    expect(rows(app)[0]).toBe('a       b');
    await app.press('Escape', 'Tab');
    expect(app.document.activeElement.localName).toBe('input');
  });
});

describe('moving', () => {
  it('goes up and down rows of wrapped lines at a goal column', async () => {
    const { app } = await focused(
      '<textarea cols="10" rows="6">one two three four\n\n表示表示\nlast</textarea>',
    );
    expect(rows(app).slice(0, 5)).toEqual(['one two', 'three four', '', '表示表示', 'last']);
    await app.press('End', 'ArrowLeft', 'ArrowLeft');
    const seen: unknown[] = [];
    const look = (): void => {
      const { x = -1, y = -1 } = app.app.cursor ?? {};
      seen.push([x - 1, y]);
    };
    look();
    for (let i = 0; i < 5; i++) {
      await app.press('ArrowDown');
      look();
    }
    // Column 5 is the right half of the third wide glyph; after the last row, the end.
    expect(seen).toEqual([
      [5, 0],
      [5, 1],
      [0, 2],
      [6, 3],
      [4, 4],
      [4, 4],
    ]);
    await app.press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
    look();
    expect(seen.at(-1)).toEqual([0, 0]);
  });

  it('has row, page and text ends', async () => {
    const text = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n');
    const { app, area } = await focused(`<textarea cols="10" rows="4">${text}</textarea>`);
    await app.press('PageDown', 'PageDown');
    expect(rows(app)[0]).toBe('line 6');
    expect(area.value.slice(0, area.selectionStart).split('\n').length - 1).toBe(6);
    await app.press('Ctrl+End');
    expect(rows(app).slice(0, 4)).toEqual(['line 16', 'line 17', 'line 18', 'line 19']);
    await app.press('PageUp');
    expect(rows(app)[0]).toBe('line 13');
    await app.press('Shift+Ctrl+Home');
    expect([area.selectionStart, rows(app)[0]]).toEqual([0, 'line 0']);
    await app.press('Backspace');
    expect(area.value.startsWith('line 16'.slice(0, 4))).toBe(false);
  });

  it('scrolls by the wheel and the bar without moving the caret', async () => {
    const text = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n');
    const { app } = await focused(`<textarea cols="10" rows="4">${text}</textarea>`);
    await app.wheel({ x: 3, y: 1 }, 2);
    expect([rows(app)[0], app.app.cursor]).toEqual(['line 6', null]);
    await app.drag({ x: 11, y: 1 }, { x: 11, y: 7 });
    expect(rows(app)[3]).toBe('line 19');
    await app.drag({ x: 11, y: 3 }, { x: 0, y: 0 });
    expect([rows(app)[0], app.app.cursor]).toEqual(['line 0', { x: 1, y: 0 }]);
    await app.click({ x: 4, y: 2 });
    expect(field(app).selectionStart).toBe('line 0\nline 1\nlin'.length);
  });

  it('goes sideways where lines do not wrap', async () => {
    const { app } = await focused(
      '<textarea cols="8" rows="2" wrap="off">0123456789abcdef\n表示表示表示表示</textarea>',
    );
    expect(rows(app).slice(0, 2)).toEqual(['01234567', '表示表示']);
    await app.press('End');
    expect(rows(app)[0]).toBe('9abcdef');
    // The left edge cuts a wide glyph: a blank stands there.
    await app.press('Home', ...Array.from({ length: 9 }, () => 'ArrowRight'));
    expect(rows(app)).toEqual(
      ['6789abcd', '示表示表'].map((row) => expect.stringContaining(row.slice(1, 3))),
    );
  });
});

it('selects over lines, breaks included, with keys and the pointer', async () => {
  const { app, area } = await focused('<textarea cols="10">one\n\nthree</textarea>');
  await app.press('ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown');
  expect([area.selectionStart, area.selectionEnd]).toEqual([1, 6]);
  await app.press('Ctrl+C');
  expect(app.clipboard).toBe('ne\n\nt');
  // The notification of the copy lies over it for a while.
  await app.advance(60_000);
  await app.drag({ x: 3, y: 0 }, { x: 0, y: 2 });
  expect([area.selectionStart, area.selectionEnd]).toEqual([2, 5]);
  await app.type('X');
  expect(area.value).toBe('onXthree');
});

it('is typed into at the cost of what shows, however long it is', async () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i} of a long text that goes on`);
  const app = await mount('<textarea cols="20" rows="6"></textarea>', SIZE);
  const area = field(app);
  area.value = lines.join('\n');
  area.setSelectionRange(2_000_000, 2_000_000);
  area.focus();
  await app.settle();
  const wide = area.value.length;
  const whole = area.value;
  let pieces = 0;
  let start = cpuTime();
  for (let i = 0; i < 10; i++) pieces += whole.split('\n').length;
  const pass = (cpuTime() - start) / 10;
  expect(pieces).toBe(1_000_000);
  start = cpuTime();
  for (let i = 0; i < 50; i++) {
    app.app.input(new TextEncoder().encode('x'));
    app.app.frame();
  }
  // A key and its frame take less than the shortest pass there is over the text.
  expect((cpuTime() - start) / 50).toBeLessThan(pass);
  expect(area.value.length).toBe(wide + 50);
  await app.press('Ctrl+End', 'Ctrl+Home', 'PageDown', 'Alt+A', 'Backspace');
  expect(area.value).toBe('');
  await app.press('Ctrl+Z');
  expect(area.value.length).toBe(wide + 50);
});

it('is safe in any size and with any text', async () => {
  for (const [width, height] of [
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 2],
    [9, 0],
  ]) {
    for (const wrap of ['soft', 'off']) {
      const app = await mount(
        `<textarea wrap="${wrap}" style="width: ${width}; height: ${height}">表a\tb\u001b[2J\n\u202eé</textarea>`,
        SIZE,
      );
      await app.press('Tab', 'End', 'ArrowDown', 'PageDown', 'ArrowUp', 'Shift+Ctrl+End');
      await app.type('x');
      await app.press('Ctrl+Home', 'Delete', 'Enter', 'Ctrl+Z');
      expect(app.output).not.toContain('\u001b[2J\n');
      expect(app.output).not.toContain('\u202e');
    }
  }
});

it('says which line is edited', async () => {
  const { app, area } = await focused('<textarea aria-label="Notes" required>one\ntwo</textarea>');
  await app.press('ArrowDown');
  expect(area.accessibleText()).toBe('text area "Notes", line 2 of 2, "two", required');
  area.value = '';
  expect([area.accessibleText(), area.matches(':invalid')]).toEqual([
    'text area "Notes", empty, required',
    true,
  ]);
});

it('shows its text once where a part of it below the last row is painted anew', async () => {
  const app = await mount(
    '<tui><textarea rows="6">one</textarea><dialog open="true" style="margin: 0; bottom: 2; left: 0">Hi</dialog></tui>',
    SIZE,
  );
  (app.document.querySelector('dialog') as unknown as { close(): void }).close();
  await app.settle();
  expect(app.text().match(/one/g)).toHaveLength(1);
});
