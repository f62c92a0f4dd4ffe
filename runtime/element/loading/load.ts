/** Reads a document from its text. */
import type { Diagnostic, Source } from '../../base/diagnostics.js';
import { nameKinds } from './element-kinds.js';
import type { MarkupElement, MarkupNode } from '../../markup/nodes.js';
import { parseMarkup } from '../../markup/parse.js';
import { contextOf, parseComponent } from '../templates/parse-template.js';
import { replaceBlocks } from '../templates/replace-blocks.js';
import { pushAll } from '../../base/push-all.js';
import type { DocumentParts } from '../components/parts.js';
import { keepCopies, type TemplateFile } from '../components/component-element.js';
import { setStyleFiles } from '../components/style-files.js';
import { buildNodes, loadElement } from './build.js';
import { readFiles } from './imports.js';
import type { DocumentHost } from '../../dom/host.js';
import type { TreeNode } from '../../dom/tree/tree-node.js';
import {
  declareComponents,
  takeElements,
  takeTemplates,
  type ReadTemplate,
} from '../components/declare-components.js';
import { componentNameOf, findTemplates } from '../components/find-templates.js';
import { createDocument } from '../tui-document.js';
import type { Registry, TuiDocument } from '../tui-element.js';
import { LoadDiagnostics } from './load-diagnostics.js';
import { documentElementOf, append } from '../tree.js';

/**
 * Levels of elements in a document. Frames compute sizes, colors and clips of every box from the boxes
 * around it, so that a short text without a limit could keep an app busy for hours.
 */
const MAX_DEPTH = 12_000;

/** What a document was read from. */
export interface DocumentMarkup {
  readonly source: Source;
  /** `<tui>`; undefined where the file has none. */
  readonly root: MarkupElement | undefined;
  /** What is in the root, and beside it. */
  readonly content: readonly MarkupNode[];
}

export interface LoadedDocument {
  readonly document: TuiDocument;
  readonly diagnostics: Diagnostic[];
  readonly markup: DocumentMarkup;
  readonly components: readonly DeclaredComponent[];
}

/** The markup of a component. */
export interface DeclaredComponent {
  readonly tag: string;
  readonly markup: MarkupElement;
  readonly diagnostics: LoadDiagnostics;
  /** Undefined where the document itself has it. */
  readonly file: TemplateFile | undefined;
}

/**
 * Reads a document. Its errors are in `diagnostics`, in the order of the file; the document is what
 * a forgiving reader makes of the text, and only to be run where none of them is an error.
 *
 * @param made called with the node of each part of the markup
 * @param parts the other files that the document is made of
 */
export function loadDocument(
  source: Source,
  registry: Registry,
  host?: DocumentHost,
  made?: Map<MarkupNode, TreeNode>,
  parts: DocumentParts = [],
): LoadedDocument {
  const { nodes, diagnostics } = parseMarkup(source);
  const found = new LoadDiagnostics(source);
  const files = readFiles({ source, path: '', nodes, diagnostics: found }, parts);
  for (const file of files) nameKinds(file.nodes, registry);
  const components = files.flatMap(({ nodes: content, diagnostics: ofFile, path, source: from }) =>
    findTemplates(content).map((markup): DeclaredComponent => ({
      tag: componentNameOf(markup) ?? '',
      markup,
      diagnostics: ofFile,
      file: path === '' ? undefined : { path, source: from },
    })),
  );
  const document = createDocument(declareComponents(components, registry), source, host);
  if (made !== undefined) keepCopies(document);
  const fragment = document.createDocumentFragment();
  const root = nodes.find(isRoot);
  if (root !== undefined) loadElement(documentElementOf(document), root, found);
  const content = root === undefined ? nodes : contentWithRoot(nodes, root, found);
  const replace = replaceBlocks(document, found, MAX_DEPTH);
  buildNodes(document, content, fragment, found, MAX_DEPTH, { made, replace });
  const read: ReadTemplate = (tag) => {
    const declared = components.find((each) => each.tag === tag);
    return declared && readTemplate(document, declared);
  };
  if (components.length > 0) takeTemplates(fragment, document, read);
  for (const file of files.slice(1)) {
    const imported = document.createDocumentFragment();
    buildNodes(document, file.nodes, imported, file.diagnostics, MAX_DEPTH);
    takeTemplates(imported, document, read, file);
  }
  setStyleFiles(document, parts);
  takeElements(document, found, () => append(documentElementOf(document), fragment));
  refuseSecondPolicy(nodes, found);
  const all = [...diagnostics, ...found.list];
  all.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  for (const file of files.slice(1)) pushAll(all, file.diagnostics.list);
  return { document, diagnostics: all, markup: { source, root, content }, components };
}

/** Reads the content of a component's template, with its expressions. */
export function readTemplate(
  document: TuiDocument,
  { markup, diagnostics }: Omit<DeclaredComponent, 'file'>,
): ReturnType<ReadTemplate> & object {
  const template = parseComponent(markup, contextOf(document, diagnostics, MAX_DEPTH));
  return { template, start: markup.span.start };
}

/** A reader must not take one for what is granted where another counts. */
function refuseSecondPolicy(nodes: readonly MarkupNode[], diagnostics: LoadDiagnostics): void {
  // Most documents have one at most: then there is nothing to look for.
  if ((diagnostics.source.text.match(/<policy/g) ?? []).length < 2) return;
  const queue = [...nodes];
  let isSecond = false;
  for (const node of queue) {
    if (node.type !== 'element') continue;
    if (node.name === 'policy') {
      if (isSecond) {
        diagnostics.add(
          'error',
          'second-policy',
          'a document has one <policy>',
          node.openTag,
          () => {
            return 'move its content into the first';
          },
        );
      }
      isSecond = true;
    }
    for (const child of node.children) queue.push(child);
  }
}

function isRoot(node: MarkupNode): node is MarkupElement {
  return node.type === 'element' && node.name === 'tui';
}

/** The root's children, together with siblings of the root (a `<script>` after `</tui>`) before and after it. */
function contentWithRoot(
  nodes: readonly MarkupNode[],
  root: MarkupElement,
  diagnostics: LoadDiagnostics,
): MarkupNode[] {
  const content: MarkupNode[] = [];
  for (const node of nodes) {
    if (isRoot(node)) {
      if (node !== root) {
        diagnostics.add('error', 'second-root', 'a document has one <tui>', node.openTag, () => {
          return 'move its content into the first';
        });
      }
      for (const child of node.children) content.push(child);
    } else if (node.type !== 'text' || node.data.trim() !== '') content.push(node);
  }
  return content;
}
