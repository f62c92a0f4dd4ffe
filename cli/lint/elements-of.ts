/** The elements of markup. */
import { pushAll } from '../../runtime/base/push-all.js';
import type { MarkupElement, MarkupNode } from '../../runtime/markup/nodes.js';

/** In the order of the document. */
export function* elementsOf(nodes: readonly MarkupNode[]): Generator<MarkupElement> {
  const queue = [...nodes].reverse();
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node.type !== 'element') continue;
    yield node;
    pushAll(queue, [...node.children].reverse());
  }
}
