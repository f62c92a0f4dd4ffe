/** Elements that are only described, and what makes them of a document. */
import type { PageDocument, PageElement } from './page-document.js';

export class VirtualElement implements PageElement {
  readonly name: string;
  readonly attributes = new Map<string, string>();
  /** Elements and texts; no text is empty or beside another one. */
  readonly children: (VirtualElement | string)[] = [];

  constructor(name: string) {
    this.name = name;
  }

  get textContent(): string {
    return this.children
      .map((child) => (typeof child === 'string' ? child : child.textContent))
      .join('');
  }
  set textContent(text: string) {
    this.children.length = 0;
    this.append(text);
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  append(...nodes: (VirtualElement | string)[]): void {
    const { children } = this;
    for (const node of nodes) {
      const last = children.at(-1);
      if (typeof node !== 'string') children.push(node);
      else if (node === '') continue;
      else if (typeof last === 'string') children[children.length - 1] = last + node;
      else children.push(node);
    }
  }
}

/** Makes such elements, and nothing else. */
export const VIRTUAL = { createElement: (name: string) => new VirtualElement(name) };

/** The element, with all that is in it. */
export function realize<E extends PageElement>(
  document: Pick<PageDocument<E>, 'createElement'>,
  virtual: VirtualElement,
): E {
  const element = document.createElement(virtual.name);
  for (const [name, value] of virtual.attributes) element.setAttribute(name, value);
  // One at a time: there may be more children than a call takes arguments.
  for (const child of virtual.children) {
    element.append(typeof child === 'string' ? child : realize(document, child));
  }
  return element;
}
