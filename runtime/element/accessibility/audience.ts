/** Whom a tree of roles and names is read for: people find all that shows, an AI nothing that is `ai-hidden`. */
import type { AccessibleElement } from '../../base/accessible-node.js';
import { numberOf } from '../services.js';
import { childElementsOf, elementById, getAttribute, parentElementOf, queryAll } from '../tree.js';
import type { TuiDocument } from '../tui-document.js';
import type { TuiElement } from '../tui-element.js';
import { DEFINITION, IS_NAME_ONLY } from '../internals.js';
import { isHidden } from './walk.js';

export class Audience {
  /** What an AI is not shown, without what is in it. */
  readonly #hidden = new Set<TuiElement>();
  /** What has something of that in it. */
  readonly #around = new Set<TuiElement>();
  /** Ids of what takes its name from there. */
  readonly #unnamed = new Set<string>();

  constructor(document: TuiDocument, isForAi: boolean) {
    if (!isForAi) return;
    for (const element of queryAll(document, '[ai-hidden]')) {
      // `ai-hidden="False"` may be meant either way: only the word itself shows it.
      if (getAttribute(element, 'ai-hidden') === 'false') continue;
      this.#hidden.add(element);
      let at = parentElementOf(element);
      for (; at !== null && !this.#around.has(at); at = parentElementOf(at)) this.#around.add(at);
    }
    if (this.#hidden.size === 0) return;
    for (const label of queryAll(document, '[for]')) {
      if (label[IS_NAME_ONLY] && this.#isTouched(label))
        this.#unnamed.add(getAttribute(label, 'for')?.trim() ?? '');
    }
  }

  isHidden(element: TuiElement): boolean {
    return this.#hidden.has(element) || isHidden(element);
  }

  /** It is, or is in, what an AI is not shown. */
  isWithheld(element: TuiElement): boolean {
    if (this.#hidden.size === 0) return false;
    for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
      if (this.#hidden.has(at)) return true;
    }
    return false;
  }

  /**
   * What an element says of itself, without what it says of hidden elements. What a class says of its children
   * names no elements: where one of them is hidden, all of it is left out.
   */
  cut(element: TuiElement, node: AccessibleElement | undefined): AccessibleElement | undefined {
    if (node === undefined || this.#hidden.size === 0) return node;
    const named = this.#isNamedByHidden(element) ? { ...node, name: undefined } : node;
    if (!this.#around.has(element)) return named;
    if (element[DEFINITION].content !== 'flow') {
      const { role, type, part, disabled, focusable } = named;
      return { role, type, part, disabled, focusable };
    }
    // Of boxes, their children are read one by one; a part is at most the mark of a child, as of a tab.
    const children = childElementsOf(element);
    const gone = [...children].filter((child) => this.#hidden.has(child));
    return gone.length === 0 ? named : { ...named, parts: named.parts?.map(without(gone)) };
  }

  #isTouched(element: TuiElement): boolean {
    return this.#around.has(element) || this.isWithheld(element);
  }

  #isNamedByHidden(element: TuiElement): boolean {
    if (this.#unnamed.has(getAttribute(element, 'id') ?? '')) return true;
    const id = getAttribute(element, 'aria-labelledby')?.trim();
    const named = id === undefined ? null : elementById(element, id);
    if (named !== null && this.#isTouched(named)) return true;
    // A label around a control has its words beside it.
    const parent = parentElementOf(element);
    return parent !== null && parent[IS_NAME_ONLY] && this.#around.has(parent);
  }
}

function without(gone: readonly TuiElement[]): (part: AccessibleElement) => AccessibleElement {
  const parts = new Set<string | undefined>(gone.map((element) => String(numberOf(element))));
  // A part that nothing can be done with is not known to be of a child that shows.
  parts.add(undefined);
  return (node) => ({ ...node, parts: node.parts?.filter(({ part }) => !parts.has(part)) });
}
