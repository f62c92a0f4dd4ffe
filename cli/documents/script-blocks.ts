/** Finds the `<script>` blocks of a document in its text, before it is loaded. */
import { pushAll } from '../../runtime/base/push-all.js';
import type { Source } from '../../runtime/base/diagnostics.js';
import type { MarkupAttribute, MarkupElement, MarkupNode } from '../../runtime/markup/nodes.js';
import { parseMarkup } from '../../runtime/markup/parse.js';
import type { ScriptBlock } from '../../runtime/script/bundle/block.js';

/** The blocks as the runtime will find them. */
export function blocksIn(source: Source): ScriptBlock[] {
  const blocks: ScriptBlock[] = [];
  const queue: MarkupNode[] = [...parseMarkup(source).nodes].reverse();
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node.type !== 'element') continue;
    if (node.name === 'script') {
      if (isCode(node)) blocks.push(blockOf(node, source));
    } else if (node.name !== 'template') pushAll(queue, [...node.children].reverse());
  }
  return blocks;
}

function attributeOf(element: MarkupElement, name: string): MarkupAttribute | undefined {
  return element.attributes.find((each) => each.name === name);
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
