/** `examples/form.tui` in use: validation, a dialog that confirms, and its end by keys and by mouse. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { PROPS } from '../../runtime/element/internals.js';

afterEach(unmountAll);

type App = Awaited<ReturnType<typeof mount>>;

const open = (width = 80, height = 24, theme = 'fullcolor-dark'): Promise<App> =>
  mount({ file: 'examples/form.tui' }, { width, height, theme });

const byId = (app: App, id: string) => app.document.getElementById(id)!;
const orders = (app: App) => app.$tui.exports['orders'] as Record<string, unknown>[];
const disabled = (app: App) => byId(app, 'submit')[PROPS]['disabled'];

describe('form.tui', () => {
  describe.each(['fullcolor-dark', 'fullcolor-std', 'bw-std'])('in %s', (theme) => {
    it.each([
      [120, 40],
      [80, 24],
      [40, 12],
    ])('at %i x %i: filled in, with faults', async (width, height) => {
      const app = await open(width, height, theme);
      await app.type('Ada');
      await app.press('Tab');
      await app.type('ada@');
      await app.press('Tab', 'Tab');
      await app.type('0');
      await app.press('Tab');
      await app.press('Shift+Tab', 'Shift+Tab', 'Shift+Tab');
      expect(app).toMatchScreen(`form ${width}x${height} ${theme}`);
    });
  });

  it('is filled in and sent by keys alone', async () => {
    const app = await open();
    expect(app.document.activeElement.id).toBe('name');
    expect(app.text()).toContain('Still open: name, e-');
    await app.type('Ada');
    await app.press('Tab');
    await app.type('ada@example.org');
    await app.press('Tab', 'Enter', 'Down', 'Enter', 'Tab', 'Up', 'Tab', 'Right', 'Tab');
    expect(app.document.activeElement.id).toBe('gift');
    await app.press('Space', 'Tab');
    await app.type('Enjoy!');
    expect(disabled(app)).toBe(true);
    expect(app.text()).toContain('4/5');
    await app.press('Tab', 'Space');
    expect(disabled(app)).toBe(false);
    expect(app.text()).toContain('Ready to order.');
    expect(app).toMatchScreen('form ready');

    await app.press('Tab', 'Enter');
    expect(app.text()).toContain('3 bags of Huila, dark roast, as a gift, for 34.70.');
    expect(app).toMatchScreen('form confirmation');
    // Escape takes nothing: the form is as it was, and the button has the focus again.
    await app.press('Escape');
    await app.advance(100);
    expect([orders(app).length, app.document.activeElement.id]).toEqual([0, 'submit']);
    await app.press('Enter', 'Enter');
    expect(orders(app)).toEqual([
      {
        name: 'Ada',
        mail: 'ada@example.org',
        beans: 'huila',
        bags: 3,
        roast: 'dark',
        gift: true,
        note: 'Enjoy!',
        terms: true,
      },
    ]);
    expect(app.notifications).toEqual(['Thank you, Ada: order 1 is on its way.']);
    expect(app.document.activeElement.id).toBe('name');
    expect([disabled(app), byId(app, 'mail').accessibleText()]).toEqual([
      true,
      'e-mail field "E-mail", empty, required',
    ]);
    expect(app.text()).toContain('2 × beans');
    expect(app).toMatchScreen('form sent');
  });

  it('is filled in and sent by mouse and typing', async () => {
    const app = await open(120, 40);
    await app.click('#name');
    await app.type('Grace');
    await app.click('#mail');
    await app.type('grace@example.org');
    await app.click('#beans');
    const row = app
      .text()
      .split('\n')
      .findIndex((line) => line.includes('Santos'));
    await app.click({ x: 6, y: row });
    await app.click('radio[value=light]');
    await app.click('#terms');
    await app.click('#submit');
    expect(byId(app, 'review')[PROPS]['open']).toBe(true);
    // What is behind the dialog takes no click.
    await app.click({ x: 6, y: 3 });
    await app.click('#back');
    expect([byId(app, 'review')[PROPS]['open'], orders(app).length]).toEqual([false, 0]);
    await app.click('#submit');
    await app.click('#place');
    expect(orders(app)).toMatchObject([
      { name: 'Grace', beans: 'santos', bags: 2, roast: 'light' },
    ]);
    await app.click('#leave');
    expect(app.exitCode).toBe(0);
  });

  it('tells what is wrong when a field is left, and no longer once it is right', async () => {
    const app = await open();
    const error = 'Not an e-mail address.';
    await app.press('Tab');
    expect(app.text()).toContain('Please fill this in.');
    await app.type('ada');
    expect(app.text()).not.toContain(error);
    await app.press('Tab');
    expect(app.text()).toContain(error);
    expect(byId(app, 'mail').accessibleText()).toContain(
      'invalid: Please enter an e-mail address.',
    );
    await app.press('Shift+Tab', 'End');
    await app.type('@example.org');
    expect(app.text()).not.toContain(error);
  });

  it('goes to what is missing where Enter is pressed too early', async () => {
    const app = await open();
    await app.type('Ada');
    await app.press('Enter');
    expect(app.document.activeElement.id).toBe('mail');
    expect(orders(app)).toEqual([]);
    await app.type('a@b.c');
    await app.press('Enter');
    expect(app.document.activeElement.id).toBe('beans');
    await app.press('Enter', 'Home', 'Enter', 'Tab', 'Enter');
    expect(app.notifications).toEqual(['Please agree to the terms.']);
    expect(app.document.activeElement.id).toBe('terms');
  });

  it('is empty after Clear, and says nothing is wrong', async () => {
    const app = await open();
    await app.type('x');
    await app.press('Tab');
    await app.type('y');
    await app.press('Tab');
    expect(app.text()).toContain('Two letters at least.');
    await app.click('#clear');
    expect(app.text()).not.toMatch(/letters|e-mail address/);
    expect(app.document.querySelectorAll(':user-invalid').length).toBe(0);
    expect(byId(app, 'bags').accessibleText()).toContain('"2"');
    expect(app.text()).toContain('2 × beans');
    expect((byId(app, 'name') as unknown as { value: string }).value).toBe('');
  });
});
