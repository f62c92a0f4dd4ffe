/** The components of a document and of the files that it imports, as they are written. */
import type { Source } from '../../runtime/base/diagnostics.js';
import type { AttributeTable } from '../../runtime/element/contract.js';
import { componentNameOf, findTemplates } from '../../runtime/element/components/find-templates.js';
import type { DocumentParts } from '../../runtime/element/components/parts.js';
import { readProperties } from '../../runtime/element/components/properties.js';
import { readFiles, type MarkupFile } from '../../runtime/element/loading/imports.js';
import { LoadDiagnostics } from '../../runtime/element/loading/load-diagnostics.js';
import type { MarkupElement, MarkupNode } from '../../runtime/markup/nodes.js';
import { parseMarkup } from '../../runtime/markup/parse.js';

export interface WrittenComponent {
  readonly tag: string;
  readonly markup: MarkupElement;
  readonly source: Source;
  /** By their camelCase names; those that are invalid are left out. */
  readonly properties: AttributeTable;
  /** The names of its slots; that of the slot without a name is empty. */
  readonly slots: readonly string[];
  /** Types of events that its code emits; one whose type is computed is not known. */
  readonly events: readonly string[];
  /** A file of code may emit others. */
  readonly hasScriptFile: boolean;
}

/** The document's own file first, then those that it imports. */
export function filesOf(source: Source, parts: DocumentParts): readonly MarkupFile[] {
  const { nodes } = parseMarkup(source);
  return readFiles({ source, path: '', nodes, diagnostics: new LoadDiagnostics(source) }, parts);
}

/** By their names; of two with one name the first. */
export function componentsIn(files: readonly MarkupFile[]): ReadonlyMap<string, WrittenComponent> {
  const found = new Map<string, WrittenComponent>();
  for (const { nodes, source } of files) {
    for (const markup of findTemplates(nodes)) {
      const tag = componentNameOf(markup) ?? '';
      if (!found.has(tag)) found.set(tag, readComponent(tag, markup, source));
    }
  }
  return found;
}

function readComponent(tag: string, markup: MarkupElement, source: Source): WrittenComponent {
  const properties = readProperties(valueOf(markup, 'properties') ?? '', tag);
  const elements = [...elementsIn(markup.children)];
  const slots = elements
    .filter(({ name }) => name === 'slot')
    .map((slot) => (valueOf(slot, 'name') ?? '').trim());
  return {
    tag,
    markup,
    source,
    properties: properties.ok ? properties.attributes : {},
    slots: [...new Set(slots)],
    events: eventsIn(source.text.slice(markup.content.start, markup.content.end)),
    hasScriptFile: elements.some(
      (each) => each.name === 'script' && valueOf(each, 'src') !== undefined,
    ),
  };
}

/** `host.emit('saved', …)`, in scripts and handlers. */
const EMIT = /(?<![\w$])emit\(\s*(["'`])([A-Za-z][\w-]*)\1/g;

function eventsIn(text: string): string[] {
  return [...new Set([...text.matchAll(EMIT)].map(([, , type = '']) => type))];
}

export function valueOf(markup: MarkupElement, name: string): string | undefined {
  return markup.attributes.find((each) => each.name === name)?.value;
}

/** All elements in some nodes. */
export function* elementsIn(nodes: readonly MarkupNode[]): Generator<MarkupElement> {
  const stack = [...nodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type !== 'element') continue;
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at]!);
  }
}
