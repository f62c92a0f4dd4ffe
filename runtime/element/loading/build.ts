/** Markup nodes to tree nodes. */
import { appendDetached } from '../../dom/tree/mutate.js';
import { containerOf, templateOf } from '../../dom/tree/template.js';
import type { TreeNode } from '../../dom/tree/tree-node.js';
import type { MarkupElement, MarkupNode } from '../../markup/nodes.js';
import { loadAttributes } from '../attribute-values.js';
import { ElementSource } from '../source.js';
import { registryOf } from '../query.js';
import type { TuiDocument, TuiElement } from '../tui-element.js';
import { componentNameOf } from '../components/find-templates.js';
import { LoadDiagnostics } from './load-diagnostics.js';
import { checkElement, reportValue } from './validate.js';
import { setSource } from '../tui-element.js';
import { createElement, documentOf } from '../tree.js';

/** Makes a node in the place of an element that is not to be in the tree itself; undefined for all other elements. */
export type Replace = (markup: MarkupElement, parent: TreeNode) => TreeNode | undefined;

export interface BuildOptions {
  /** Receives the node of each part of the markup. */
  readonly made?: Map<MarkupNode, TreeNode> | undefined;
  readonly replace?: Replace | undefined;
}

interface Level {
  readonly nodes: readonly MarkupNode[];
  next: number;
  readonly parent: TreeNode;
  /** The content of a template: only its copies are of the document. */
  readonly isInert: boolean;
  readonly diagnostics: LoadDiagnostics;
}

/**
 * Appends the nodes to a parent that is not connected. A loop, however deep they are. Elements deeper than
 * `maxDepth` are left out, and the first of them is an error.
 */
export function buildNodes(
  document: TuiDocument,
  nodes: readonly MarkupNode[],
  parent: TreeNode,
  diagnostics: LoadDiagnostics,
  maxDepth = Infinity,
  { made, replace }: BuildOptions = {},
): void {
  let isTooDeep = false;
  const stack: Level[] = [{ nodes, next: 0, parent, isInert: false, diagnostics }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const markup = top.nodes[top.next++];
    if (markup === undefined) {
      if (stack.length > 1 && isContent(top.parent)) top.diagnostics.leaveTemplate();
      stack.pop();
      continue;
    }
    if (stack.length > maxDepth && markup.type === 'element') {
      if (!isTooDeep) reportDepth(markup, maxDepth, top.diagnostics);
      isTooDeep = true;
      continue;
    }
    const replacement =
      top.isInert || markup.type !== 'element' ? undefined : replace?.(markup, top.parent);
    const node = replacement ?? buildNode(document, markup, top.diagnostics);
    made?.set(markup, node);
    appendDetached(top.parent, node);
    if (replacement !== undefined) continue;
    if (markup.type === 'element' && markup.children.length > 0) {
      stack.push(levelIn(markup, node, top));
    }
  }
}

function levelIn(markup: MarkupElement, node: TreeNode, { isInert, diagnostics }: Level): Level {
  const parent = containerOf(node);
  const isInside = isContent(parent);
  // What a component consists of is checked where its expressions are read.
  const isChecked = componentNameOf(markup) === undefined;
  const found = isChecked ? diagnostics : new LoadDiagnostics(diagnostics.source);
  if (isInside) found.enterTemplate();
  const nodes = markup.children;
  return { nodes, next: 0, parent, isInert: isInert || isInside, diagnostics: found };
}

/** True for the content of a template. */
function isContent(node: TreeNode): boolean {
  return templateOf(node) !== null;
}

/** The element is the first that is nested too deep. */
export function reportDepth(
  { name, openTag }: MarkupElement,
  depth: number,
  diagnostics: LoadDiagnostics,
): void {
  diagnostics.add(
    'error',
    'too-deep',
    `<${name}> is nested deeper than ${depth} levels`,
    openTag,
    () => {
      return 'close the elements before it; a closing tag may be missing';
    },
  );
}

function buildNode(
  document: TuiDocument,
  markup: MarkupNode,
  diagnostics: LoadDiagnostics,
): TreeNode {
  if (markup.type === 'text') return document.createTextNode(markup.data);
  if (markup.type === 'comment') return document.createComment(markup.data);
  const element = createElement(document, markup.name);
  loadElement(element, markup, diagnostics);
  return element;
}

/** Sets the attributes and the source place of an element, and reports errors in them. */
export function loadElement(
  element: TuiElement,
  markup: MarkupElement,
  diagnostics: LoadDiagnostics,
): void {
  setSource(element, new ElementSource(diagnostics.source, markup));
  checkElement(markup, registryOf(documentOf(element)), diagnostics);
  loadAttributes(element, markup.attributes, (attribute, key, error) => {
    reportValue(attribute, key, error, diagnostics);
  });
}
