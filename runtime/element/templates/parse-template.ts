/** Markup to templates: `<for>` and `<if>` with what is in them, and the content of component templates. */
import { appendDetached } from '../../dom/tree/mutate.js';
import { containerOf } from '../../dom/tree/template.js';
import {
  firstWrittenOf,
  nextWrittenOf,
  parentOf,
  type TreeNode,
} from '../../dom/tree/tree-node.js';
import type { MarkupAttribute, MarkupElement, MarkupNode } from '../../markup/nodes.js';
import { attributeKey } from '../../markup/names.js';
import { RAW_ELEMENTS } from '../../markup/parse.js';
import { loadAttributes } from '../attribute-values.js';
import { hookOf } from '../definition.js';
import { isGlobalAttribute } from '../global-attributes.js';
import { DEFINITION } from '../internals.js';
import { buildNodes, loadElement, reportDepth } from '../loading/build.js';
import type { LoadDiagnostics } from '../loading/load-diagnostics.js';
import { checkElement, reportValue } from '../loading/validate.js';
import { registryOf } from '../query.js';
import { ElementSource } from '../source.js';
import { createElement } from '../tree.js';
import { setSource, type TuiDocument, type TuiElement } from '../tui-element.js';
import { isBlock } from './blocks.js';
import {
  isLiteral,
  readWritten,
  splitBraces,
  wholeCode,
  type Code,
  type Piece,
} from './expressions.js';
import type { Block, ForBlock, IfBlock, Origin, Part, Template } from './template.js';

/** Where templates of one reading belong. */
export interface TemplateContext {
  readonly document: TuiDocument;
  readonly diagnostics: LoadDiagnostics;
  readonly origin: Origin;
  /** Levels of elements that may be nested. */
  readonly maxDepth: number;
  /** How many blocks are around. */
  readonly blocks: number;
  /** True in the template of a component, which has scripts and styles of its own. */
  readonly isComponent: boolean;
}

/** Blocks in blocks: what they render is made and looked through by recursion. */
const MAX_BLOCKS = 100;

export function contextOf(
  document: TuiDocument,
  diagnostics: LoadDiagnostics,
  maxDepth = Infinity,
): TemplateContext {
  return {
    document,
    diagnostics,
    origin: { source: diagnostics.source, shift: 0 },
    maxDepth,
    blocks: 0,
    isComponent: false,
  };
}

/** Reads a `<for>` or `<if>`. @param isInline it is among words: blanks around its elements show */
export function parseBlock(
  markup: MarkupElement,
  around: TemplateContext,
  isInline = false,
): Block {
  const { document, diagnostics, blocks } = around;
  const registry = registryOf(document);
  checkElement(markup, registry, diagnostics);
  const context = { ...around, blocks: blocks + 1 };
  return isBlock(markup, 'for', registry)
    ? parseFor(markup, context, isInline)
    : parseIf(markup, context, isInline);
}

/** Reads the content of a `<template element>`. Ids, and what scripts and styles have, are its own. */
export function parseComponent(markup: MarkupElement, around: TemplateContext): Template {
  const { diagnostics } = around;
  diagnostics.enterTemplate();
  try {
    return parseTemplate(markup.children, { ...around, isComponent: true });
  } finally {
    diagnostics.leaveTemplate();
  }
}

/** Prepares nodes of markup to be copied. @param isInline they are among words */
function parseTemplate(
  nodes: readonly MarkupNode[],
  context: TemplateContext,
  isInline = false,
): Template {
  return new TemplateReader(context).read(nodes, isInline);
}

/** A part of the content of a block, up to an `<else>`. */
interface Section {
  readonly otherwise: MarkupElement | undefined;
  readonly nodes: MarkupNode[];
}

function sectionsOf(markup: MarkupElement, { document, diagnostics }: TemplateContext): Section[] {
  const registry = registryOf(document);
  const first: Section = { otherwise: undefined, nodes: [] };
  const sections = [first];
  let last = first;
  for (const node of markup.children) {
    if (node.type === 'element' && isBlock(node, 'else', registry)) {
      checkElement(node, registry, diagnostics);
      last = { otherwise: node, nodes: [] };
      sections.push(last);
    } else last.nodes.push(node);
  }
  return sections;
}

function parseFor(markup: MarkupElement, context: TemplateContext, isInline: boolean): ForBlock {
  const [rows, otherwise, ...more] = sectionsOf(markup, context);
  const extra = more[0]?.otherwise;
  if (extra !== undefined) reportElse(extra, '<for> has one <else/>', context);
  const test = attributeOf(otherwise?.otherwise, 'test');
  if (otherwise?.otherwise !== undefined && test !== undefined) {
    reportElse(otherwise.otherwise, '<else/> of <for> has no test', context);
  }
  const as = variable(markup, 'as', context);
  const index = variable(markup, 'index', context);
  if (as !== undefined && as === index) {
    const { valueSpan } = attributeOf(markup, 'index')!;
    const message = `two variables have the name "${as}"`;
    context.diagnostics.add('error', 'bad-value', message, valueSpan);
  }
  return {
    type: 'for',
    origin: context.origin,
    each: codeOf(markup, 'each') ?? NOTHING,
    as,
    index,
    key: codeOf(markup, 'key'),
    row: parseTemplate(rows?.nodes ?? [], context, isInline),
    otherwise: otherwise && parseTemplate(otherwise.nodes, context, isInline),
  };
}

function parseIf(markup: MarkupElement, context: TemplateContext, isInline: boolean): IfBlock {
  const sections = sectionsOf(markup, context);
  let isComplete = false;
  const branches = sections.map(({ otherwise, nodes }) => {
    if (isComplete && otherwise !== undefined) {
      reportElse(otherwise, 'an <else/> without a test is the last', context);
    }
    const test = codeOf(otherwise ?? markup, 'test');
    isComplete ||= otherwise !== undefined && test === undefined;
    return {
      test: otherwise === undefined ? (test ?? NOTHING) : test,
      content: parseTemplate(nodes, context, isInline),
    };
  });
  return { type: 'if', origin: context.origin, branches };
}

/** Of an attribute that is missing, which is an error already. */
const NOTHING: Code = { code: 'undefined', placeOf: (start, end) => ({ start, end }) };

function attributeOf(markup: MarkupElement | undefined, name: string): MarkupAttribute | undefined {
  return markup?.attributes.find((each) => each.name === name);
}

function codeOf(markup: MarkupElement, name: string): Code | undefined {
  const attribute = attributeOf(markup, name);
  return attribute === undefined || attribute.value.trim() === ''
    ? undefined
    : wholeCode(attribute);
}

const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

function variable(
  markup: MarkupElement,
  name: string,
  { diagnostics }: TemplateContext,
): string | undefined {
  const attribute = attributeOf(markup, name);
  if (attribute === undefined) return undefined;
  const text = attribute.value.trim();
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text) && !RESERVED.has(text)) return text;
  const message = `${name}: expected the name of a variable, found ${JSON.stringify(text)}`;
  diagnostics.add('error', 'bad-value', message, attribute.valueSpan, () => `write ${name}="row"`);
  return undefined;
}

function reportElse(
  markup: MarkupElement,
  message: string,
  { diagnostics }: TemplateContext,
): void {
  diagnostics.add('error', 'bad-else', message, markup.openTag, () => undefined);
}

interface Level {
  readonly nodes: readonly MarkupNode[];
  next: number;
  readonly parent: TreeNode | undefined;
  readonly isInline: boolean;
}

class TemplateReader {
  readonly #nodes: TreeNode[] = [];
  readonly #parts: Part[] = [];
  #count = 0;
  #isTooDeep = false;

  readonly #context: TemplateContext;
  /** Outside of the blocks of a component: all of it is as written, and scripts and styles are taken from the markup. */
  readonly #isOutermost: boolean;

  constructor(context: TemplateContext) {
    this.#context = context;
    this.#isOutermost = context.isComponent && context.blocks === 0;
  }

  /** A loop, however deep the markup is; only blocks in blocks are read by recursion. */
  read(nodes: readonly MarkupNode[], isInline: boolean): Template {
    const stack: Level[] = [{ nodes, next: 0, parent: undefined, isInline }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const at = top.next++;
      const markup = top.nodes[at];
      if (markup === undefined) stack.pop();
      else if (this.#isOutermost || !isIndentation(markup, top)) {
        const inner = this.#node(markup, top);
        if (inner === undefined) continue;
        if (stack.length < this.#context.maxDepth) stack.push(inner);
        else this.#reportDepth(markup);
      }
    }
    return { origin: this.#context.origin, nodes: this.#nodes, parts: this.#parts };
  }

  #node(markup: MarkupNode, { parent, isInline }: Level): Level | undefined {
    const { document, diagnostics } = this.#context;
    if (markup.type === 'comment') {
      this.#append(parent, document.createComment(markup.data));
      return undefined;
    }
    if (markup.type === 'text') {
      this.#text(markup, parent);
      return undefined;
    }
    const registry = registryOf(document);
    if (isBlock(markup, 'for', registry) || isBlock(markup, 'if', registry)) {
      const index = this.#append(parent, document.createComment(markup.name));
      if (this.#context.blocks >= MAX_BLOCKS) {
        const message = `<${markup.name}> is in more than ${MAX_BLOCKS} others`;
        diagnostics.add('error', 'too-deep', message, markup.openTag);
        return undefined;
      }
      const block = parseBlock(markup, this.#context, isInline);
      this.#parts.push({ type: 'block', index, block });
      return undefined;
    }
    if (this.#isShared(markup)) return undefined;
    const element = createElement(document, markup.name);
    const index = this.#append(parent, element);
    this.#attributes(element, markup, index);
    if (isBlock(markup, 'else', registry)) {
      reportElse(markup, '<else> is not directly in <for> or <if>', this.#context);
    }
    const { isTemplate, isRaw, isInline: holdsText, isInlineBox } = element[DEFINITION];
    if (isTemplate || isRaw || isRawMarkup(markup)) {
      // Braces mean nothing in it.
      buildNodes(document, markup.children, containerOf(element), diagnostics);
      this.#count += countBelow(element);
      return undefined;
    }
    if (markup.children.length === 0) return undefined;
    return {
      nodes: markup.children,
      next: 0,
      parent: element,
      isInline: holdsText || isInlineBox,
    };
  }

  /** Of elements that are too deep the first is reported. */
  #reportDepth(markup: MarkupNode): void {
    const { diagnostics, maxDepth } = this.#context;
    if (markup.type === 'element' && !this.#isTooDeep) reportDepth(markup, maxDepth, diagnostics);
    this.#isTooDeep = true;
  }

  /** An element that all copies share, or that cannot be copied. */
  #isShared(markup: MarkupElement): boolean {
    const { document, diagnostics, isComponent } = this.#context;
    const { name, openTag } = markup;
    if (name !== 'script' && name !== 'policy' && !(name === 'style' && isComponent)) return false;
    if (name !== 'style' && !(name === 'script' && this.#isOutermost)) {
      const [place, them] = this.#isOutermost ? ['a component', 'it'] : ['<for> or <if>', 'them'];
      const message = `<${name}> cannot be in ${place}`;
      diagnostics.add('error', 'bad-place', message, openTag, () => `move it out of ${them}`);
    }
    if (isComponent) loadElement(createElement(document, name), markup, diagnostics);
    return isComponent;
  }

  #text(markup: MarkupNode & { readonly type: 'text' }, parent: TreeNode | undefined): void {
    const { document, diagnostics } = this.#context;
    const { text } = diagnostics.source;
    const { span, data } = markup;
    const isLiteralText =
      !data.includes('{') || text.slice(span.start - 9, span.start) === '<![CDATA[';
    const written = isLiteralText ? undefined : readWritten(text, span);
    const pieces = written === undefined || isLiteral(written) ? [data] : this.#split(written);
    const isPlain = pieces.every((piece) => typeof piece === 'string');
    const node = document.createTextNode(isPlain ? pieces.join('') : '');
    const index = this.#append(parent, node);
    if (!isPlain) this.#parts.push({ type: 'text', index, pieces });
  }

  #split(written: Parameters<typeof splitBraces>[0]): readonly Piece[] {
    return splitBraces(written, ({ message, span, suggestion }) => {
      this.#context.diagnostics.add('error', 'bad-expression', message, span, () => suggestion);
    });
  }

  #attributes(element: TuiElement, markup: MarkupElement, index: number): void {
    const { document, diagnostics } = this.#context;
    const source = new ElementSource(diagnostics.source, markup);
    setSource(element, source);
    const written: MarkupAttribute[] = [];
    const computed = new Set<MarkupAttribute>();
    const parts: Part[] = [];
    let hasCode = false;
    for (const attribute of markup.attributes) {
      const isCode = isCodeAttribute(element, attribute.name);
      hasCode ||= isCode;
      const pieces =
        isCode || isLiteral(attribute) || isJson(element, attribute.name)
          ? undefined
          : this.#split(attribute);
      if (pieces === undefined || pieces.every((piece) => typeof piece === 'string')) {
        written.push(attribute);
      } else {
        parts.push({ type: 'attribute', index, name: attribute.name, pieces });
        computed.add(attribute);
      }
    }
    checkElement(markup, registryOf(document), diagnostics, true, (each) => computed.has(each));
    if (hasCode || parts.length > 0) this.#parts.push({ type: 'element', index, source });
    this.#parts.push(...parts);
    loadAttributes(element, written, (attribute, key, error) => {
      reportValue(attribute, key, error, diagnostics);
    });
  }

  #append(parent: TreeNode | undefined, node: TreeNode): number {
    if (parent === undefined) this.#nodes.push(node);
    else appendDetached(parent, node);
    return this.#count++;
  }
}

/** Line breaks between elements that are not words: nothing shows of them. */
function isIndentation(markup: MarkupNode, { isInline }: Level): boolean {
  return !isInline && markup.type === 'text' && /^\s*$/.test(markup.data);
}

/** Handlers, functions and bindings: their values are code, or names, themselves. */
function isCodeAttribute(element: TuiElement, name: string): boolean {
  return (
    name === 'bind' ||
    name.startsWith('bind:') ||
    /^on(-|[A-Z])/.test(name) ||
    (/^on/.test(name) && isGlobalAttribute(attributeKey(name))) ||
    hookOf(element, name) !== undefined
  );
}

function isJson(element: TuiElement, name: string): boolean {
  const definition = element[DEFINITION];
  const key = definition.attributeKey(name);
  return key === 'tArgs' || definition.attributes.get(key)?.type === 'json';
}

/** Read as text by the parser, whatever class has the name. */
function isRawMarkup({ name }: MarkupElement): boolean {
  return RAW_ELEMENTS.has(name);
}

function countBelow(root: TreeNode): number {
  let count = 0;
  let node = firstWrittenOf(root);
  while (node !== null) {
    count++;
    let next: TreeNode | null = firstWrittenOf(node) ?? nextWrittenOf(node);
    let at: TreeNode | null = node;
    while (next === null && at !== null && at !== root) {
      at = parentOf(at);
      next = at === null || at === root ? null : nextWrittenOf(at);
    }
    node = next;
  }
  return count;
}
