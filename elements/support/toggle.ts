/** What is on or off and says so by a mark before its label: checkbox and switch. */
import type { ElementList } from '../../runtime/element/tui-element.js';
import { FORM_ATTRIBUTES, formOf, keepDefault } from './forms.js';
import { labelsOf } from './labels.js';
import type { AttributeTable, AttributeValues } from '../../runtime/element/contract.js';
import { TuiElement, type TuiEvent } from '../../runtime/element/tui-element.js';
import {
  ACCENT_STYLE,
  DISABLED_ATTRIBUTE,
  fireChange,
  inputOf,
  plainKey,
  showPress,
} from './control.js';

export const TOGGLE_ATTRIBUTES = {
  checked: { type: 'boolean', default: false, description: 'On, or off.' },
  ...DISABLED_ATTRIBUTE,
  name: { type: 'string', description: 'What it is called among the values of a form.' },
  ...FORM_ATTRIBUTES,
} as const satisfies AttributeTable;

export const TOGGLE_EVENTS = {
  input: { description: 'The user has switched it.' },
  change: { description: 'The user has switched it.' },
};

export abstract class Toggle extends TuiElement {
  static override readonly content = 'inline';
  static override readonly shrinkToFit = true;
  static override readonly styles = ACCENT_STYLE;
  static override readonly events = TOGGLE_EVENTS;
  declare readonly props: AttributeValues<typeof TOGGLE_ATTRIBUTES>;

  override get focusable(): boolean {
    return true;
  }

  /** The form that it belongs to. */
  get form(): TuiElement | null {
    return formOf(this);
  }

  /** The labels whose control it is. */
  get labels(): ElementList {
    return labelsOf(this);
  }

  /** The other state, by the user. */
  protected toggle(): void {
    keepDefault(this, this.props.checked);
    this.setDeclared('checked', !this.props.checked);
    fireChange(this);
  }

  override attributeChanged(): void {
    this.invalidate('paint');
  }

  override defaultAction(event: TuiEvent): boolean {
    if (this.props.disabled) return false;
    switch (event.type) {
      case 'mousedown':
        return true;
      case 'click':
        this.toggle();
        return true;
      case 'keydown': {
        const key = plainKey(event);
        if (event.target !== this || (key !== 'Enter' && key !== ' ')) return false;
        // A key that is held down would make it flicker.
        if (inputOf(event).repeat === true) return true;
        showPress(this);
        this.click();
        return true;
      }
      default:
        return false;
    }
  }
}
