/** A fragment of a script's markup. */
import type { Source } from '../../base/diagnostics.js';
import type { DocumentHost } from '../../dom/host.js';
import type { TreeNode } from '../../dom/tree/tree-node.js';
import type { TuiDocument } from '../tui-element.js';
import { HtmlBuilder } from './html-builder.js';
import { parseHtml } from './html-parser.js';

/**
 * Parses markup into a fragment. Errors are reported; everything else is created.
 * @param context The element whose content is parsed, or another node around it
 */
export function parseFragment(
  document: TuiDocument,
  text: string,
  context: TreeNode,
  host: DocumentHost,
): TreeNode {
  const source: Source = { file: '<innerHTML>', text };
  const builder = new HtmlBuilder(document, source);
  const fragment = parseHtml(text, builder, context);
  for (const diagnostic of builder.finish()) host.report(diagnostic);
  return fragment;
}
