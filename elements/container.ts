/** A flex box: lays out its children. */
import {
  ATTRIBUTE_CHANGED,
  BOX_TITLE,
  DIVISION,
  invalidate,
  parentElementOf,
  PROPS,
  TuiElement,
} from './support/author.js';
import type { AttributeTable, AttributeValues, Example } from './support/author.js';

export class Container extends TuiElement {
  static override readonly tag: string = 'container';
  static override readonly description: string =
    'A flex box. Lays out its children in a column or a row, inside an optional border with a title.';
  static override readonly content = 'flow';
  static override readonly attributes = {
    title: {
      type: 'string',
      default: '',
      description:
        'Shown in the top border; truncated with an ellipsis if it is longer than the box.',
    },
  } as const satisfies AttributeTable;
  static override readonly examples: readonly Example[] = [
    {
      name: 'borders',
      size: [40, 8],
      markup: `<container style="flex-direction: row; gap: 2; flex-wrap: wrap">
  <container title="thin" style="border: thin; width: 18; height: 3">one</container>
  <container title="thick" style="border: thick; width: 18; height: 3">two</container>
  <container title="double" style="border: double; width: 18; height: 3">three</container>
  <container title="rounded" style="border: rounded; width: 18; height: 3">four</container>
</container>`,
    },
    {
      name: 'columns',
      size: [40, 5],
      markup: `<container style="flex-direction: row; gap: 1; height: 5">
  <container title="Fixed" style="width: 12; border: rounded; padding: 0 1">12 cells</container>
  <container title="Grows" style="flex-grow: 1; border: rounded; padding: 0 1">the rest of the row</container>
</container>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Container.attributes>;

  override get [BOX_TITLE](): string {
    return this[PROPS].title;
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    super[ATTRIBUTE_CHANGED](name, value);
    if (name !== 'title') return;
    // Where its top border is a divider, its title is painted there.
    let around = parentElementOf(this);
    for (; around?.[DIVISION] !== undefined; around = parentElementOf(around))
      invalidate(around, 'paint');
  }
}
