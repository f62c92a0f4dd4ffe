/** Steps of a form: what shows, how the user moves, and what keeps them where they are. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Form } from '../../../elements/form/form.js';
import { FormStep } from '../../../elements/form/form-step.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use, type Used } from '../control.js';

afterEach(unmountAll);

const WIZARD = `<form>
  <form-step id="server" label="Server">
    <label>Host <input name="host" required/></label>
    <label>Port <input name="port" type="number" value="22" min="1"/></label>
  </form-step>
  <form-step id="account" label="Account">
    <label>User <input name="user" value="ada"/></label>
    <checkbox name="admin">Administrator</checkbox>
  </form-step>
  <form-step id="summary" label="Summary"><text>Ready.</text></form-step>
</form>`;

const formOf = ({ get }: Used): Form => get('form') as Form;
const current = ({ app }: Used): string | undefined =>
  app.document.querySelector('form-step:state(current)')?.id;
const lines = ({ app }: Used): string[] =>
  app
    .text()
    .split('\n')
    .map((each) => each.trimEnd());
const focused = ({ app }: Used): string | null => {
  const { activeElement } = app.document;
  return activeElement.getAttribute('name') ?? activeElement.getAttribute('type');
};
const buttons = ({ app }: Used): string[] =>
  [...app.document.querySelectorAll('button')]
    .filter((each) => !each.hasAttribute('hidden') && !each.hasAttribute('disabled'))
    .map((each) => each.textContent ?? '');

async function wizard(markup = WIZARD): Promise<Used & { log: string[] }> {
  const used = await use(markup);
  const log: string[] = [];
  for (const type of ['beforestep', 'step', 'submit', 'invalid']) {
    used.app.document.addEventListener(
      type,
      (event) => {
        const { from, to, index } = event as unknown as Record<string, unknown>;
        const place = type === 'step' ? ` ${String(index)}` : '';
        log.push(type === 'beforestep' ? `${type} ${String(from)} ${String(to)}` : type + place);
      },
      { capture: true },
    );
  }
  return { ...used, log };
}

describe('steps', () => {
  it('go on with Enter at a checkbox as at a field, and Space toggles it', async () => {
    const used = await wizard(`<form id="form">
      <form-step label="One"><checkbox id="c" name="c">More</checkbox></form-step>
      <form-step label="Two"><radio id="r" name="r" value="a">A</radio></form-step></form>`);
    used.get('#c').focus();
    await used.app.press('Space', 'Enter');
    expect(lines(used)[0]).toBe('Two  2 of 2');
    used.get('#r').focus();
    await used.app.press('Space', 'Enter');
    expect(used.log.at(-1)).toBe('submit');
    expect(formOf(used).getData()).toEqual({ c: true, r: 'a' });
  });

  it('show one after the other, with their place and buttons', async () => {
    const used = await wizard();
    expect(lines(used).slice(0, 6)).toEqual([
      'Server  1 of 3',
      '',
      expect.stringMatching(/^Host/),
      expect.stringMatching(/^Port +22/),
      '',
      expect.stringMatching(/^ +Back +Next$/),
    ]);
    expect(buttons(used)).toEqual(['Next']);
    used.get('[name=host]').focus();
    await used.app.type('h');
    await used.app.press('Enter');
    expect(current(used)).toBe('account');
    expect(lines(used)[0]).toBe('Account  2 of 3');
    expect(buttons(used)).toEqual(['Back', 'Next']);
    expect(focused(used)).toBe('user');
    await used.app.press('Enter');
    expect(lines(used)[0]).toBe('Summary  3 of 3');
    expect(buttons(used)).toEqual(['Back', 'Submit']);
    // Nothing in the step can have the focus: the button that goes on has it.
    expect(focused(used)).toBe('next');
    await used.app.press('Enter');
    expect(used.log).toEqual(['beforestep 0 1', 'step 1', 'beforestep 1 2', 'step 2', 'submit']);
    expect(formOf(used).getData()).toEqual({ host: 'h', port: 22, user: 'ada', admin: false });
  });

  it('keep their values on the way back', async () => {
    const used = await wizard();
    used.get('[name=host]').focus();
    await used.app.type('example.org');
    await used.app.click('button[type=next]');
    await used.app.click('[name=admin]');
    await used.app.click('button[type=back]');
    expect([current(used), focused(used)]).toEqual(['server', 'host']);
    expect(lines(used)[2]).toContain('example.org');
    await used.app.press('Ctrl+PageDown');
    expect(formOf(used).getData()).toMatchObject({ host: 'example.org', admin: true });
  });

  it('do not go on from an invalid one', async () => {
    const used = await wizard();
    await used.app.click('button[type=next]');
    expect([current(used), focused(used)]).toEqual(['server', 'host']);
    expect(used.get('[name=host]').matches(':user-invalid')).toBe(true);
    expect(used.log).toEqual(['invalid']);
    expect(formOf(used).nextStep()).toBe(false);
    formOf(used).noValidate = true;
    expect(formOf(used).nextStep()).toBe(true);
    expect(formOf(used).previousStep()).toBe(true);
    expect(formOf(used).previousStep()).toBe(false);
  });

  it('show why they do not, until the control is valid', async () => {
    const used = await wizard();
    const shown = (): string | null => used.get('.step-message').textContent;
    await used.app.click('button[type=next]');
    expect(shown()).toBe('Please fill in this field.');
    await used.app.type('h');
    expect(shown()).toBe('');
    await used.app.press('Backspace');
    expect(shown()).toBe('Please fill in this field.');
    formOf(used).step = 1;
    await used.app.settle();
    expect(used.app.text()).not.toContain('Please');
    formOf(used).previousStep();
    formOf(used).fill({ host: 'h' });
    await used.app.press('Enter');
    expect(used.app.text()).not.toContain('Please');
  });

  it('move by Ctrl with Page Up and Page Down, from anywhere in the form', async () => {
    const used = await wizard();
    used.get('[name=host]').focus();
    await used.app.type('h');
    await used.app.press('Ctrl+PageDown');
    expect(current(used)).toBe('account');
    used.get('button[type=next]').focus();
    await used.app.press('Ctrl+PageDown', 'Ctrl+PageDown');
    expect(current(used)).toBe('summary');
    await used.app.press('Ctrl+PageUp', 'Ctrl+PageUp', 'Ctrl+PageUp');
    expect(current(used)).toBe('server');
  });

  it('stay where a listener prevents it, and follow one that moves by itself', async () => {
    const used = await wizard();
    const form = formOf(used);
    form.fill({ host: 'h' });
    const stay = (event: { preventDefault(): void }): void => event.preventDefault();
    form.addEventListener('beforestep', stay);
    expect(form.nextStep()).toBe(false);
    expect(current(used)).toBe('server');
    form.removeEventListener('beforestep', stay);
    form.addEventListener('beforestep', () => (form.step = 'summary'));
    expect(form.nextStep()).toBe(false);
    expect(current(used)).toBe('summary');
  });

  it('show the first invalid control of all on a submission', async () => {
    const used = await wizard();
    formOf(used).step = 2;
    await used.app.settle();
    await used.app.click('button[type=next]');
    expect([current(used), focused(used)]).toEqual(['server', 'host']);
    expect(used.log).toEqual(['invalid', 'step 0']);
  });

  it('that are disabled are passed over, and their controls do not count', async () => {
    const used = await wizard();
    const form = formOf(used);
    used.get('#account').setAttribute('disabled', '');
    await used.app.settle();
    expect(lines(used)[0]).toBe('Server  1 of 2');
    form.fill({ host: 'h' });
    expect(() => form.fill({ user: 'x' })).toThrow('the control "user" is disabled');
    form.nextStep();
    expect(current(used)).toBe('summary');
    expect(form.getData()).toEqual({ host: 'h', port: 22 });
    used.get('#summary').setAttribute('disabled', '');
    expect(current(used)).toBe('server');
    used.get('#account').removeAttribute('disabled');
    used.get('#server').setAttribute('disabled', '');
    // Invalid controls of a disabled step do not block the others.
    used.get('[name=host]').setAttribute('value', '');
    expect([current(used), form.checkValidity()]).toEqual(['account', true]);
  });

  it('come and go', async () => {
    const used = await wizard();
    const form = formOf(used);
    form.step = 'account';
    used.get('#server').remove();
    await used.app.settle();
    expect([current(used), form.stepIndex]).toEqual(['account', 0]);
    used.get('#account').remove();
    await used.app.settle();
    expect(lines(used)[0]).toBe('Summary');
    const step = used.app.document.createElement('form-step');
    step.setAttribute('label', 'Last');
    form.append(step);
    await used.app.settle();
    expect(lines(used)[0]).toBe('Summary  1 of 2');
    // The buttons are below all steps.
    expect(form.lastElementChild!.className).toBe('step-buttons');
    used.get('#summary').remove();
    step.remove();
    await used.app.settle();
    expect([form.stepIndex, buttons(used)]).toEqual([-1, []]);
  });

  it('are of the nearest form around them', async () => {
    const used = await use(
      '<form-step label="Alone"><text>hidden</text></form-step><form><container><form-step label="Inside"><text>shown</text></form-step></container></form>',
    );
    expect(used.app.text()).not.toContain('hidden');
    expect(lines(used)[0]).toBe('Inside');
  });
});

describe('the current step', () => {
  it('is named by id or place, and can be bound', async () => {
    const used = await use(WIZARD.replace('<form>', '<form bind:step="at">'), {
      state: { at: 'account' },
    });
    expect(current(used)).toBe('account');
    formOf(used).nextStep();
    await used.app.settle();
    expect(used.state['at']).toBe('summary');
    used.state['at'] = 0;
    await used.app.settle();
    expect(current(used)).toBe('server');
    formOf(used).fill({ host: 'h' });
    formOf(used).nextStep();
    await used.app.settle();
    expect(used.state['at']).toBe(1);
  });

  it('is the first for a name of none', async () => {
    for (const step of ['7', 'none', '-1', '']) {
      const used = await use(WIZARD.replace('<form>', `<form step="${step}">`));
      expect([step, current(used)]).toEqual([step, 'server']);
      unmountAll();
    }
  });
});

describe('buttons', () => {
  it('of the author replace those of the form', async () => {
    const used = await wizard(
      WIZARD.replace(
        '</form>',
        '<button id="b" type="back">Zurück</button><button id="n" type="next">Weiter</button></form>',
      ),
    );
    expect(buttons(used)).toEqual(['Zurück', 'Weiter']);
    formOf(used).fill({ host: 'h' });
    await used.app.click('#n');
    await used.app.click('#b');
    await used.app.click('#n');
    await used.app.click('#n');
    await used.app.click('#n');
    expect(used.log.at(-1)).toBe('submit');
  });

  it('have the labels of the form, and leave submitting to another button', async () => {
    const used = await wizard(
      WIZARD.replace('<form>', '<form back-label="Zurück" next-label="Weiter">').replace(
        '<text>Ready.</text>',
        '<button id="go">Install</button>',
      ),
    );
    formOf(used).fill({ host: 'h' });
    expect(buttons(used)).toContain('Weiter');
    formOf(used).step = 2;
    await used.app.settle();
    expect(buttons(used)).toEqual(['Install', 'Zurück']);
    used.get('form').focus();
    await used.app.click('#go');
    expect(used.log).toEqual(['submit']);
  });
});

describe('a step', () => {
  it('is announced with its place', async () => {
    const used = await wizard();
    expect(formOf(used).accessibleText()).toContain('Server, 1 of 3');
    expect(formOf(used).accessibleText()).not.toContain('Account');
    expect(formOf(used).accessibleText()).toContain('button "Next"');
  });

  it('is drawn within its width, whatever its label', async () => {
    for (const label of HOSTILE) {
      for (const width of [0, 1, 2, 5, 12, 40]) {
        const app = await mount(
          `<tui><form style="width: ${width}"><form-step label="${escaped(label)}"/><form-step/></form></tui>`,
          { width: 40, height: 6, errors: 'keep' },
        );
        expect(isClean(app.output)).toBe(true);
      }
    }
  });

  it.each(GOLDEN_THEMES)('looks as it should in %s', async (theme) => {
    const [example] = FormStep.examples;
    const [width, height] = example!.size;
    const app = await mount(example!.markup, { width, height, theme });
    expect(app.diagnostics).toEqual([]);
    expect(app).toMatchScreen(`example ${theme}`);
    const first = await mount(WIZARD, { width: 48, height: 7, theme });
    await first.click('button[type=next]');
    expect(first).toMatchScreen(`invalid ${theme}`);
  });
});
