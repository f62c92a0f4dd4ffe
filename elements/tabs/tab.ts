/** One tab: its label is in the strip of its `tabs`, its content is the panel. */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  CONNECTED,
  CONTENT_CHANGED,
  DISABLED_ATTRIBUTE,
  getAttribute,
  hasAttribute,
  invalidate,
  nameOf,
  parentElementOf,
  PROPS,
  reportToDocument,
  sourceOf,
  statesOf,
  TuiElement,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  StateTable,
  StyleRule,
} from '../support/author.js';

export class Tab extends TuiElement {
  static override readonly tag: string = 'tab';
  static override readonly description: string =
    'One tab of `tabs`: a label in the strip, and a panel that is visible while it is selected.';
  static override readonly content = 'flow';
  static override readonly attributes = {
    label: { type: 'string', default: '', description: 'Label in the strip.' },
    ...DISABLED_ATTRIBUTE,
    closable: {
      type: 'boolean',
      default: false,
      description: 'Shows a close mark; Delete and the middle mouse button close it too.',
    },
  } as const satisfies AttributeTable;
  static override readonly events = {
    close: {
      description:
        'Fires when the user closes the tab; it is then removed from the document unless this is prevented.',
    },
  };
  static override readonly states = {
    selected: 'Its panel is visible.',
  } as const satisfies StateTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'tab', declarations: { display: 'none' } },
    { selector: 'tab:state(selected)', declarations: { display: 'flex', 'flex-grow': '1' } },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Tab.attributes>;

  override [CONNECTED](): void {
    const title = getAttribute(this, 'title');
    if (title === null || hasAttribute(this, 'label') || hasAttribute(this, 'bind:label')) return;
    reportToDocument(this, {
      severity: 'warning',
      code: 'no-label',
      message: '<tab> needs the attribute "label"; "title" is only its tooltip',
      suggestion: `write label=${JSON.stringify(title.slice(0, 80))}`,
      source: sourceOf(this)?.source,
      span: sourceOf(this)?.valueSpan('title'),
    });
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    const strip = parentElementOf(this);
    if (strip === null) return;
    // It may not be the selected one any more.
    if (name === 'disabled') strip[CONTENT_CHANGED]();
    // Its label is in the strip.
    else invalidate(strip, 'paint');
  }

  /** The panel; what is in the strip is a part of `tabs`. */
  override [ACCESSIBLE_NODE](): AccessibleElement {
    const state = statesOf(this).has('selected') ? 'selected' : 'not selected';
    const name = nameOf(this, this[PROPS].label);
    return { role: 'tabpanel', name, line: { states: [state] } };
  }
}
