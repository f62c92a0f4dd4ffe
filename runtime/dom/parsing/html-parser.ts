/** Parses HTML into nodes of a plain document, with parse5 and the standard's rules. */
import packages from '../../base/packages.cjs';
import { HTML_NAMESPACE, isElement, type Owner, type TreeNode } from '../tree/tree-node.js';
import { DomAdapter, type NodeTypes } from './tree-adapter.js';

/** Reads a whole document into an empty one. */
export function parseHtmlDocument(markup: string, owner: Owner, document: TreeNode): void {
  packages.parse5().parse<NodeTypes>(markup, {
    treeAdapter: new DomAdapter(owner, document),
    scriptingEnabled: false,
  });
}

/** @param context The element whose content it is; what is around no element is read as in a body */
export function parseHtmlFragment(markup: string, owner: Owner, context: TreeNode): TreeNode {
  const element = isElement(context) ? context : owner.createElement('body', HTML_NAMESPACE);
  return packages.parse5().parseFragment<NodeTypes>(element, markup, {
    treeAdapter: new DomAdapter(owner),
    scriptingEnabled: false,
  });
}
