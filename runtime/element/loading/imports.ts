/** Takes what `<import src>` and `<style src>` name into a document that is read. */
import type { Source } from '../../base/diagnostics.js';
import { pushAll } from '../../base/push-all.js';
import type { MarkupElement, MarkupNode } from '../../markup/nodes.js';
import { parseMarkup } from '../../markup/parse.js';
import { componentNameOf } from '../components/find-templates.js';
import { findPart, partOf, type DocumentParts, type Part } from '../components/parts.js';
import { LoadDiagnostics } from './load-diagnostics.js';

/** A file with templates, or the document itself. */
export interface MarkupFile {
  readonly source: Source;
  /** Absolute path; empty for the document. */
  readonly path: string;
  readonly nodes: readonly MarkupNode[];
  readonly diagnostics: LoadDiagnostics;
}

/** All files of a document, its own first; what cannot be read is reported where it is named. */
export function readFiles(document: MarkupFile, parts: DocumentParts): MarkupFile[] {
  const files = [document];
  const known = new Set<string>();
  for (const file of files) {
    for (const element of namingIn(file.nodes)) {
      const part = readablePart(element, file, parts);
      if (part?.kind !== 'import' || known.has(part.path)) continue;
      known.add(part.path);
      files.push(readFile(part));
    }
  }
  return files;
}

function readFile({ path, source }: Part): MarkupFile {
  const { nodes, diagnostics: found } = parseMarkup(source);
  const diagnostics = new LoadDiagnostics(source);
  pushAll(diagnostics.list, found);
  for (const node of nodes) checkContent(node, diagnostics);
  return { source, path, nodes, diagnostics };
}

/** An imported file has templates, and imports of its own. */
function checkContent(node: MarkupNode, diagnostics: LoadDiagnostics): void {
  if (node.type === 'comment' || (node.type === 'text' && node.data.trim() === '')) return;
  const isElement = node.type === 'element';
  if (isElement && (node.name === 'import' || componentNameOf(node) !== undefined)) return;
  const found = isElement ? `<${node.name}>` : 'text';
  diagnostics.add(
    'error',
    'import-content',
    `expected <template element> or <import> in an imported file, found ${found}`,
    isElement ? node.openTag : node.span,
    () =>
      isElement && (node.name === 'script' || node.name === 'style')
        ? `put <${node.name}> into the template that it is for`
        : 'put it into a <template element="…">',
  );
}

/** The part of an element; undefined where there is none, which is reported. */
function readablePart(
  element: MarkupElement,
  { path, diagnostics }: MarkupFile,
  parts: DocumentParts,
): Part | undefined {
  const named = partOf(element);
  if (named === undefined) return undefined;
  const part = findPart(parts, path, named);
  if (part !== undefined && part.error === undefined) return part;
  const { message, suggestion } = part?.error ?? {
    message: `"${named.src}" cannot be read here`,
    suggestion: 'save the document in a file, and open it from there',
  };
  const { valueSpan } = element.attributes.find(({ name }) => name === 'src')!;
  diagnostics.add('error', 'import-failed', message, valueSpan, () => suggestion);
  return undefined;
}

function* namingIn(nodes: readonly MarkupNode[]): Generator<MarkupElement> {
  const stack = [...nodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type !== 'element') continue;
    if (partOf(node) !== undefined) yield node;
    for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at]!);
  }
}
