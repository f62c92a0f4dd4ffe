/**
 * The components that a document defines, found in its markup before its elements are made: each `<template element>` is a
 * class, and the document's registry has these classes beside those of tui.
 */
import { templateContent, isTemplate } from '../../dom/tree/template.js';
import { isElement, nameOf, nextInTree, type TreeNode } from '../../dom/tree/tree-node.js';
import {
  valuePlace,
  type MarkupAttribute,
  type MarkupElement,
  type MarkupNode,
} from '../../markup/nodes.js';
import type { LoadDiagnostics } from '../loading/load-diagnostics.js';
import { checkDeclarations, registryWith } from '../registry.js';
import { getAttribute } from '../tree.js';
import { nodesOf } from '../templates/copies.js';
import {
  sourceOf,
  type ElementClass,
  type Registry,
  type TuiDocument,
  type TuiElement,
} from '../tui-element.js';
import {
  componentsOf,
  createComponentClass,
  MAX_COPIED,
  type ComponentTemplate,
  type TemplateFile,
} from './component-element.js';
import { attributeOf } from './find-templates.js';
import { readProperties } from './properties.js';

/** As names of custom elements, in the letters that tags have in markup. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/;

/** Elements whose content may stay away, so that a component in them need not be there without end. */
const CONDITIONAL = new Set(['if', 'for', 'else', 'template']);

interface Declared {
  readonly tag: string;
  readonly markup: MarkupElement;
  readonly diagnostics: LoadDiagnostics;
}

/** The registry of a document that defines components; that of tui where it defines none. */
export function declareComponents(
  templates: readonly { readonly markup: MarkupElement; readonly diagnostics: LoadDiagnostics }[],
  registry: Registry,
): Registry {
  const declared = new Map<string, Declared>();
  const classes: ElementClass[] = [];
  for (const { markup, diagnostics } of templates) {
    const attribute = attributeOf(markup, 'element')!;
    const tag = attribute.value.trim();
    if (!checkName(tag, attribute, diagnostics)) continue;
    if (declared.has(tag)) {
      diagnostics.add(
        'error',
        'duplicate-component',
        `<${tag}> is defined twice`,
        attribute.valueSpan,
        () => 'give one of the two another name',
      );
      continue;
    }
    if (registry.has(tag)) {
      diagnostics.add(
        'warning',
        'component-replaces-element',
        `this <${tag}> replaces the element <${tag}> of tui`,
        attribute.valueSpan,
        () => 'give it another name if you need both',
      );
    }
    declared.set(tag, { tag, markup, diagnostics });
    classes.push(classOf(tag, markup, diagnostics));
  }
  if (classes.length === 0) return registry;
  for (const each of declared.values()) reportCycle(each, declared);
  return registryWith(registry, classes);
}

function checkName(tag: string, attribute: MarkupAttribute, diagnostics: LoadDiagnostics): boolean {
  if (NAME.test(tag)) return true;
  diagnostics.add(
    'error',
    'component-name',
    `expected a name in small letters with a hyphen, found "${tag}"`,
    attribute.valueSpan,
    () => {
      const name = tag.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      return `write element="${/^[a-z][a-z0-9]*$/.test(name) ? `ui-${name}` : 'ui-card'}"`;
    },
  );
  return false;
}

function classOf(tag: string, markup: MarkupElement, diagnostics: LoadDiagnostics): ElementClass {
  const attribute = attributeOf(markup, 'properties');
  const properties = readProperties(attribute?.value ?? '', tag);
  if (attribute === undefined || !properties.ok) {
    for (const { code, message, suggestion, start, end } of properties.ok
      ? []
      : properties.errors) {
      const span =
        start === undefined
          ? attribute!.valueSpan
          : valuePlace(attribute!, start, end ?? start + 1);
      diagnostics.add('error', code, `"properties": ${message}`, span, () => suggestion);
    }
    return createComponentClass(tag, aboutOf(tag), {});
  }
  const made = createComponentClass(tag, aboutOf(tag), properties.attributes);
  if (checkDeclarations(made).length === 0) return made;
  // A class with a property that every element has would not work; its other properties are known.
  const valid = Object.entries(properties.attributes).filter(([name, declaration]) => {
    const alone = createComponentClass(tag, aboutOf(tag), { [name]: declaration });
    const errors = checkDeclarations(alone);
    const start = attribute.value.indexOf(`"${name}"`);
    const span =
      start < 0 ? attribute.valueSpan : valuePlace(attribute, start, start + name.length + 2);
    for (const message of errors) diagnostics.add('error', 'component-property', message, span);
    return errors.length === 0;
  });
  return createComponentClass(tag, aboutOf(tag), Object.fromEntries(valid));
}

function aboutOf(tag: string): string {
  return `The component \`<${tag}>\` of this document.`;
}

/** A template that has itself in it, outside of `<if>` and `<for>`, has no end. */
function reportCycle(start: Declared, declared: ReadonlyMap<string, Declared>): void {
  const seen = new Set<string>();
  const visit = (tag: string, path: readonly string[]): boolean => {
    for (const element of unconditional(declared.get(tag)!.markup.children)) {
      if (element.name === start.tag) {
        const { diagnostics } = declared.get(tag)!;
        if (tag !== start.tag && start.tag > tag) return true;
        diagnostics.add(
          'error',
          'component-cycle',
          `<${start.tag}> contains itself: ${[...path, element.name].join(' > ')}`,
          element.nameSpan,
          () => 'put it into <if> or <for>, so that it ends somewhere',
        );
        return true;
      }
      if (!declared.has(element.name) || seen.has(element.name)) continue;
      seen.add(element.name);
      if (visit(element.name, [...path, element.name])) return true;
    }
    return false;
  };
  visit(start.tag, [start.tag]);
}

function* unconditional(nodes: readonly MarkupNode[]): Generator<MarkupElement> {
  const stack = [...nodes];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type !== 'element' || CONDITIONAL.has(node.name)) continue;
    yield node;
    stack.push(...node.children);
  }
}

/** Reads the template of a component with its expressions. */
export type ReadTemplate = (
  tag: string,
) => Pick<ComponentTemplate, 'template' | 'start'> | undefined;

/** Takes the elements of a document in. That components make more of them than a document may have is reported. */
export function takeElements(
  document: TuiDocument,
  diagnostics: LoadDiagnostics,
  takeIn: () => void,
): void {
  const excess = componentsOf(document).limited(takeIn);
  if (excess === undefined) return;
  const found = sourceOf(excess);
  // One in an imported file has no place in this one.
  const place = found?.source === diagnostics.source ? found.name : { start: 0, end: 0 };
  diagnostics.add(
    'error',
    'too-many-components',
    `the components of a document make at most ${MAX_COPIED} elements and texts, and <${excess.localName}> exceeds that`,
    place,
    () => 'use fewer of them, or make them in a script',
  );
}

/** Gives the document the templates that have been made of its markup. */
export function takeTemplates(
  root: TreeNode,
  document: TuiDocument,
  read: ReadTemplate,
  file?: TemplateFile,
): void {
  const { templates } = componentsOf(document);
  for (let node: TreeNode | null = root; node !== null; node = nextInTree(node, root)) {
    if (!isTemplate(node)) continue;
    const tag = getAttribute(node, 'element')?.trim() ?? '';
    if (tag === '' || templates.has(tag)) continue;
    const found = read(tag);
    if (found !== undefined) templates.set(tag, componentTemplate(tag, node, found, file));
  }
}

/** @param element the `<template>` */
export function componentTemplate(
  tag: string,
  element: TreeNode,
  found: Pick<ComponentTemplate, 'template' | 'start'>,
  file?: TemplateFile,
): ComponentTemplate {
  const content = templateContent(element);
  const from = file === undefined ? undefined : { path: file.path, source: file.source };
  const numbered = nodesOf(found.template.nodes);
  const styles = elementsIn(content, 'style');
  return { tag, content, ...found, numbered, size: countNodes(content), styles, file: from };
}

function countNodes(content: TreeNode): number {
  let count = 0;
  for (let node: TreeNode | null = content; node !== null; node = nextInTree(node, content))
    count++;
  return count;
}

/** The elements of a name in a template's content. */
export function elementsIn(content: TreeNode, name: string): TuiElement[] {
  const found: TuiElement[] = [];
  for (let node: TreeNode | null = content; node !== null; node = nextInTree(node, content)) {
    if (isElement(node) && nameOf(node) === name) found.push(node as TuiElement);
  }
  return found;
}
