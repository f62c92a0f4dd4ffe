/** `option` and `optgroup`: the options of a select. They have no boxes; the select reads and paints them. */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  childElementsOf,
  CONTENT_CHANGED,
  DISABLED_ATTRIBUTE,
  parentElementOf,
  PROPS,
  setDeclared,
  textOf,
  TuiElement,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  Example,
} from '../support/author.js';
import {
  IS_CHOSEN,
  CHOOSE,
  OPTION_TEXT,
  OPTION_VALUE,
  OPTION_DISABLED,
  OPTION_SELECTED,
} from './internals.js';

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

/** Of every element; declared here, where a change has to reach the list that shows the option. */
const HIDDEN_ATTRIBUTE = {
  hidden: {
    type: 'boolean',
    default: false,
    description:
      'Leaves it out of the list. A hidden option can be selected by attributes and scripts.',
  },
} as const satisfies AttributeTable;

function isOptionOwner(element: TuiElement): element is TuiElement & OptionOwner {
  return IS_CHOSEN in element;
}

function ownerOf(part: TuiElement): (TuiElement & OptionOwner) | undefined {
  const parent = parentElementOf(part);
  const select = parent instanceof OptGroup ? parentElementOf(parent) : parent;
  return select !== null && isOptionOwner(select) ? select : undefined;
}

function plain(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** Options in the order of the document, and each group before its options. */
export function* optionsIn(parent: TuiElement): Generator<Option | OptGroup> {
  for (const child of childElementsOf(parent)) {
    if (child instanceof Option) yield child;
    else if (child instanceof OptGroup && !(parent instanceof OptGroup)) {
      yield child;
      yield* optionsIn(child);
    }
  }
}

/** False for what is left out of the list, by itself or with its group. */
export function isListed(part: Option | OptGroup): boolean {
  const group = part instanceof Option ? groupOf(part) : undefined;
  return !part[PROPS].hidden && group?.[PROPS].hidden !== true;
}

/** The group that an option is in. */
export function groupOf(option: Option): OptGroup | undefined {
  const parent = parentElementOf(option);
  return parent instanceof OptGroup ? parent : undefined;
}

export class Option extends TuiElement {
  static override readonly tag: string = 'option';
  static override readonly description: string =
    'An option of a select. Its text is what the user sees.';
  static override readonly content = 'inline';
  static override readonly attributes = {
    value: { type: 'string', description: 'The value; default: the text.' },
    label: { type: 'string', description: 'Shown instead of the text.' },
    selected: { type: 'boolean', default: false, description: 'Selected at the start.' },
    ...DISABLED_ATTRIBUTE,
    ...HIDDEN_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly examples: readonly Example[] = [EXAMPLE];
  declare readonly [PROPS]: AttributeValues<typeof Option.attributes>;

  get text(): string {
    return this[OPTION_TEXT];
  }
  get [OPTION_TEXT](): string {
    return this[PROPS].label ?? plain(textOf(this));
  }

  get value(): string {
    return this[OPTION_VALUE];
  }
  get [OPTION_VALUE](): string {
    return this[PROPS].value ?? plain(textOf(this));
  }
  set value(value: unknown) {
    this[OPTION_VALUE] = value;
  }
  set [OPTION_VALUE](value: unknown) {
    setDeclared(this, 'value', String(value));
  }

  /** Whether it is selected now; the attribute sets the initial selection. */
  get selected(): boolean {
    return this[OPTION_SELECTED];
  }
  get [OPTION_SELECTED](): boolean {
    return ownerOf(this)?.[IS_CHOSEN](this) ?? this[PROPS].selected;
  }
  set selected(on: unknown) {
    this[OPTION_SELECTED] = on;
  }
  set [OPTION_SELECTED](on: unknown) {
    ownerOf(this)?.[CHOOSE](this, Boolean(on));
  }

  get disabled(): boolean {
    return this[OPTION_DISABLED];
  }
  get [OPTION_DISABLED](): boolean {
    const parentElement = parentElementOf(this);
    return (
      this[PROPS].disabled || (parentElement instanceof OptGroup && parentElement[PROPS].disabled)
    );
  }
  set disabled(on: unknown) {
    this[OPTION_DISABLED] = on;
  }
  set [OPTION_DISABLED](on: unknown) {
    setDeclared(this, 'disabled', Boolean(on));
  }

  override [ATTRIBUTE_CHANGED](): void {
    ownerOf(this)?.[CONTENT_CHANGED]();
  }

  /** Outside of a select: there is nothing to choose it for. */
  override [ACCESSIBLE_NODE](): AccessibleElement {
    const name = `option "${this[OPTION_TEXT]}"`;
    return { role: 'img', name, line: { text: name } };
  }
}

export class OptGroup extends TuiElement {
  static override readonly tag: string = 'optgroup';
  static override readonly description: string = 'A group of options under a heading.';
  static override readonly content = 'inline';
  static override readonly attributes = {
    label: { type: 'string', default: '', description: 'The heading.' },
    ...DISABLED_ATTRIBUTE,
    ...HIDDEN_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly examples: readonly Example[] = [EXAMPLE];
  declare readonly [PROPS]: AttributeValues<typeof OptGroup.attributes>;

  override [ATTRIBUTE_CHANGED](): void {
    ownerOf(this)?.[CONTENT_CHANGED]();
  }
}
