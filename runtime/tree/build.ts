/** Markup nodes to tree nodes, and the faults that only the registry can see. */
import { didYouMean, type Diagnostic, type Source } from '../diagnostics.js';
import { attributeKey, camelCase, kebabCase } from '../markup/names.js';
import {
  valuePlace,
  type MarkupAttribute,
  type MarkupElement,
  type MarkupNode,
} from '../markup/nodes.js';
import type { ValueFault } from '../values.js';
import { loadAttributes, readText, type ValueHost } from './attribute-values.js';
import {
  definitionOf,
  type ElementClass,
  type Registry,
  type TuiDocument,
  type TuiElement,
} from './element.js';
import { GLOBAL_ATTRIBUTES, isGlobalAttribute } from './global-attributes.js';
import type { LinkedNode, LinkedParent } from './linkedom.js';
import { appendDetached } from './mutate.js';
import { ElementSource } from './source.js';

type Sink = (diagnostic: Diagnostic) => void;

/** Appends the nodes to a parent that is not connected. A loop, however deep they are. */
export function buildNodes(
  document: TuiDocument,
  source: Source,
  nodes: readonly MarkupNode[],
  parent: object,
  sink: Sink,
): void {
  const stack: {
    readonly nodes: readonly MarkupNode[];
    next: number;
    readonly parent: LinkedParent;
  }[] = [{ nodes, next: 0, parent: parent as LinkedParent }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const markup = top.nodes[top.next++];
    if (markup === undefined) {
      stack.pop();
      continue;
    }
    if (markup.type === 'element') {
      const element = buildElement(document, source, markup, sink);
      appendDetached(top.parent, element as unknown as LinkedNode);
      if (markup.children.length > 0) {
        stack.push({ nodes: markup.children, next: 0, parent: element as unknown as LinkedParent });
      }
    } else {
      const node =
        markup.type === 'text'
          ? document.createTextNode(markup.data)
          : document.createComment(markup.data);
      appendDetached(top.parent, node as unknown as LinkedNode);
    }
  }
}

function buildElement(
  document: TuiDocument,
  source: Source,
  markup: MarkupElement,
  sink: Sink,
): TuiElement {
  const element = document.createElement(markup.name);
  loadElement(element, document.registry, source, markup, sink);
  return element;
}

/** Gives an element its attributes and its place, and reports what is wrong with them. */
export function loadElement(
  element: TuiElement,
  registry: Registry,
  source: Source,
  markup: MarkupElement,
  sink: Sink,
): void {
  element.source = new ElementSource(source, markup);
  const known = registry.get(markup.name);
  if (known === undefined) {
    sink({
      severity: 'warning',
      code: 'unknown-element',
      message: `<${markup.name}> is not a known element, it behaves as <${registry.fallback.tag}>`,
      source,
      span: markup.nameSpan,
      suggestion: didYouMean(markup.name, registry.tags),
    });
  }
  loadAttributes(element as unknown as ValueHost, markup.attributes, (attribute, key, fault) => {
    sink(valueDiagnostic(source, attribute, key, fault));
  });
  for (const attribute of markup.attributes) {
    checkGlobal(source, attribute, sink);
    if (known !== undefined) checkKnown(source, markup.name, known, attribute, sink);
  }
  if (known !== undefined) {
    checkRequired(source, markup, known, sink);
    checkContent(source, markup, known, sink);
  }
}

function valueDiagnostic(
  source: Source,
  attribute: MarkupAttribute,
  key: string,
  { code, message, suggestion, start, end }: ValueFault,
): Diagnostic {
  const span =
    start === undefined ? attribute.valueSpan : valuePlace(attribute, start, end ?? start + 1);
  return { severity: 'error', code, message: `"${key}": ${message}`, source, span, suggestion };
}

function checkGlobal(source: Source, attribute: MarkupAttribute, sink: Sink): void {
  const key = attributeKey(attribute.name);
  if (!Object.hasOwn(GLOBAL_ATTRIBUTES, key)) return;
  const declaration = GLOBAL_ATTRIBUTES[key as keyof typeof GLOBAL_ATTRIBUTES];
  const result = readText(declaration, attribute.value);
  if (!result.ok) sink(valueDiagnostic(source, attribute, key, result.fault));
}

function checkKnown(
  source: Source,
  name: string,
  known: ElementClass,
  attribute: MarkupAttribute,
  sink: Sink,
): void {
  const key = attributeKey(attribute.name);
  const { attributes } = definitionOf(known);
  if (attributes.has(key) || isGlobalAttribute(key)) return;
  sink({
    severity: 'warning',
    code: 'unknown-attribute',
    message: `<${name}> has no attribute "${attribute.name}"`,
    source,
    span: attribute.nameSpan,
    suggestion: suggestAttribute(known, attribute, attributes.keys()),
  });
}

function suggestAttribute(
  known: ElementClass,
  attribute: MarkupAttribute,
  declared: Iterable<string>,
): string | undefined {
  const name = camelCase(attribute.name);
  if (Object.hasOwn(known.styles, name)) {
    return `it is a style property: style="${kebabCase(name)}: ${attribute.value || '…'}"`;
  }
  return didYouMean(attribute.name, [...declared, ...Object.keys(GLOBAL_ATTRIBUTES)]);
}

function checkRequired(
  source: Source,
  markup: MarkupElement,
  known: ElementClass,
  sink: Sink,
): void {
  for (const [name, { required }] of definitionOf(known).attributes) {
    if (required !== true) continue;
    if (markup.attributes.some((attribute) => attributeKey(attribute.name) === name)) continue;
    sink({
      severity: 'error',
      code: 'missing-attribute',
      message: `<${markup.name}> needs the attribute "${name}"`,
      source,
      span: { start: markup.openTag.start, end: markup.nameSpan.end },
      suggestion: `write <${markup.name} ${name}="…">`,
    });
  }
}

/** Content in an element that has none. */
function checkContent(
  source: Source,
  markup: MarkupElement,
  known: ElementClass,
  sink: Sink,
): void {
  if (known.content !== 'none' || known.raw) return;
  const content = markup.children.find(
    (child) => child.type === 'element' || (child.type === 'text' && child.data.trim() !== ''),
  );
  if (content === undefined) return;
  sink({
    severity: 'error',
    code: 'unexpected-content',
    message: `<${markup.name}> takes no content`,
    source,
    span: content.type === 'element' ? content.openTag : content.span,
    suggestion: `write <${markup.name}/> and put this after it`,
  });
}
