/** A label: the name of a control that it refers to or contains. */
import {
  clickElement,
  controlOf,
  DEFAULT_ACTION,
  FOCUSABLE,
  focusElement,
  getAttribute,
  IS_NAME_ONLY,
  LABELED_CONTROL,
  parentElementOf,
  PROPS,
  setAttribute,
  TuiElement,
} from './support/author.js';
import type { AttributeTable, Example, InputAction, StyleRule } from './support/author.js';

export class Label extends TuiElement {
  static override readonly tag: string = 'label';
  static override readonly description: string =
    'The label of a control: the one whose id is `for`, or the one it contains. A click focuses the control and toggles a checkbox or switch; a screen reader announces the label with the control.';
  static override readonly content = 'flow';
  static override readonly attributes = {
    for: {
      type: 'string',
      description: 'Id of the control; default: the control in the label.',
    },
  } as const satisfies AttributeTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'label', declarations: { 'flex-direction': 'row', 'column-gap': '1' } },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'fields',
      size: [36, 5],
      markup: `<container style="display: grid; grid-template-columns: auto 1fr; gap: 0 1">
  <label for="name">Name</label><input id="name" value="Ada"/>
  <label for="mail">E-mail</label><input id="mail" type="email" placeholder="you@example.org"/>
  <label for="gift">A gift</label><switch id="gift" checked="true"/>
</container>
<label>Bags <input type="number" value="2" size="4"/></label>`,
    },
  ];

  /** The attribute `for`. */
  get htmlFor(): string {
    return getAttribute(this, 'for') ?? '';
  }
  set htmlFor(id: unknown) {
    setAttribute(this, 'for', String(id));
  }

  /** The control that it labels; null if there is none. */
  get control(): TuiElement | null {
    return this[LABELED_CONTROL];
  }
  get [LABELED_CONTROL](): TuiElement | null {
    return controlOf(this);
  }

  /** The control's accessible name contains this text. */
  override get [IS_NAME_ONLY](): boolean {
    return this[LABELED_CONTROL] !== null;
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (event.type !== 'click') return false;
    const control = this[LABELED_CONTROL];
    const target = event.target;
    if (control === null || this.#isOfItsOwn(target)) return false;
    if (control[PROPS]['disabled'] === true) return true;
    focusElement(control);
    clickElement(control);
    return true;
  }

  /** What can be clicked by itself, inside the label, is not the label. */
  #isOfItsOwn(target: TuiElement): boolean {
    for (let at: TuiElement | null = target; at !== null && at !== this; at = parentElementOf(at)) {
      if (at === this[LABELED_CONTROL] || at[FOCUSABLE]) return true;
    }
    return false;
  }
}
