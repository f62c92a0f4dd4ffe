/** Elements that HTML names by an attribute: `<input type="date">` in a document is a `<date-input>`. */
import type { MarkupNode } from '../../markup/nodes.js';
import type { Registry } from '../tui-element.js';

/** The name of the element that a name and the text of its attribute `type` mean. */
export function kindOf(name: string, type: string | undefined, registry: Registry): string {
  if (type === undefined) return name;
  const kinds = registry.get(name)?.kinds;
  return kinds !== undefined && Object.hasOwn(kinds, type) ? (kinds[type] ?? name) : name;
}

/** Gives the elements of a document these names, in place: nothing else has its nodes yet. */
export function nameKinds(nodes: readonly MarkupNode[], registry: Registry): void {
  const stack = [...nodes];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type !== 'element') continue;
    for (const child of node.children) stack.push(child);
    const type = node.attributes.find(({ name }) => name === 'type');
    if (type !== undefined) {
      (node as { name: string }).name = kindOf(node.name, type.value, registry);
    }
  }
}
