/** `required` of what is checked: checkboxes, switches, radio buttons and their groups. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Form } from '../../elements/form/form.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import type { ValidatedElement } from '../../elements/support/validated-element.js';
import { use, type Used } from './control.js';

afterEach(unmountAll);

const CHECK = 'Please check this box if you want to proceed.';
const SELECT = 'Please select one of these options.';

const at = ({ get }: Used, selector: string): ValidatedElement => get(selector) as ValidatedElement;
const invalid = ({ app }: Used, state = 'invalid'): string[] =>
  [...app.document.querySelectorAll(`:${state}`)].map(({ id }) => id);

const TERMS = `<form novalidate><checkbox id="terms" name="terms" required>I accept</checkbox>
<switch id="on" name="on" required>On</switch><checkbox id="free">News</checkbox></form>`;

const RADIOS = `<form><radio id="s" name="size" value="s">Small</radio>
<radio id="m" name="size" value="m" required>Medium</radio>
<radio id="l" name="size" value="l" disabled>Large</radio></form>`;

const GROUP = `<form><radio-group id="g" name="size" title="Size" required>
<radio id="s" value="s">Small</radio><radio id="m" value="m">Medium</radio></radio-group></form>`;

describe('a checkbox and a switch', () => {
  it('are invalid while they are off', async () => {
    const used = await use(TERMS);
    expect(invalid(used)).toEqual(['terms', 'on']);
    expect(invalid(used, 'required')).toEqual(['terms', 'on']);
    const terms = at(used, '#terms');
    expect([terms.validity.valueMissing, terms.validationMessage]).toEqual([true, CHECK]);
    await used.app.click('#terms');
    expect([terms.validity.valid, terms.validationMessage]).toEqual([true, '']);
    expect(invalid(used)).toEqual(['on']);
    used.get('#on').removeAttribute('required');
    expect(invalid(used)).toEqual([]);
    used.get('#on').setAttribute('required', '');
    used.get('#on').setAttribute('disabled', '');
    expect(invalid(used)).toEqual([]);
    expect(at(used, '#on').willValidate).toBe(false);
  });

  it('look invalid once the user has turned them off, or a form is submitted', async () => {
    const used = await use(TERMS, { width: 16 });
    expect([used.row(0), invalid(used, 'user-invalid')]).toEqual(['[ ] I accept', []]);
    await used.app.click('#terms');
    await used.app.click('#terms');
    expect([used.row(0), invalid(used, 'user-invalid')]).toEqual(['[!] I accept', ['terms']]);
    expect((used.get('form') as Form).reportValidity()).toBe(false);
    await used.app.settle();
    expect(used.app.text()).toContain('○─! On');
    (used.get('form') as Form).reset();
    expect(invalid(used, 'user-invalid')).toEqual([]);
  });

  it('are required in words', async () => {
    const used = await use(TERMS);
    expect(at(used, '#terms').accessibleText()).toBe('checkbox "I accept", not checked, required');
    at(used, '#terms').reportValidity();
    expect(at(used, '#terms').accessibleText()).toBe(
      `checkbox "I accept", not checked, required, invalid: ${CHECK}`,
    );
    expect(at(used, '#on').accessibleText()).toBe('switch "On", off, required');
  });

  it('have messages of the app', async () => {
    const used = await use(TERMS);
    const free = at(used, '#free');
    free.setCustomValidity('Choose the news.');
    expect([free.checkValidity(), free.validationMessage]).toEqual([false, 'Choose the news.']);
    free.setCustomValidity('');
    expect(free.checkValidity()).toBe(true);
  });
});

describe('radio buttons', () => {
  it('are all invalid while none is selected, if one is required', async () => {
    const used = await use(RADIOS);
    expect(invalid(used)).toEqual(['s', 'm']);
    expect(at(used, '#s').validationMessage).toBe(SELECT);
    await used.app.click('#s');
    expect(invalid(used)).toEqual([]);
    used.get('#s').removeAttribute('checked');
    expect(invalid(used)).toEqual(['s', 'm']);
    used.get('#m').removeAttribute('required');
    expect(invalid(used)).toEqual([]);
  });

  it('follow what joins and leaves their group', async () => {
    const used = await use(RADIOS);
    const m = used.get('#m');
    m.remove();
    expect(invalid(used)).toEqual([]);
    used.get('form').append(m);
    expect(invalid(used)).toEqual(['s', 'm']);
    m.setAttribute('name', 'other');
    expect(invalid(used)).toEqual(['m']);
    m.setAttribute('name', 'size');
    used.get('#s').setAttribute('checked', '');
    expect(invalid(used)).toEqual([]);
    used.get('#s').remove();
    expect(invalid(used)).toEqual(['m']);
  });

  it('keep the form, at the first that can be selected', async () => {
    const used = await use(RADIOS, { width: 12 });
    expect((used.get('form') as Form).reportValidity()).toBe(false);
    await used.app.settle();
    expect(used.app.document.activeElement.id).toBe('s');
    expect(used.app.text()).toContain('(!) Small');
    expect(at(used, '#m').accessibleText()).toBe(
      `radio button "Medium", not chosen, 2 of 3, required, invalid: ${SELECT}`,
    );
    await used.app.press('Space');
    expect(used.app.text()).not.toContain('!');
    expect((used.get('form') as Form).reportValidity()).toBe(true);
  });
});

describe('a group of radio buttons', () => {
  it('is invalid while none of them is selected', async () => {
    const used = await use(GROUP);
    expect(invalid(used)).toEqual(['g']);
    await used.app.click('#m');
    expect(invalid(used)).toEqual([]);
    used.get('#m').remove();
    expect(invalid(used)).toEqual(['g']);
    used.get('#g').removeAttribute('required');
    expect(invalid(used)).toEqual([]);
  });

  it('passes the focus on, and is reset with its radio buttons', async () => {
    const used = await use(GROUP, { width: 12 });
    const form = used.get('form') as Form;
    expect(form.reportValidity()).toBe(false);
    await used.app.settle();
    expect(used.app.document.activeElement.id).toBe('s');
    expect(used.app.text()).toContain('(!) Small');
    expect(at(used, '#g').accessibleText()).toContain(`required, invalid: ${SELECT}`);
    await used.app.press('Space');
    expect(used.app.text()).not.toContain('!');
    at(used, '#g').reset();
    expect(form.getData()).toEqual({ size: null });
    expect([invalid(used), invalid(used, 'user-invalid')]).toEqual([['g'], []]);
  });
});
