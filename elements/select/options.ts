/** `option` and `optgroup`: what a select offers. They have no boxes; the select reads and paints them. */
import type { AttributeTable, AttributeValues, Example } from '../../runtime/element/contract.js';
import { TuiElement } from '../../runtime/element/tui-element.js';
import { DISABLED_ATTRIBUTE } from '../support/control.js';
import {
  PROPS,
  ATTRIBUTE_CHANGED,
  CONTENT_CHANGED,
  ACCESSIBLE_TEXT,
} from '../../runtime/element/internals.js';
import { setDeclared } from '../../runtime/element/attribute-values.js';
import { IS_CHOSEN, CHOOSE } from './internals.js';

/** What an option asks of the select around it. */
export interface OptionOwner {
  [IS_CHOSEN](option: Option): boolean;
  [CHOOSE](option: Option, on: boolean): void;
  [CONTENT_CHANGED](): void;
}

const EXAMPLE: Example = {
  name: 'groups',
  size: [30, 9],
  markup: `<select size="7" value="oslo">
  <optgroup label="Nordic"><option value="oslo">Oslo</option><option>Helsinki</option></optgroup>
  <optgroup label="Baltic"><option>Riga</option><option disabled="true">Tallinn</option></optgroup>
</select>`,
};

function ownerOf(part: TuiElement): (TuiElement & OptionOwner) | undefined {
  const parent = part.parentElement;
  const select = parent?.localName === 'optgroup' ? parent.parentElement : parent;
  return select?.localName === 'select' ? (select as TuiElement & OptionOwner) : undefined;
}

function plain(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

export class Option extends TuiElement {
  static override readonly tag: string = 'option';
  static override readonly description: string =
    'One of the values of a select; its text is what people read.';
  static override readonly content = 'inline';
  static override readonly attributes = {
    value: { type: 'string', description: 'The value; by default the text.' },
    label: { type: 'string', description: 'Shown instead of the text.' },
    selected: { type: 'boolean', default: false, description: 'Chosen at the start.' },
    ...DISABLED_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly examples: readonly Example[] = [EXAMPLE];
  declare readonly [PROPS]: AttributeValues<typeof Option.attributes>;

  get text(): string {
    return this[PROPS].label ?? plain(this.textContent);
  }

  get value(): string {
    return this[PROPS].value ?? plain(this.textContent);
  }
  set value(value: unknown) {
    setDeclared(this, 'value', String(value));
  }

  /** Whether it is chosen now; the attribute says what is chosen at the start. */
  get selected(): boolean {
    return ownerOf(this)?.[IS_CHOSEN](this) ?? this[PROPS].selected;
  }
  set selected(on: unknown) {
    ownerOf(this)?.[CHOOSE](this, Boolean(on));
  }

  get disabled(): boolean {
    const { parentElement } = this;
    return (
      this[PROPS].disabled || (parentElement instanceof OptGroup && parentElement[PROPS].disabled)
    );
  }
  set disabled(on: unknown) {
    setDeclared(this, 'disabled', Boolean(on));
  }

  override [ATTRIBUTE_CHANGED](): void {
    ownerOf(this)?.[CONTENT_CHANGED]();
  }

  override [ACCESSIBLE_TEXT](): string {
    return `option "${this.text}"`;
  }
}

export class OptGroup extends TuiElement {
  static override readonly tag: string = 'optgroup';
  static override readonly description: string = 'Options of a select under a heading.';
  static override readonly content = 'inline';
  static override readonly attributes = {
    label: { type: 'string', default: '', description: 'The heading.' },
    ...DISABLED_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly examples: readonly Example[] = [EXAMPLE];
  declare readonly [PROPS]: AttributeValues<typeof OptGroup.attributes>;

  override [ATTRIBUTE_CHANGED](): void {
    ownerOf(this)?.[CONTENT_CHANGED]();
  }
}
