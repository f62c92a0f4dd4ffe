/** The standard's ParentNode: the members of documents, fragments and elements. */
import { nameClass } from '../base/class-name.js';
import type { FAMILY } from './node.js';
import { Node } from './node.js';
import type { StaticList } from './lists.js';
import { liveCollection, staticList, type HTMLCollection, type Naming } from './lists.js';
import { getAttribute, textByKey } from './tree/attributes.js';
import { insert, replaceAll, toNodes } from './tree/mutate.js';
import { filterElements, queryAll, queryFirst, type Matcher } from './tree/selectors.js';
import { parseTokens } from './token-list.js';
import {
  childElementsOf,
  elementKindOf,
  firstChildOf,
  HTML_NAMESPACE,
  lastChildOf,
  isElement,
  nameOf,
  nextElementOf,
  ownerOf,
  previousElementOf,
  type TreeNode,
} from './tree/tree-node.js';
import { localNameOf } from './tree/namespaces.js';

type ElementOf<N extends Node> = N[typeof FAMILY]['element'];

const childLists = new WeakMap<TreeNode, HTMLCollection<Node>>();

/** Members by their ids and names. */
export const NAMING: Naming<Node> = {
  named(items, name) {
    return (
      items.find((item) => textByKey(item, 'id') === name) ??
      items.find((item) => getAttribute(item, 'name') === name)
    );
  },
  names(items) {
    return items.flatMap((item) =>
      [textByKey(item, 'id'), getAttribute(item, 'name')].filter((name) => name),
    ) as string[];
  },
};

/** A node that can have children: a document, a fragment, an element. */
export abstract class ParentNode extends Node {
  static {
    nameClass(this, 'ParentNode');
  }

  get children(): HTMLCollection<ElementOf<this>> {
    let list = childLists.get(this);
    if (list === undefined) {
      list = liveCollection<Node>(() => childElementsOf(this) as readonly Node[], NAMING);
      childLists.set(this, list);
    }
    return list;
  }
  get childElementCount(): number {
    return childElementsOf(this).length;
  }
  get firstElementChild(): ElementOf<this> | null {
    const first = firstChildOf(this);
    const found = first === null || isElement(first) ? first : nextElementOf(first);
    return found as ElementOf<this> | null;
  }
  get lastElementChild(): ElementOf<this> | null {
    const last = lastChildOf(this);
    const found = last === null || isElement(last) ? last : previousElementOf(last);
    return found as ElementOf<this> | null;
  }
  append(...nodes: (Node | string)[]): void {
    insert(this, toNodes(ownerOf(this), nodes), null);
  }
  prepend(...nodes: (Node | string)[]): void {
    insert(this, toNodes(ownerOf(this), nodes), firstChildOf(this));
  }
  replaceChildren(...nodes: (Node | string)[]): void {
    replaceAll(this, toNodes(ownerOf(this), nodes));
  }
  /** @throws SyntaxError for an invalid selector */
  querySelector(selector: string): ElementOf<this> | null {
    return queryFirst(this, selector) as ElementOf<this> | null;
  }
  querySelectorAll(selector: string): StaticList<ElementOf<this>> {
    return staticList(queryAll(this, selector)) as StaticList<ElementOf<this>>;
  }
}

/** The elements below a node that pass a test, looked for again after a change. */
export function collectionOf<N extends ParentNode>(
  root: N,
  test: Matcher,
): HTMLCollection<ElementOf<N>> {
  let version = -1;
  let found: readonly Node[] = [];
  const current = (): readonly Node[] => {
    const owner = ownerOf(root);
    if (owner.version !== version) {
      version = owner.version;
      found = filterElements(root, test) as readonly TreeNode[] as readonly Node[];
    }
    return found;
  };
  return liveCollection<Node>(current, NAMING);
}

/** For `getElementsByTagName`: names of HTML elements have no case. */
export function byTagName(name: string): Matcher {
  if (name === '*') return () => true;
  const small = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return (element) => {
    const own = nameOf(element);
    return own === (elementKindOf(element).namespace === HTML_NAMESPACE ? small : name);
  };
}

export function byTagNameNS(namespace: string | null, name: string): Matcher {
  const space = namespace === '' ? null : namespace;
  return (element) =>
    (space === '*' || elementKindOf(element).namespace === space) &&
    (name === '*' || localNameOf(nameOf(element)) === name);
}

export function byClassName(names: string): Matcher {
  const classNames = parseTokens(names);
  if (classNames.length === 0) return () => false;
  return (element) => {
    const own = parseTokens(textByKey(element, 'class') ?? '');
    return classNames.every((name) => own.includes(name));
  };
}
