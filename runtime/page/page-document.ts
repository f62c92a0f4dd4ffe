/**
 * The part of the DOM standard that creates a page. Documents of browsers implement it, and linkedom's in Node.
 */
export interface PageElement {
  textContent: string | null;
  setAttribute(name: string, value: string): void;
  append(...nodes: (this | string)[]): void;
}

export interface PageDocument<E extends PageElement> {
  readonly documentElement: E;
  readonly head: E;
  readonly body: E;
  createElement(name: string): E;
}

/** A node of a document that changes: an element, or a text. */
export interface LiveNode {
  textContent: string | null;
  readonly parentNode: LiveNode | null;
}

/** An element of a document that changes. */
export interface LiveElement extends PageElement, LiveNode {
  readonly childNodes: ArrayLike<LiveNode>;
  removeAttribute(name: string): void;
  insertBefore(node: LiveNode, before: LiveNode | null): unknown;
  removeChild(node: LiveNode): unknown;
}

/** A document that changes, as one that a browser shows. */
export interface LiveDocument<E extends LiveElement> extends PageDocument<E> {
  readonly activeElement: LiveNode | null;
  createTextNode(text: string): LiveNode;
}

/** Attributes by name: true is written as an empty text, undefined and false are left out. */
export type PageAttributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with its attributes and what is in it. */
export function make<E extends PageElement>(
  document: Pick<PageDocument<E>, 'createElement'>,
  name: string,
  attributes: PageAttributes = {},
  ...content: readonly (E | string)[]
): E {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? '' : value);
  }
  if (content.length > 0) element.append(...content);
  return element;
}
