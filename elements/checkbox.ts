/** A checkbox: checked, unchecked or indeterminate. */
import {
  accentOf,
  ACCESSIBLE_NODE,
  GUTTERS,
  markRules,
  PAINT_GUTTERS,
  PROPS,
  setDeclared,
} from './support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  Example,
  Insets,
  Painter,
  StyleRule,
} from './support/author.js';
import { Toggle, TOGGLE_ATTRIBUTES } from './support/toggle.js';
import { paintInvalidMark } from './support/invalid-mark.js';
import { TOGGLE, TOGGLE_NODE } from './support/internals.js';

/** `[✓] `, before the label. */
const INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 4 };

export class Checkbox extends Toggle {
  static override readonly tag: string = 'checkbox';
  static override readonly persist: readonly string[] = ['checked'];
  static override readonly description: string =
    'A checkbox. Its content is the label. Space and a click toggle it, and Enter outside of a form; `bind` binds `checked`.';
  static override readonly attributes = {
    ...TOGGLE_ATTRIBUTES,
    indeterminate: {
      type: 'boolean',
      default: false,
      description:
        'Indeterminate: some items of a group are checked. Cleared when the user toggles it.',
    },
    value: { type: 'string', default: 'on', description: 'Value submitted while it is checked.' },
  } as const satisfies AttributeTable;
  static override readonly rules: readonly StyleRule[] = markRules('checkbox');
  static override readonly examples: readonly Example[] = [
    {
      name: 'states',
      size: [44, 4],
      markup: `<checkbox checked="true">Save logs</checkbox>
<checkbox>Send <b>anonymous</b> statistics</checkbox>
<checkbox indeterminate="true">All files</checkbox>
<checkbox checked="true" disabled="true">Required by your organisation</checkbox>`,
    },
    {
      name: 'a long label',
      size: [24, 4],
      markup: `<checkbox checked="true">Ask before files that others have changed are written over</checkbox>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Checkbox.attributes>;

  override get [GUTTERS](): Insets {
    return INSETS;
  }

  protected override [TOGGLE](): void {
    if (this[PROPS].indeterminate) setDeclared(this, 'indeterminate', false);
    super[TOGGLE]();
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    const { checked, indeterminate } = this[PROPS];
    painter.text(0, 0, '[ ]');
    const mark = indeterminate ? '–' : checked ? '✓' : '';
    painter.text(1, 0, mark, painter.style(accentOf(this, painter)));
    if (mark === '') paintInvalidMark(this, painter, 1);
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { checked, indeterminate } = this[PROPS];
    return this[TOGGLE_NODE]('checkbox', indeterminate ? 'mixed' : checked);
  }
}
