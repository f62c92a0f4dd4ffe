/** The units of a text that have elements: which, and in step with the text. */
import { insertBefore, removeNode } from '../../runtime/element/tree.js';
import type { TuiDocument, TuiElement } from '../../runtime/element/tui-element.js';
import { Block } from './block.js';
import type { MarkdownSource, Unit } from './source.js';

const NO_LABELS: ReadonlySet<string> = new Set();

export class MarkdownView {
  /** One for each unit. */
  blocks: Block[] = [];

  constructor(
    private readonly parent: TuiElement,
    private readonly source: MarkdownSource,
    private readonly options: { readonly document: TuiDocument; readonly breaks: boolean },
  ) {}

  /**
   * Brings the elements in step with the text.
   *
   * @param labels definitions that are new or others: links that they may be of are made again
   * @param isOpen the text goes on
   */
  update(labels: ReadonlySet<string> = NO_LABELS, isOpen = false): void {
    const { stable, tail, isPending, references } = this.source;
    const units: readonly Unit[] = isPending ? stable : [...stable, ...tail];
    for (const block of this.blocks.splice(units.length)) this.drop(block);
    for (const [index, unit] of units.entries()) {
      const options = {
        ...this.options,
        references,
        isOpen: isOpen && index === units.length - 1,
      };
      const block = this.blocks[index];
      if (block === undefined) {
        const next = new Block(unit, options);
        this.blocks.push(next);
        this.place(next, null, index);
        continue;
      }
      const isStale = block.refersTo(labels);
      if (!isStale && block.shows(unit, options.isOpen)) {
        block.unit = unit;
        continue;
      }
      const before = block.element;
      block.update(unit, options, !isStale);
      this.place(block, before, index);
    }
  }

  clear(): void {
    for (const block of this.blocks.splice(0)) this.drop(block);
  }

  private drop({ element }: Block): void {
    if (element !== null) removeNode(element);
  }

  private place({ element }: Block, before: TuiElement | null, index: number): void {
    if (element === before) return;
    if (element !== null) insertBefore(this.parent, element, before ?? this.after(index));
    if (before !== null) removeNode(before);
  }

  private after(index: number): TuiElement | null {
    for (const { element } of this.blocks.slice(index + 1)) if (element !== null) return element;
    return null;
  }
}
