/** Finds the `<script>` blocks of a document in its text, before it is loaded. */
import { pushAll } from '../../runtime/base/push-all.js';
import {
  attributeOf,
  componentNameOf,
  findTemplates,
} from '../../runtime/element/components/find-templates.js';
import { readFiles } from '../../runtime/element/loading/imports.js';
import { LoadDiagnostics } from '../../runtime/element/loading/load-diagnostics.js';
import type { DocumentParts } from '../../runtime/element/components/parts.js';
import type { Source } from '../../runtime/base/diagnostics.js';
import type { MarkupElement, MarkupNode } from '../../runtime/markup/nodes.js';
import { parseMarkup } from '../../runtime/markup/parse.js';
import type { ScriptBlock } from '../../runtime/script/bundle/block.js';

/** The blocks as the runtime will find them. */
export function blocksIn(source: Source, parts: DocumentParts = []): ScriptBlock[] {
  const { nodes } = parseMarkup(source);
  const scripts = [...scriptsIn(nodes)].map((node) => blockOf(node, source));
  const diagnostics = new LoadDiagnostics(source);
  const known = new Set<string>();
  for (const file of readFiles({ source, path: '', nodes, diagnostics }, parts)) {
    for (const template of findTemplates(file.nodes)) {
      const component = componentNameOf(template) ?? '';
      if (component === '' || known.has(component)) continue;
      known.add(component);
      const origin = file.path === '' ? {} : { origin: { path: file.path, source: file.source } };
      for (const node of scriptsIn(template.children)) {
        scripts.push({ ...blockOf(node, file.source), component, ...origin });
      }
    }
  }
  return scripts;
}

/** Code in some nodes, without that of templates in them. */
function* scriptsIn(nodes: readonly MarkupNode[]): Generator<MarkupElement> {
  const queue: MarkupNode[] = [...nodes].reverse();
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node.type !== 'element') continue;
    if (node.name === 'script') {
      if (isCode(node)) yield node;
    } else if (node.name !== 'template') pushAll(queue, [...node.children].reverse());
  }
}

/** As `Scripts` has it: another type marks data. */
function isCode(element: MarkupElement): boolean {
  const type = (attributeOf(element, 'type')?.value ?? '').trim().toLowerCase();
  return type === '' || type === 'module' || /^(text|application)\/(java|type)script$/.test(type);
}

/** Where this differs from what the runner finds, it requests its own blocks: slower, not wrong. */
function blockOf(element: MarkupElement, { text }: Source): ScriptBlock {
  const { start, end } = element.content;
  const src = attributeOf(element, 'src');
  return {
    code: text.slice(start, end),
    span: src === undefined ? { start, end } : src.valueSpan,
    src: src?.value,
    lang: attributeOf(element, 'lang')?.value,
    ready: attributeOf(element, 'async')?.value === 'ready',
  };
}
