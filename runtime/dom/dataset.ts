/** `dataset`: `data-*` attributes as properties, live both ways. */

import { attributesOf, type TreeNode } from './tree/tree-node.js';
import { dropAttribute } from './attr.js';
import { find, getAttribute, hasAttribute, setAttribute } from './tree/attributes.js';

export type Dataset = Record<string, string | undefined>;

export function dataset(element: TreeNode): Dataset {
  return new Proxy(Object.create(null) as Dataset, {
    get: (_, key) =>
      typeof key === 'string' ? (getAttribute(element, attribute(key)) ?? undefined) : undefined,
    set(_, key, value) {
      if (typeof key !== 'string') return false;
      if (/-[a-z]/.test(key)) {
        throw new DOMException(`"${key}" is not a dataset name`, 'SyntaxError');
      }
      setAttribute(element, attribute(key), String(value));
      return true;
    },
    has: (_, key) => typeof key === 'string' && hasAttribute(element, attribute(key)),
    deleteProperty(_, key) {
      const found = typeof key === 'string' ? find(element, attribute(key)) : undefined;
      if (found !== undefined) dropAttribute(element, found[0]);
      return true;
    },
    ownKeys: () =>
      [...(attributesOf(element)?.values() ?? [])]
        .map(({ name }) => name)
        .filter((name) => /^data-[^A-Z]*$/.test(name))
        .map(property),
    getOwnPropertyDescriptor(_, key) {
      if (typeof key !== 'string') return undefined;
      const value = getAttribute(element, attribute(key));
      return value === null
        ? undefined
        : { value, writable: true, enumerable: true, configurable: true };
    },
  });
}

function attribute(key: string): string {
  return `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function property(name: string): string {
  return name.slice(5).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
