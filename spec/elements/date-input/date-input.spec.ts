/** A date input in use: parts by keys and digits, the calendar, ranges, limits, forms, and words for screen readers. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DateInput } from '../../../elements/date-input/date-input.js';
import { mouseBytes } from '../../../runtime/testing/input-bytes.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { ALL_GOLDEN_THEMES } from '../control.js';

afterEach(unmountAll);

async function use(attributes = '', options = {}) {
  const app = await mount(`<tui><date-input id="d" name="d" ${attributes}/></tui>`, {
    width: 34,
    height: 12,
    ...options,
  });
  const input = app.document.getElementById('d') as unknown as DateInput;
  const changes: string[] = [];
  input.addEventListener('change', () => changes.push(input.value));
  input.focus();
  await app.settle();
  return { app, input, changes };
}

describe('the field', () => {
  it('is typed part by part', async () => {
    const { app, input, changes } = await use();
    await app.press(...'20270229'.split(''));
    expect(input.value).toBe('2027-02-28');
    await app.press('Backspace');
    expect(input.value).toBe('');
    expect(input.validity.badInput).toBe(true);
    await app.press('1', 'Left', 'Up');
    expect(input.value).toBe('2027-03-01');
    expect(changes.at(-1)).toBe('2027-03-01');
    await app.paste('2026-12-31');
    expect(input.value).toBe('2026-12-31');
  });

  it('goes around at the ends of a part, and starts with today', async () => {
    const { app, input } = await use('', { now: new Date(2026, 10, 28, 12) });
    await app.press('Up', 'Right', 'Up', 'Up', 'Up', 'Right', 'Down');
    expect(input.value).toBe('2026-01-28');
  });
});

describe('the calendar', () => {
  it('moves by days, weeks, months and years', async () => {
    const { app, input } = await use('value="2026-11-28"');
    const steps: [string, string][] = [
      ['Left', '2026-11-27'],
      ['Down', '2026-12-05'],
      ['PageUp', '2026-10-28'],
      ['Shift+PageDown', '2027-11-28'],
      ['Home', '2026-11-23'],
      ['End', '2026-11-29'],
    ];
    for (const [key, expected] of steps) {
      input.value = '2026-11-28';
      await app.press('Enter', key, 'Enter');
      expect([key, input.value]).toEqual([key, expected]);
    }
  });

  it('keeps to its limits', async () => {
    const { app, input } = await use('value="2026-11-28" min="2026-11-20" max="2026-11-30"');
    await app.press('Enter', 'PageDown', 'Enter');
    expect(input.value).toBe('2026-11-30');
    await app.press('Up');
    expect(input.validity.rangeOverflow).toBe(true);
    expect(input.validationMessage).toBe('Enter 2026-11-30 or an earlier date');
  });

  it('is closed by Escape without a change, and used by the mouse', async () => {
    const { app, input, changes } = await use('value="2026-11-28"');
    await app.press('Alt+ArrowDown', 'Down', 'Escape');
    expect([input.value, changes]).toEqual(['2026-11-28', []]);
    await app.click({ x: 12, y: 0 });
    const row = app
      .text()
      .split('\n')
      .findIndex((line) => line.includes(' 9 10 11'));
    await app.click({ x: 3, y: row });
    expect(input.value).toBe('2026-11-09');
  });

  it('chooses both ends of a range, in any order', async () => {
    const { app, input, changes } = await use('range value="2026-11-20/2026-11-22"');
    await app.press('Enter', 'Enter', 'Up', 'Enter');
    expect(input.value).toBe('2026-11-13/2026-11-20');
    expect(changes).toEqual(['2026-11-13/2026-11-20']);
  });
});

describe('the time', () => {
  it('is stepped in the field, and shows seconds where a step or a value has some', async () => {
    const { app, input } = await use('type="datetime" value="2026-11-28T09:37" step="900"');
    expect(input.validity.stepMismatch).toBe(true);
    expect(input.validationMessage).toBe('Enter a valid date; 2026-11-28T09:30 is the nearest one');
    await app.press('Left', 'End', 'Up');
    expect(input.value).toBe('2026-11-28T09:45');
    await app.press('Up', 'Down', 'Down', 'Left', 'Down');
    expect(input.value).toBe('2026-11-28T08:30');
    input.setAttribute('step', '15');
    await app.press('End', 'Down', 'Left', 'Up');
    expect(input.value).toBe('2026-11-28T08:31:45');
    input.removeAttribute('step');
    input.value = '2026-11-28T08:30:01';
    await app.press('End', 'Down');
    expect([input.value, app.text().split('\n')[0]]).toEqual([
      '2026-11-28T08:30',
      '▌2026-11-28 08:30:00 ▾▐',
    ]);
  });

  it('counts steps from min', async () => {
    const { app, input } = await use(
      'type="datetime" step="1800" min="2026-11-01T09:10" value="2026-11-28T09:10"',
    );
    await app.press('End', 'Up');
    expect([input.value, input.validity.valid]).toEqual(['2026-11-28T09:40', true]);
    const days = await use('step="7" min="2026-11-02" value="2026-11-16"');
    await days.app.press('Enter', 'Right', 'Enter', 'Escape');
    expect(days.input.value).toBe('2026-11-16');
    await days.app.press('Enter', 'Down', 'Enter');
    expect([days.input.value, days.input.validity.valid]).toEqual(['2026-11-23', true]);
  });

  it('is changed below the calendar, and chosen with the day', async () => {
    const { app, input, changes } = await use(
      'type="datetime" value="2026-11-28T09:30" step="300" aria-label="At"',
    );
    await app.press('Enter', 'Right', 'Tab', 'Up', 'Tab', 'Down', 'Down');
    expect(input.accessibleText()).toContain('calendar at minute 20');
    expect(changes).toEqual([]);
    await app.press('Enter');
    expect(changes).toEqual(['2026-11-29T10:20']);
    await app.press('Enter', 'Tab', '1', '7', '4', '5', 'Escape');
    expect(input.value).toBe('2026-11-29T10:20');
    await app.press('Enter', 'Tab', '1', '7', '4', '5', 'Enter');
    expect(input.value).toBe('2026-11-29T17:45');
  });

  it('is chosen and stepped by the mouse', async () => {
    const { app, input } = await use('type="datetime" value="2026-11-28T09:30" open');
    const y = app
      .text()
      .split('\n')
      .findIndex((line, at) => at > 0 && line.includes('09:30'));
    const x = app.text().split('\n')[y]!.indexOf('09:30');
    await app.click({ x: x + 3, y });
    await app.wheel({ x: x + 3, y }, -1);
    await app.press('Up', 'Enter');
    expect(input.value).toBe('2026-11-28T09:32');
  });

  it('of a range that is chosen is another one without choosing days again', async () => {
    const { app, input } = await use(
      'type="datetime" range value="2026-11-28T09:00/2026-11-29T17:00"',
    );
    await app.press('Enter', 'Tab', 'Up', 'Tab', 'Tab', 'Down', 'Enter');
    expect(input.value).toBe('2026-11-28T10:00/2026-11-29T16:00');
  });

  it('leaves the calendar by Tab after the last part', async () => {
    const app = await mount(
      '<tui><date-input id="a" type="datetime" open autofocus/><date-input id="b"/></tui>',
      { width: 40, height: 14 },
    );
    const focused = (): string => app.document.activeElement?.id ?? '';
    await app.press('Tab', 'Tab');
    expect(focused()).toBe('a');
    await app.press('Shift+Tab', 'Tab', 'Tab');
    expect(focused()).toBe('b');
    await app.press('Alt+ArrowDown', 'Tab');
    expect(focused()).not.toBe('b');
  });
});

describe('a value that cannot be used is reported at its place', () => {
  it.each([
    ['value="2026-02-30"', 'write value="2026-02-28"'],
    ['min="28.11.2026"', 'write min="2026-11-28"'],
    ['max="3/4/2026"', 'write max="2026-11-28"'],
    ['min="today"', 'write min="2026-11-28"'],
    ['value="2026-11-28T09:30"', 'write type="datetime"'],
    ['type="datetime" value="2026-11-28 9:5"', 'write value="2026-11-28T09:30"'],
    ['range value="2026-11-28"', 'write value="2026-11-28/2026-11-28"'],
    ['value="2026-11-01/2026-11-28"', 'write range="true"'],
    ['min="2026-12-01" max="2026-11-01"', 'write min="2026-11-01" max="2026-12-01"'],
    ['locale="de_DE.UTF-8"', 'write locale="de-DE"'],
  ])('%s', async (attributes, suggestion) => {
    const app = await mount(`<tui><date-input ${attributes}/></tui>`, { errors: 'keep' });
    const [found, ...more] = app.diagnostics;
    expect(more).toEqual([]);
    expect([found?.code.startsWith('bad-'), found?.suggestion]).toEqual([true, suggestion]);
    const name = /"([a-z]+)":/.exec(found!.message)![1]!;
    const written = found!.source!.text.slice(found!.span!.start, found!.span!.end);
    expect(attributes).toContain(`${name}="${written}"`);
    // What is suggested is not reported.
    const mended = suggestion.replace('write ', '');
    const names = [...mended.matchAll(/([a-z]+)=/g)].map(([, each]) => each!);
    const rest = names.reduce(
      (text, each) => text.replace(new RegExp(`\\b${each}="[^"]*"`), ''),
      attributes,
    );
    const other = await mount(`<tui><date-input ${rest} ${mended}/></tui>`, { errors: 'keep' });
    expect(other.diagnostics).toEqual([]);
  });

  it('also while the app runs, once for each text', async () => {
    const { app, input } = await use('', { errors: 'keep' });
    const codes = () => app.diagnostics.map(({ message }) => message.slice(0, 40));
    input.setAttribute('max', 'soon');
    input.setAttribute('type', 'datetime');
    expect(codes()).toHaveLength(2);
    input.setAttribute('max', '2026-11-28');
    input.setAttribute('max', 'soon');
    expect(codes()).toHaveLength(3);
  });
});

it('is submitted and reset with its form', async () => {
  const app = await mount(
    '<tui><form id="f"><date-input id="d" name="d" required value="2026-11-28"/></form></tui>',
  );
  const form = app.document.getElementById('f') as unknown as { reset(): void };
  const input = app.document.getElementById('d') as unknown as DateInput;
  await app.press('Tab', 'Up');
  expect(input.value).toBe('2027-11-28');
  form.reset();
  expect(input.value).toBe('2026-11-28');
  input.value = '';
  expect(input.validity.valueMissing).toBe(true);
});

it('huh #540: a form has a date, with limits, of which the user is informed, and which is part of its data', async () => {
  const app = await mount(
    `<tui><form id="f"><label>Due<date-input name="due" min="2026-11-28" value="2026-11-28" autofocus required/></label>
    <button type="submit">Save</button></form></tui>`,
    { width: 34, height: 14, now: new Date(2026, 10, 28, 12) },
  );
  let submitted = 0;
  const form = app.document.getElementById('f') as unknown as DateInput & {
    getData(): unknown;
    fill(data: object): void;
  };
  form.addEventListener('submit', () => submitted++);
  await app.press('Right', 'Right', 'Down', 'Tab', 'Enter');
  expect(submitted).toBe(0);
  const due = app.document.querySelector('date-input') as unknown as DateInput;
  expect(due.accessibleText()).toContain('invalid: Enter 2026-11-28 or a later date');
  expect(app.document.activeElement).toBe(due);
  await app.press('Enter', 'Down', 'Enter', 'Tab', 'Enter');
  expect(submitted).toBe(1);
  expect(form.getData()).toEqual({ due: '2026-12-05' });
  form.fill({ due: '2026-12-24' });
  expect(due.value).toBe('2026-12-24');
  expect(() => form.fill({ due: '24.12.2026' })).toThrow('write "2026-12-24"');
});

it('is words for screen readers', async () => {
  const { app, input } = await use('aria-label="Day" value="2026-11-28" required');
  expect(input.accessibleText()).toContain('"Day", Saturday, 28 November 2026');
  await app.press('Enter', 'Right');
  expect(input.accessibleText()).toContain('calendar at Sunday, 29 November 2026');
});

/** ARIA Authoring Practices, "Date Picker Combobox Example": the keys of the field and of the grid of days. */
it.each([
  ['Alt+ArrowDown', 'Saturday, 28 November 2026'],
  ['Enter', 'Saturday, 28 November 2026'],
  ['Enter ArrowLeft', 'Friday, 27 November 2026'],
  ['Enter ArrowRight', 'Sunday, 29 November 2026'],
  ['Enter ArrowUp', 'Saturday, 21 November 2026'],
  ['Enter ArrowDown', 'Saturday, 5 December 2026'],
  ['Enter Home', 'Monday, 23 November 2026'],
  ['Enter End', 'Sunday, 29 November 2026'],
  ['Enter PageUp', 'Wednesday, 28 October 2026'],
  ['Enter PageDown', 'Monday, 28 December 2026'],
  ['Enter Shift+PageUp', 'Friday, 28 November 2025'],
  ['Enter Shift+PageDown', 'Sunday, 28 November 2027'],
])('%s is announced as the calendar at %s', async (keys, day) => {
  const { app, input } = await use('aria-label="Day" value="2026-11-28"');
  await app.press(...keys.split(' '));
  expect(input.accessibleText()).toContain(`calendar at ${day}`);
  // The value stays until a day is chosen, by Enter or Space.
  expect(input.value).toBe('2026-11-28');
  await app.press('Space');
  expect(input.accessibleText()).toContain(`"Day", ${day}`);
  expect(app.document.activeElement).toBe(input);
});

it('is not changed while it is read-only or disabled', async () => {
  const { app, input } = await use('readonly value="2026-11-28"');
  await app.press('Up', '1', 'Enter', 'Enter');
  expect(input.value).toBe('2026-11-28');
});

describe.each(ALL_GOLDEN_THEMES)('%s', (theme) => {
  it.each(DateInput.examples.map((each) => [each.name, each] as const))(
    'example: %s',
    async (name, { size: [width, height], markup }) => {
      const app = await mount(`<tui>${markup}</tui>`, { width, height, theme });
      expect(app).toMatchScreen(`example ${name} ${theme}`);
    },
  );

  it('a range in the calendar', async () => {
    const { app } = await use('range value="2026-11-20/2026-11-24"', { theme });
    await app.press('Enter', 'Enter', 'Down', 'Right');
    expect(app).toMatchScreen(`range ${theme}`);
  });
});

const KEYS =
  'Left Right Up Down Home End PageUp PageDown Shift+PageUp Shift+PageDown Enter Escape Space Backspace Tab Shift+Tab t 0 1 9 Alt+ArrowDown'.split(
    ' ',
  );

it('paints bit by bit what a fresh frame paints, whatever is done', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ key: fc.constantFrom(...KEYS) }) },
    fc.record({ x: fc.nat(33), y: fc.nat(11) }),
    fc.record({ width: fc.integer({ min: 1, max: 200 }), height: fc.integer({ min: 1, max: 30 }) }),
    fc.record({
      name: fc.constantFrom(
        'value',
        'min',
        'max',
        'range',
        'type',
        'locale',
        'week-numbers',
        'step',
      ),
      value: fc.constantFrom(
        '',
        'true',
        'false',
        'datetime',
        '2026-11-28',
        '9999-12-31',
        '2026-11-28T09:30:15',
        '7',
        '900',
        'ar',
        'de',
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { app, input } = await use('', { errors: 'keep' });
      for (const each of steps) {
        if ('key' in each) await app.press(each.key);
        else if ('x' in each) app.app.input(mouseBytes('press', each.x, each.y));
        else if ('width' in each) await app.resize(each.width, each.height);
        else input.setAttribute(each.name, each.value);
        await app.settle();
      }
      expect(app.diagnostics.filter(({ code }) => !code.startsWith('bad-'))).toEqual([]);
      expect(input.value).toMatch(/^(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?\/?){0,2}$/);
      const painted = app.screen().toAnsi();
      app.app.repaint();
      app.app.frame();
      expect(app.screen().toAnsi()).toBe(painted);
      app.unmount();
    }),
    { numRuns: propertyRuns(100) },
  );
});
