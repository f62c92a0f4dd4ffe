/** `input` as a person and a script use it: keys, pointer, paste, events, bindings, validity. */
import { describe, expect, it } from '@jest/globals';
import type { Input } from '../../../elements/input/input.js';
import type { TuiElement, TuiEvent } from '../../../runtime/element/tui-element.js';
import type { MountedApp } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

const SIZE = { width: 30, height: 6 };

function field(app: MountedApp, selector = 'input'): Input {
  return app.document.querySelector(selector) as unknown as Input;
}

async function focused(markup: string): Promise<{ app: MountedApp; input: Input }> {
  const app = await mount(markup, SIZE);
  await app.press('Tab');
  return { app, input: field(app) };
}

/** The events of an element, in order. */
function watch(element: TuiElement, ...types: string[]): string[] {
  const seen: string[] = [];
  for (const type of types) {
    element.addEventListener(type, (event: TuiEvent) => {
      const { inputType, data } = event as TuiEvent & { inputType?: string; data?: string | null };
      seen.push(inputType === undefined ? type : `${type} ${inputType} ${String(data)}`);
    });
  }
  return seen;
}

describe('typing', () => {
  it('inserts by grapheme, and deletes whole ones', async () => {
    const { app, input } = await focused('<input/>');
    await app.type('aé表👩‍👩‍👧‍👦e\u0301');
    expect(input.value).toBe('aé表👩‍👩‍👧‍👦e\u0301');
    expect(app.app.cursor).toEqual({ x: 1 + 1 + 1 + 2 + 2 + 1, y: 0 });
    await app.press('Backspace');
    await app.press('Backspace');
    expect(input.value).toBe('aé表');
    await app.press('ArrowLeft', 'Delete');
    expect(input.value).toBe('aé');
  });

  it('fires beforeinput and input for each change, change and submit at Enter', async () => {
    const { app, input } = await focused('<input value="a"/>');
    const seen = watch(input, 'beforeinput', 'input', 'change', 'submit');
    await app.type('b');
    await app.press('Backspace', 'Enter');
    expect(seen).toEqual([
      'beforeinput insertText b',
      'input insertText b',
      'beforeinput deleteContentBackward null',
      'input deleteContentBackward null',
      // The value is what it was.
      'submit',
    ]);
    seen.length = 0;
    await app.type('c');
    await app.press('Enter', 'Enter');
    expect(seen.slice(2)).toEqual(['change', 'submit', 'submit']);
  });

  it('fires change when the focus leaves, once', async () => {
    const { app, input } = await focused('<input/><input id="other"/>');
    const seen = watch(input, 'change', 'blur');
    await app.type('x');
    await app.press('Tab', 'Tab', 'Tab');
    expect(seen).toEqual(['change', 'blur', 'blur']);
  });

  it('lets beforeinput prevent a change', async () => {
    const { app, input } = await focused('<input/>');
    input.addEventListener('beforeinput', (event: TuiEvent) => {
      if (/\d/.test((event as TuiEvent & { data: string | null }).data ?? ''))
        event.preventDefault();
    });
    await app.type('a1b2');
    expect(input.value).toBe('ab');
  });

  it('is edited by the keys of readline', async () => {
    const { app, input } = await focused('<input value="one two three"/>');
    await app.press('Ctrl+W');
    expect(input.value).toBe('one two ');
    await app.press('Ctrl+W');
    expect(input.value).toBe('one ');
    await app.press('Ctrl+Y');
    // Kills in a row are one.
    expect(input.value).toBe('one two three');
    await app.press('Ctrl+A', 'Alt+D', 'Ctrl+E', 'Ctrl+Y');
    expect(input.value).toBe(' two threeone');
    await app.press('Alt+Y');
    expect(input.value).toBe(' two threetwo three');
    await app.press('Ctrl+A', 'Ctrl+F', 'Ctrl+F', 'Ctrl+T', 'Ctrl+K');
    expect(input.value).toBe(' wt');
    await app.press('Ctrl+B', 'Ctrl+U', 'Ctrl+D', 'Ctrl+D');
    expect(input.value).toBe('');
  });

  it('undoes with Ctrl+Z; Ctrl+Y right after that does it again', async () => {
    const { app, input } = await focused('<input/>');
    await app.type('one two');
    await app.press('Ctrl+Z');
    expect(input.value).toBe('one ');
    await app.press('Ctrl+Z');
    expect(input.value).toBe('');
    await app.press('Ctrl+Y');
    await app.press('Ctrl+Y');
    expect(input.value).toBe('one two');
    expect(app.exitCode).toBeUndefined();
  });

  it('selects with Shift, and types over what is selected', async () => {
    const { app, input } = await focused('<input value="one two"/>');
    const seen = watch(input, 'select');
    await app.press('Shift+Home');
    expect([input.selectionStart, input.selectionEnd, input.selectionDirection]).toEqual([
      0,
      7,
      'backward',
    ]);
    expect(seen).toEqual(['select']);
    await app.press('Shift+Ctrl+ArrowRight');
    expect([input.selectionStart, input.selectionEnd]).toEqual([3, 7]);
    await app.type('X');
    expect(input.value).toBe('oneX');
    await app.press('Alt+A');
    await app.paste('two\nlines\u0007');
    expect(input.value).toBe('two lines');
  });

  it('takes no more graphemes than maxlength, of a paste the first', async () => {
    const { app, input } = await focused('<input maxlength="4"/>');
    await app.paste('👩‍👩‍👧‍👦表e\u0301xyz');
    expect(input.value).toBe('👩‍👩‍👧‍👦表e\u0301x');
    await app.type('y');
    await app.press('Backspace');
    await app.type('zz');
    expect(input.value).toBe('👩‍👩‍👧‍👦表e\u0301z');
    input.value = 'set by a script';
    expect(input.value).toBe('set by a script');
  });

  it('changes nothing where it is readonly, but selects and copies', async () => {
    const { app, input } = await focused('<input value="fixed" readonly/>');
    await app.type('x');
    await app.press('Backspace', 'Ctrl+U', 'Ctrl+Y');
    await app.paste('x');
    expect(input.value).toBe('fixed');
    await app.press('Shift+Home', 'Ctrl+C');
    expect(app.clipboard).toBe('fixed');
  });

  it('hears nothing while it is disabled', async () => {
    const app = await mount('<input value="off" disabled/><input id="b"/>', SIZE);
    const input = field(app);
    const seen = watch(input, 'input', 'focus', 'select');
    await app.press('Tab');
    expect(app.document.activeElement.id).toBe('b');
    await app.click('input');
    await app.type('x');
    expect([input.value, seen]).toEqual(['off', []]);
    input.focus();
    expect(app.document.activeElement).not.toBe(input);
  });
});

describe('the clipboard', () => {
  it('copies and cuts a selection; without one Ctrl+C ends the app', async () => {
    const { app, input } = await focused('<input value="one two"/>');
    await app.press('Shift+Ctrl+ArrowLeft', 'Ctrl+X');
    expect([app.clipboard, input.value]).toEqual(['two', 'one ']);
    await app.press('Ctrl+V', 'Ctrl+V');
    expect(input.value).toBe('one twotwo');
    await app.press('Shift+Home', 'Ctrl+C');
    expect([app.clipboard, app.exitCode]).toEqual(['one twotwo', undefined]);
    // Nobody is kept in an app by a selection.
    await app.press('Ctrl+C');
    expect(app.exitCode).toBe(130);
  });

  it('asks the listeners of copy', async () => {
    const { app, input } = await focused('<input value="one"/>');
    input.addEventListener('copy', (event: TuiEvent) => event.preventDefault());
    await app.press('Shift+Home', 'Ctrl+X');
    expect([app.clipboard, input.value]).toEqual(['', 'one']);
  });
});

describe('the pointer', () => {
  it('places the caret, selects by dragging, by word and all', async () => {
    const app = await mount('<input value="one 表示 three"/>', SIZE);
    const input = field(app);
    await app.click({ x: 3, y: 0 });
    expect(input.selectionStart).toBe(2);
    // The right half of a wide glyph is nearer to what comes behind it.
    await app.advance(1000);
    await app.click({ x: 5, y: 0 });
    expect(input.selectionStart).toBe(4);
    await app.advance(1000);
    await app.click({ x: 6, y: 0 });
    expect(input.selectionStart).toBe(5);
    await app.advance(1000);
    await app.drag({ x: 2, y: 0 }, { x: 29, y: 5 });
    expect([input.selectionStart, input.selectionEnd]).toEqual([1, 12]);
    await app.advance(1000);
    await app.click({ x: 2, y: 0 });
    await app.click({ x: 2, y: 0 });
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 3]);
    await app.click({ x: 2, y: 0 });
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 12]);
    await app.advance(1000);
    await app.click({ x: 3, y: 0 }, { shift: true });
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 2]);
  });
});

describe('scripts', () => {
  it('set the value, which moves the caret to the end and fires nothing', async () => {
    const { app, input } = await focused('<input value="one"/>');
    const seen = watch(input, 'input', 'change', 'select');
    input.setSelectionRange(1, 2);
    input.value = 'one';
    expect([input.selectionStart, input.selectionEnd]).toEqual([1, 2]);
    input.value = 'other';
    expect([input.selectionStart, input.selectionEnd]).toEqual([5, 5]);
    await app.press('Tab');
    expect(seen).toEqual([]);
    input.setRangeText('X', 0, 2);
    expect(input.value).toBe('Xher');
    input.value = null;
    expect(input.value).toBe('');
  });

  it('change the attribute, which counts until there is a value', async () => {
    const { app, input } = await focused('<input value="one"/>');
    input.setAttribute('value', 'two');
    expect(input.value).toBe('two');
    await app.type('!');
    input.setAttribute('value', 'three');
    expect([input.value, input.defaultValue]).toEqual(['two!', 'three']);
    input.reset();
    expect(input.value).toBe('three');
  });

  it('bind it both ways; a number stays a number', async () => {
    const app = await mount(
      `<input id="a" bind="name"/><input id="n" type="number" bind="age"/>
       <script>export const state = $tui.createState({ name: 'Ada', age: 36 });</script>`,
      SIZE,
    );
    const { state } = app.$tui.exports as { state: { name: string; age: unknown } };
    expect([field(app, '#a').value, field(app, '#n').value]).toEqual(['Ada', '36']);
    await app.press('Tab');
    await app.type('!');
    await app.press('Tab', 'ArrowUp');
    expect({ ...state }).toEqual({ name: 'Ada!', age: 37 });
    state.name = 'Bob';
    state.age = 5;
    await app.settle();
    expect([field(app, '#a').value, field(app, '#n').value]).toEqual(['Bob', '5']);
  });
});

describe('numbers', () => {
  it('take digits, and step between min and max', async () => {
    const { app, input } = await focused('<input type="number" min="-1" max="1" step="0.1"/>');
    const seen = watch(input, 'input', 'change');
    await app.type('0x.z7');
    expect([input.value, input.valueAsNumber]).toEqual(['0.7', 0.7]);
    seen.length = 0;
    await app.press('ArrowUp', 'ArrowUp');
    expect(input.value).toBe('0.9');
    expect(seen).toEqual([
      'input insertReplacementText 0.8',
      'change',
      'input insertReplacementText 0.9',
      'change',
    ]);
    await app.press('ArrowUp', 'ArrowUp', 'ArrowUp');
    expect(input.value).toBe('1');
    await app.press('PageDown', 'PageDown', 'PageDown');
    expect(input.value).toBe('-1');
  });

  it.each([
    // Pasted, the value in English, in German, in French.
    ['1,234', '1234', '1.234', '1.234'],
    ['1,234.50', '1234.50', '', ''],
    ['1,234,567', '1234567', '', ''],
    ['1.234,50', '', '1234.50', ''],
    ['1\u00a0234,5', '', '1234.5', '1234.5'],
    ['1\u202f234', '1234', '1234', '1234'],
    ['1_000', '1000', '1000', '1000'],
    ['1.5', '1.5', '1.5', '1.5'],
    ['1,5', '', '1.5', '1.5'],
    ['\u22125', '-5', '-5', '-5'],
    ['１２', '12', '12', '12'],
    ['۱۲۳', '123', '123', '123'],
    ['١٬٢٣٤٫٥', '1234.5', '1234.5', '1234.5'],
    ['१२', '12', '12', '12'],
    ['\u200e−𞥒٫𝟝', '-2.5', '-2.5', '-2.5'],
    ['1,23,4', '', '', ''],
    ['(5)', '', '', ''],
    ['$12', '', '', ''],
    ['12%', '', '', ''],
    ['1e400', '', '', ''],
  ])('read %j as the language writes it, or show that they cannot', async (text, ...values) => {
    const found: string[] = [];
    for (const lang of ['en', 'de', 'fr']) {
      const { app, input } = await focused(`<input type="number" step="any" lang="${lang}"/>`);
      await app.paste(text);
      found.push(input.value);
      expect([lang, input.validity.badInput]).toEqual([lang, input.value === '']);
      // Nothing of it is lost.
      expect(app.text().trim().length).toBeGreaterThan(0);
    }
    expect(found).toEqual(values);
  });

  it('take the separators of the language as they are typed', async () => {
    const { app, input } = await focused('<input type="number" step="any" lang="de"/>');
    await app.type('1.234,5');
    expect([input.value, input.valueAsNumber]).toEqual(['1234.5', 1234.5]);
    await app.press('ArrowUp');
    expect(input.value).toBe('1235.5');
    const english = await focused('<input type="number" step="any"/>');
    await english.app.type('1,5');
    expect([english.input.value, english.input.validity.badInput]).toEqual(['', true]);
    await english.app.type('00');
    expect(english.input.value).toBe('1500');
    const persian = await focused('<input type="number" step="any" lang="fa"/>');
    await persian.app.type('۱۲٫۵');
    expect(persian.input.value).toBe('12.5');
  });

  it('have no value while what is typed is none', async () => {
    const { app, input } = await focused('<input type="number" value="5" max="7"/>');
    await app.press('Ctrl+U');
    await app.type('1e');
    expect([input.value, input.validity.badInput]).toEqual(['', true]);
    await app.type('1');
    expect([input.value, input.validity.rangeOverflow, input.validity.badInput]).toEqual([
      '1e1',
      true,
      false,
    ]);
    input.value = 'no number';
    expect(input.value).toBe('');
    input.stepUp(3);
    expect(input.value).toBe('3');
  });
});

describe('passwords', () => {
  it('show and say nothing, and cannot be copied, cut or yanked', async () => {
    const { app, input } = await focused('<input type="password"/><input id="plain"/>');
    await app.type('s3cr3t 表');
    expect(app.text()).toContain('••••••••');
    expect(app.output).not.toContain('s3cr3t');
    await app.press('Shift+Home', 'Ctrl+C', 'Ctrl+X');
    expect([app.clipboard, input.value]).toEqual(['', 's3cr3t 表']);
    await app.press('Ctrl+U', 'Tab', 'Ctrl+Y', 'Ctrl+V');
    expect(field(app, '#plain').value).toBe('');
    expect(JSON.stringify(app.log) + input.accessibleText()).not.toContain('s3cr3t');
    await app.press('Shift+Tab', 'Ctrl+Z');
    expect(input.value).toBe('s3cr3t 表');
    expect(input.accessibleText()).toBe('password field, filled');
    // Nothing that was typed unseen comes to sight by undoing.
    await app.press('Ctrl+U');
    input.setAttribute('type', 'text');
    await app.press('Ctrl+Z');
    expect(input.value).toBe('');
  });
});

describe('searches', () => {
  it('are emptied by Escape and by their sign', async () => {
    const { app, input } = await focused('<input type="search" value="x"/>');
    const seen = watch(input, 'input', 'change', 'search');
    await app.press('Escape');
    expect([input.value, seen.length]).toEqual(['', 3]);
    await app.type('find');
    const x = app.text().split('\n')[0]!.indexOf('✕');
    expect(x).toBeGreaterThan(0);
    await app.click({ x, y: 0 });
    expect(input.value).toBe('');
    expect(app.text()).not.toContain('✕');
    // Empty, Escape is left to what is around it.
    let heard = 0;
    app.document.addEventListener('keydown', () => heard++);
    await app.press('Escape');
    expect(heard).toBe(1);
  });
});

describe('validity', () => {
  it('knows every constraint', async () => {
    const app = await mount('<input/>', SIZE);
    const input = field(app);
    const check = (attributes: Record<string, string>, value: string): string => {
      for (const name of ['type', 'required', 'pattern', 'min', 'max', 'step', 'minlength']) {
        input.removeAttribute(name);
      }
      for (const [name, text] of Object.entries(attributes)) input.setAttribute(name, text);
      input.value = value;
      const { validity } = input;
      const flags = Object.entries(validity).filter(([name, set]) => set && name !== 'valid');
      expect(validity.valid).toBe(flags.length === 0);
      expect(input.matches(':invalid')).toBe(flags.length > 0);
      expect(input.validationMessage === '').toBe(validity.valid);
      return flags.map(([name]) => name).join();
    };
    expect(check({ required: '' }, '')).toBe('valueMissing');
    expect(check({ required: '' }, 'x')).toBe('');
    expect(check({ pattern: '[a-z]+' }, 'abc')).toBe('');
    expect(check({ pattern: '[a-z]+' }, 'abc1')).toBe('patternMismatch');
    expect(check({ pattern: '[a-z]+' }, '')).toBe('');
    expect(check({ type: 'email' }, 'you@example.org')).toBe('');
    expect(check({ type: 'email' }, 'you@')).toBe('typeMismatch');
    expect(check({ type: 'url' }, 'example')).toBe('typeMismatch');
    expect(check({ type: 'number', min: '2' }, '1')).toBe('rangeUnderflow');
    expect(check({ type: 'number', step: '0.1' }, '0.3')).toBe('');
    expect(check({ type: 'number', step: '0.1' }, '0.35')).toBe('stepMismatch');
    expect(check({ type: 'number', step: '0' }, '0.35')).toBe('');
    expect(check({ type: 'number', step: 'any' }, '0.35')).toBe('');
    expect(check({ type: 'number', min: '1', step: '2' }, '4')).toBe('stepMismatch');
    expect(input.validationMessage).toBe('The two nearest valid values are 3 and 5.');
    input.setCustomValidity('Taken already.');
    expect([input.validity.customError, input.validationMessage]).toEqual([true, 'Taken already.']);
    input.setCustomValidity('');
    input.setAttribute('disabled', '');
    expect([input.willValidate, input.checkValidity(), input.matches(':invalid')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('shows once a person is done, fires invalid instead of submit, and goes when mended', async () => {
    const { app, input } = await focused('<input type="email" minlength="6"/>');
    const seen = watch(input, 'invalid', 'submit');
    await app.type('a@b');
    expect([input.matches(':invalid'), input.matches(':user-invalid')]).toEqual([true, false]);
    await app.press('Enter');
    expect([seen, app.text().includes('!')]).toEqual([['invalid'], true]);
    expect(input.matches(':user-invalid')).toBe(true);
    expect(input.accessibleText()).toContain('invalid: Please use at least 6 characters');
    await app.type('.org');
    expect([app.text().includes('!'), input.matches(':valid')]).toEqual([false, true]);
    await app.press('Enter');
    expect(seen).toEqual(['invalid', 'submit']);
  });

  it('tells of a pattern that cannot be read, and goes without it', async () => {
    const app = await mount('<input pattern="(" value="x"/>', { ...SIZE, errors: 'keep' });
    expect(app.diagnostics.map(({ message }) => message).join()).toContain(
      'is not a regular expression',
    );
    expect(field(app).checkValidity()).toBe(true);
  });
});

describe('what shows', () => {
  it('is the start while the focus is elsewhere, and the caret with context while it is here', async () => {
    const app = await mount('<input size="10" value="0123456789abcdefghij"/>', SIZE);
    expect(app.text()).toBe(' 0123456789');
    await app.press('Tab');
    expect(app.text()).toContain('bcdefghij');
    expect(app.app.cursor?.x).toBe(10);
    await app.press(...Array.from({ length: 9 }, () => 'ArrowLeft'));
    // Three graphemes before the caret stay in sight.
    expect(app.text()).toContain('89abcdefgh');
    expect(app.app.cursor?.x).toBe(1 + 3);
  });

  it('never cuts a wide glyph', async () => {
    const { app, input } = await focused('<input size="5" value="表示表示表示"/>');
    for (let i = 0; i < 7; i++) {
      const [line = ''] = app.text().split('\n');
      expect(line.replace(/[▌▐ ]/g, '')).toMatch(/^(表|示){2}$/);
      await app.press('ArrowLeft');
    }
    expect(input.selectionStart).toBe(0);
  });

  it('works one cell wide, and in no cell at all', async () => {
    for (const width of [0, 1, 2, 3]) {
      const app = await mount(`<input style="width: ${width}" value="表ab"/>`, SIZE);
      await app.press('Tab', 'Home', 'End');
      await app.type('c');
      expect(field(app).value).toBe('表abc');
      const { x = 0 } = app.app.cursor ?? {};
      expect(x).toBeLessThan(Math.max(1, width));
    }
    const narrow = await mount(
      '<container style="width: 6"><input value="abcdefghijkl"/></container>',
      SIZE,
    );
    expect(narrow.text()).toBe(' abcd');
  });

  it('is safe whatever the text', async () => {
    const app = await mount('<input id="i"/>', { ...SIZE, errors: 'throw' });
    const input = field(app);
    for (const text of [
      '\u001b[31mred\u001b]0;t\u0007',
      '\u202eabc',
      'a\u0000b\ud800',
      '\u0301'.repeat(10_000),
      '\t\t',
    ]) {
      input.value = text;
      input.focus();
      await app.settle();
      expect(input.value).toBe(text);
      await app.press('Home', 'ArrowRight', 'End', 'ArrowLeft', 'Shift+Home', 'Ctrl+C');
      await app.press('ArrowRight');
    }
    expect(app.output).not.toContain('\u001b[31mred');
    expect(app.output).not.toContain('\u202e');
  });

  it('has a placeholder while it is empty', async () => {
    const { app } = await focused('<input placeholder="Your name"/>');
    expect(app.text()).toContain('Your name');
    await app.type('A');
    expect(app.text()).not.toContain('Your');
  });
});

it('says what it is', async () => {
  const app = await mount(
    `<text id="l">Your   name</text><input aria-labelledby="l" required/><input title="Age" type="number" value="3" disabled/>
     <input type="search" placeholder="Find" value="a&quot;b" readonly/>`,
    SIZE,
  );
  expect([...app.document.querySelectorAll('input')].map((each) => each.accessibleText())).toEqual([
    'text field "Your name", empty, required',
    'spin button "Age", "3", disabled',
    'search field "Find", "a\\"b", read-only',
  ]);
});
