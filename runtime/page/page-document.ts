/**
 * What a page is made with: the part of the DOM standard that is called. The document of a browser is
 * one of these; so is linkedom's in Node.
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

/** Attributes by name: true is written as an empty text, undefined and false are left out. */
export type PageAttributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with its attributes and what is in it. */
export function make<E extends PageElement>(
  document: PageDocument<E>,
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
