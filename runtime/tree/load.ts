/** Reads a document from its text. */
import type { Diagnostic, Source } from '../diagnostics.js';
import type { MarkupElement, MarkupNode } from '../markup/nodes.js';
import { parseMarkup } from '../markup/parse.js';
import { buildNodes, loadElement } from './build.js';
import { createDocument } from './document-node.js';
import type { Registry, TuiDocument } from './element.js';

/**
 * Reads a document. Every fault is in `diagnostics`, in the order of the file; the document is what
 * a forgiving reader makes of the text, and only to be run where none of them is an error.
 */
export function loadDocument(
  source: Source,
  registry: Registry,
): { document: TuiDocument; diagnostics: Diagnostic[] } {
  const { nodes, diagnostics: found } = parseMarkup(source);
  const diagnostics = [...found];
  const sink = (diagnostic: Diagnostic): void => {
    diagnostics.push(diagnostic);
  };
  const document = createDocument(registry, source);
  const fragment = document.createDocumentFragment();
  const root = nodes.find((each): each is MarkupElement => isRoot(each));
  if (root === undefined) {
    buildNodes(document, source, nodes, fragment, sink);
  } else {
    loadElement(document.documentElement, registry, source, root, sink);
    buildNodes(document, source, contentWithRoot(nodes, root, source, sink), fragment, sink);
  }
  document.documentElement.append(fragment);
  diagnostics.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  return { document, diagnostics };
}

function isRoot(node: MarkupNode): boolean {
  return node.type === 'element' && node.name === 'tui';
}

/** The root's children, and what stands beside it (a `<script>` after `</tui>`) before and after them. */
function contentWithRoot(
  nodes: readonly MarkupNode[],
  root: MarkupElement,
  source: Source,
  sink: (diagnostic: Diagnostic) => void,
): MarkupNode[] {
  const content: MarkupNode[] = [];
  for (const node of nodes) {
    if (node === root) {
      for (const child of root.children) content.push(child);
    } else if (node.type === 'element' && isRoot(node)) {
      sink({
        severity: 'error',
        code: 'second-root',
        message: 'a document has one <tui>',
        source,
        span: node.openTag,
        suggestion: 'move its content into the first',
      });
      for (const child of node.children) content.push(child);
    } else if (node.type !== 'text' || node.data.trim() !== '') content.push(node);
  }
  return content;
}
