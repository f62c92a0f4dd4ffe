/** A fragment of a script's markup. */
import type { Source } from '../../diagnostics.js';
import type { DocumentFragment } from '../../dom/document-fragment.js';
import type { DocumentHost } from '../../dom/host.js';
import { parseMarkup } from '../../markup/parse.js';
import type { TuiDocument } from '../tui-element.js';
import { buildNodes } from './build.js';
import { LoadFaults } from './load-faults.js';

/** What is wrong with it is reported; the rest is made. */
export function parseFragment(
  document: TuiDocument,
  text: string,
  host: DocumentHost,
): DocumentFragment {
  const source: Source = { file: '<innerHTML>', text };
  const { nodes, diagnostics } = parseMarkup(source);
  const faults = new LoadFaults(source);
  const fragment = document.createDocumentFragment();
  buildNodes(document, nodes, fragment, faults);
  for (const diagnostic of [...diagnostics, ...faults.list]) host.report(diagnostic);
  return fragment;
}
