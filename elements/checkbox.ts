/** A checkbox: checked, not checked, or neither. */
import type { AccessibleElement } from '../runtime/accessible-node.js';
import type {
  AttributeTable,
  AttributeValues,
  Example,
  Painter,
  StyleRule,
} from '../runtime/element/contract.js';
import type { Insets } from '../runtime/element/tui-element.js';
import { controlNode, describe, nameOf } from './support/control.js';
import { accentOf, markRules } from './support/looks.js';
import { Toggle, TOGGLE_ATTRIBUTES } from './support/toggle.js';

/** `[✓] `, before the label. */
const GUTTERS: Insets = { top: 0, right: 0, bottom: 0, left: 4 };

export class Checkbox extends Toggle {
  static override readonly tag: string = 'checkbox';
  static override readonly description: string =
    'A checkbox. Its content is the label. Space, Enter and a click switch it; `bind` binds `checked`.';
  static override readonly attributes = {
    ...TOGGLE_ATTRIBUTES,
    indeterminate: {
      type: 'boolean',
      default: false,
      description: 'Neither checked nor not, as over a list of which a part is. The user ends it.',
    },
    value: { type: 'string', default: 'on', description: 'Its value while it is checked.' },
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
  declare readonly props: AttributeValues<typeof Checkbox.attributes>;

  override get gutters(): Insets {
    return GUTTERS;
  }

  protected override toggle(): void {
    if (this.props.indeterminate) this.setDeclared('indeterminate', false);
    super.toggle();
  }

  override paintGutters(painter: Painter): void {
    const { checked, indeterminate } = this.props;
    painter.text(0, 0, '[ ]');
    const mark = indeterminate ? '–' : checked ? '✓' : '';
    painter.text(1, 0, mark, painter.style(accentOf(this, painter)));
  }

  override accessibleText(): string {
    const { checked, indeterminate } = this.props;
    const state = indeterminate ? 'partly checked' : checked ? 'checked' : 'not checked';
    return describe(this, 'checkbox', nameOf(this, this.textContent), state);
  }

  override accessibleNode(): AccessibleElement {
    const { checked, indeterminate } = this.props;
    return controlNode(this, 'checkbox', nameOf(this, this.textContent), {
      checked: indeterminate ? 'mixed' : checked,
    });
  }
}
