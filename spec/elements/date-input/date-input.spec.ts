/** A date input in use: parts by keys and digits, the calendar, ranges, limits, forms, and words for screen readers. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DateInput } from '../../../elements/date-input/date-input.js';
import { mouseBytes } from '../../../runtime/testing/input-bytes.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { GOLDEN_THEMES } from '../control.js';

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

it('is words for screen readers', async () => {
  const { app, input } = await use('aria-label="Day" value="2026-11-28" required');
  expect(input.accessibleText()).toContain('"Day", Saturday, 28 November 2026');
  await app.press('Enter', 'Right');
  expect(input.accessibleText()).toContain('calendar at Sunday, 29 November 2026');
});

it('is not changed while it is read-only or disabled', async () => {
  const { app, input } = await use('readonly value="2026-11-28"');
  await app.press('Up', '1', 'Enter', 'Enter');
  expect(input.value).toBe('2026-11-28');
});

describe.each(GOLDEN_THEMES)('%s', (theme) => {
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
  'Left Right Up Down Home End PageUp PageDown Shift+PageUp Shift+PageDown Enter Escape Space Backspace t 0 1 9 Alt+ArrowDown'.split(
    ' ',
  );

it('paints bit by bit what a fresh frame paints, whatever is done', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ key: fc.constantFrom(...KEYS) }) },
    fc.record({ x: fc.nat(33), y: fc.nat(11) }),
    fc.record({ width: fc.integer({ min: 1, max: 200 }), height: fc.integer({ min: 1, max: 30 }) }),
    fc.record({
      name: fc.constantFrom('value', 'min', 'max', 'range', 'type', 'locale', 'week-numbers'),
      value: fc.constantFrom(
        '',
        'true',
        'false',
        'datetime',
        '2026-11-28',
        '9999-12-31',
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
      expect(input.value).toMatch(/^(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?\/?){0,2}$/);
      const painted = app.screen().toAnsi();
      app.app.repaint();
      app.app.frame();
      expect(app.screen().toAnsi()).toBe(painted);
      app.unmount();
    }),
    { numRuns: propertyRuns(100) },
  );
});
