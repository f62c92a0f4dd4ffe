/** The standard's `HTMLElement`: focus, style, dataset and reflected attributes. */
import { dataset, type Dataset } from './dataset.js';
import { Element } from './element.js';
import { PointerEvent } from './events/ui-events.js';
import { dispatchUntrusted } from './events/event-target.js';
import { defineHandlers } from './events/handlers.js';
import { styleDeclarations, type StyleDeclarations } from './css/style-declaration.js';
import { offsetParentOf, offsetsOf } from './css/offsets.js';
import type { FAMILY } from './node.js';
import { defineMissing } from './window/missing.js';
import { defineReflections, HTML_REFLECTIONS } from './reflection.js';
import { setAttribute } from './tree/attributes.js';
import { setTextContent } from './tree/mutate.js';
import { ownerOf, textIn, type TreeNode } from './tree/tree-node.js';

const styles = new WeakMap<TreeNode, StyleDeclarations>();
const datasets = new WeakMap<TreeNode, Dataset>();

/** An element with the members of HTMLElement. */
export abstract class HTMLElement extends Element {
  // Reflected; see `reflection.ts`.
  declare title: string;
  declare lang: string;
  declare dir: string;
  /** False for `hidden="false"`, too. */
  declare hidden: boolean;
  declare inert: boolean;
  declare autofocus: boolean;
  /** -1 if the attribute is absent or not a number. */
  declare tabIndex: number;

  override get [Symbol.toStringTag](): string {
    return 'HTMLElement';
  }
  /** The `data-*` attributes by camelCase name. */
  get dataset(): Dataset {
    let found = datasets.get(this);
    if (found === undefined) datasets.set(this, (found = dataset(this)));
    return found;
  }
  /** The declarations of the `style` attribute; setting it replaces all of them. */
  get style(): StyleDeclarations {
    let found = styles.get(this);
    if (found === undefined) styles.set(this, (found = styleDeclarations(this)));
    return found;
  }
  set style(text: string) {
    setAttribute(this, 'style', String(text));
  }
  get innerText(): string {
    return textIn(this);
  }
  set innerText(text: unknown) {
    setTextContent(this, text === null ? '' : String(text));
  }
  /** The nearest positioned element around it, or the root. */
  get offsetParent(): this[typeof FAMILY]['element'] | null {
    return offsetParentOf(this) as this[typeof FAMILY]['element'] | null;
  }
  // In cells, from the content of `offsetParent`.
  get offsetLeft(): number {
    return offsetsOf(this).left;
  }
  get offsetTop(): number {
    return offsetsOf(this).top;
  }
  get offsetWidth(): number {
    return offsetsOf(this).width;
  }
  get offsetHeight(): number {
    return offsetsOf(this).height;
  }
  get isContentEditable(): boolean {
    return false;
  }
  click(): void {
    click(this);
  }
  focus(_options?: { readonly preventScroll?: boolean }): void {
    ownerOf(this).host.focus(this);
  }
  blur(): void {
    const { activeElement, host } = ownerOf(this);
    if (activeElement === this) host.focus(null);
  }
}
defineHandlers(HTMLElement.prototype);
defineReflections(HTMLElement.prototype, HTML_REFLECTIONS);
defineMissing(HTMLElement.prototype, 'HTMLElement');

/** Clicks an element as a script does: the event is not trusted, as in HTML. */
export function click(element: TreeNode): void {
  const event = new PointerEvent('click', { bubbles: true, cancelable: true, composed: true });
  if (dispatchUntrusted(element, event)) ownerOf(element).host.activate(element);
}
