/** Finds the components that markup defines, in the markup alone: the launcher, which has no elements, looks for their code. */
import type { MarkupAttribute, MarkupElement, MarkupNode } from '../../markup/nodes.js';

/** The component that an element of markup defines. */
export function componentNameOf(markup: MarkupNode): string | undefined {
  if (markup.type !== 'element' || markup.name !== 'template') return undefined;
  return attributeOf(markup, 'element')?.value.trim();
}

/** The templates that define components in some nodes, in their order. Those inside of templates are not looked for. */
export function findTemplates(nodes: readonly MarkupNode[]): MarkupElement[] {
  const found: MarkupElement[] = [];
  const stack = [...nodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type !== 'element') continue;
    if (componentNameOf(node) !== undefined) found.push(node);
    if (node.name === 'template') continue;
    for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at]!);
  }
  return found;
}

/** An attribute of an element of markup by its name. */
export function attributeOf(markup: MarkupElement, name: string): MarkupAttribute | undefined {
  return markup.attributes.find((attribute) => attribute.name === name);
}
