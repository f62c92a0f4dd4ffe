/** Blocks of a document, as it is read: each becomes a comment, in front of which it renders once the scripts have run. */
import { isElement, type TreeNode } from '../../dom/tree/tree-node.js';
import { DEFINITION } from '../internals.js';
import type { LoadDiagnostics } from '../loading/load-diagnostics.js';
import type { Replace } from '../loading/build.js';
import { registryOf } from '../query.js';
import type { TuiDocument, TuiElement } from '../tui-element.js';
import { addBlock, isBlock } from './blocks.js';
import { contextOf, parseBlock } from './parse-template.js';

export function replaceBlocks(
  document: TuiDocument,
  diagnostics: LoadDiagnostics,
  maxDepth?: number,
): Replace {
  const registry = registryOf(document);
  return (markup, parent) => {
    if (isBlock(markup, 'else', registry)) {
      const message = '<else> is not directly in <for> or <if>';
      diagnostics.add('error', 'bad-else', message, markup.openTag);
      return undefined;
    }
    if (!isBlock(markup, 'for', registry) && !isBlock(markup, 'if', registry)) return undefined;
    const anchor: TreeNode = document.createComment(markup.name);
    const context = contextOf(document, diagnostics, maxDepth);
    addBlock(document, anchor, parseBlock(markup, context, holdsWords(parent)));
    return anchor;
  };
}

/** True of elements that lay out words, where blanks count. */
function holdsWords(parent: TreeNode): boolean {
  if (!isElement(parent)) return false;
  const { isInline, isInlineBox } = (parent as TuiElement)[DEFINITION];
  return isInline || isInlineBox;
}
