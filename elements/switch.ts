/** A switch: on or off, shown by the position and shape of its knob. */
import {
  accentOf,
  ACCESSIBLE_NODE,
  GUTTERS,
  markRules,
  PAINT_GUTTERS,
  PROPS,
  TRACK_STYLE,
  trackOf,
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
import { paintInvalidMark } from './support/invalid-mark.js';
import { TOGGLE_NODE } from './support/internals.js';
import { Toggle, TOGGLE_ATTRIBUTES } from './support/toggle.js';

/** `━━● `, before the label. */
const INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 4 };

export class Switch extends Toggle {
  static override readonly tag: string = 'switch';
  static override readonly persist: readonly string[] = ['checked'];
  static override readonly description: string =
    'A switch for a setting that takes effect at once. Its content is the label. Space and a click toggle it, and Enter outside of a form; `bind` binds `checked`.';
  static override readonly attributes = { ...TOGGLE_ATTRIBUTES } as const satisfies AttributeTable;
  static override readonly styles = { ...Toggle.styles, ...TRACK_STYLE };
  static override readonly rules: readonly StyleRule[] = markRules('switch');
  static override readonly examples: readonly Example[] = [
    {
      name: 'states',
      size: [30, 4],
      markup: `<switch checked="true">Wi-Fi</switch>
<switch>Aeroplane mode</switch>
<switch checked="true" disabled="true">Updates</switch>
<switch disabled="true">Telemetry</switch>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Switch.attributes>;

  override get [GUTTERS](): Insets {
    return INSETS;
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    if (this[PROPS].checked) {
      painter.text(0, 0, '━━●', painter.style(accentOf(this, painter)));
      return;
    }
    painter.text(0, 0, '○');
    painter.text(1, 0, '──', painter.style(trackOf(this, painter)));
    paintInvalidMark(this, painter, 2);
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    return this[TOGGLE_NODE]('switch', this[PROPS].checked);
  }
}
