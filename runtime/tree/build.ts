/** Markup nodes to tree nodes. */
import type { MarkupElement, MarkupNode } from '../markup/nodes.js';
import { loadAttributes, type ValueHost } from './attribute-values.js';
import { checkElement, reportValue } from './check.js';
import type { TuiDocument, TuiElement } from './element.js';
import type { LinkedNode, LinkedParent } from './linkedom.js';
import type { LoadFaults } from './load-faults.js';
import { appendDetached } from './mutate.js';
import { ElementSource } from './source.js';

/**
 * Appends the nodes to a parent that is not connected. A loop, however deep they are. Elements deeper than
 * `maxDepth` are left out, and the first of them is an error.
 */
export function buildNodes(
  document: TuiDocument,
  nodes: readonly MarkupNode[],
  parent: object,
  faults: LoadFaults,
  maxDepth = Infinity,
): void {
  let isTooDeep = false;
  const stack: {
    readonly nodes: readonly MarkupNode[];
    next: number;
    readonly parent: LinkedParent;
  }[] = [{ nodes, next: 0, parent: parent as LinkedParent }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const markup = top.nodes[top.next++];
    if (markup === undefined) {
      stack.pop();
      continue;
    }
    if (stack.length > maxDepth && markup.type === 'element') {
      if (!isTooDeep) reportDepth(markup, maxDepth, faults);
      isTooDeep = true;
      continue;
    }
    const node = buildNode(document, markup, faults);
    appendDetached(top.parent, node);
    if (markup.type === 'element' && markup.children.length > 0) {
      stack.push({ nodes: markup.children, next: 0, parent: node as LinkedParent });
    }
  }
}

function reportDepth({ name, openTag }: MarkupElement, depth: number, faults: LoadFaults): void {
  faults.add(
    'error',
    'too-deep',
    `<${name}> is nested deeper than ${depth} levels`,
    openTag,
    () => {
      return 'close elements before it; a close tag may be missing';
    },
  );
}

function buildNode(document: TuiDocument, markup: MarkupNode, faults: LoadFaults): LinkedNode {
  let node: object;
  if (markup.type === 'text') node = document.createTextNode(markup.data);
  else if (markup.type === 'comment') node = document.createComment(markup.data);
  else {
    const element = document.createElement(markup.name);
    loadElement(element, markup, faults);
    node = element;
  }
  return node as LinkedNode;
}

/** Gives an element its attributes and its place, and reports what is wrong with them. */
export function loadElement(element: TuiElement, markup: MarkupElement, faults: LoadFaults): void {
  element.source = new ElementSource(faults.source, markup);
  checkElement(markup, element.ownerDocument.registry, faults);
  loadAttributes(element as unknown as ValueHost, markup.attributes, (attribute, key, fault) => {
    reportValue(attribute, key, fault, faults);
  });
}
