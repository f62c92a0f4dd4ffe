/** Checks what is written of components and in expressions: names of slots, events, and names that no script has. */
import {
  didYouMean,
  type Diagnostic,
  type Source,
  type Span,
} from '../../runtime/base/diagnostics.js';
import { COMMON_EVENTS } from '../../runtime/dom/events/handlers.js';
import type { MarkupFile } from '../../runtime/element/loading/imports.js';
import { LoadDiagnostics } from '../../runtime/element/loading/load-diagnostics.js';
import { RAW_ELEMENTS } from '../../runtime/markup/parse.js';
import { readWritten, splitBraces } from '../../runtime/element/templates/expressions.js';
import {
  valuePlace,
  type MarkupAttribute,
  type MarkupElement,
  type MarkupNode,
} from '../../runtime/markup/nodes.js';
import { scriptNames } from '../../runtime/script/globals/names.js';
import { componentsIn, valueOf, type WrittenComponent } from '../documents/components-in.js';
import { freeNames } from './free-names.js';

export interface ComponentInputs {
  readonly files: readonly MarkupFile[];
  /** Names that scripts of the app mention; undefined where they may have any. */
  readonly words: ReadonlySet<string> | undefined;
  /** What the scripts of the document export. */
  readonly exports: ReadonlySet<string>;
}

/** What code in a part of the markup sees beside the names of the document. */
interface Scope {
  readonly source: Source;
  readonly variables: readonly string[];
  readonly component: WrittenComponent | undefined;
  /** Braces hold expressions. */
  readonly hasExpressions: boolean;
  /** The component that has the element among its children. */
  readonly around: WrittenComponent | undefined;
}

export function checkComponents(inputs: ComponentInputs): Diagnostic[] {
  const checks = new ComponentChecks(inputs);
  for (const { nodes, source } of inputs.files) {
    checks.checkAll(nodes, {
      source,
      variables: [],
      component: undefined,
      hasExpressions: false,
      around: undefined,
    });
  }
  return checks.found();
}

const BLOCKS = new Set(['for', 'if', 'else']);
const OF_CODE = ['host', 'event', 'item', '$app', '$tui'];

/** Each is a search in all words of the app. */
const MAX_SUGGESTIONS = 100;
/** Slots that a suggestion lists. */
const MAX_SLOTS = 20;

/** What is asked of a component for each use of it. */
interface ComponentFacts {
  readonly slots: ReadonlySet<string>;
  /** The slots with names. */
  readonly named: readonly string[];
  readonly hasComputedSlots: boolean;
  /** Its code may show its children itself. */
  readonly readsChildren: boolean;
  /** Types of events that it fires, and as they are compared. */
  readonly types: readonly string[];
  readonly foldedTypes: ReadonlySet<string>;
}

class ComponentChecks {
  /** Of each file as many as of its markup. */
  readonly #diagnostics = new Map<Source, LoadDiagnostics>();
  #suggestions = 0;
  readonly #components: ReadonlyMap<string, WrittenComponent>;
  readonly #known: ReadonlySet<string>;
  readonly #typesInScripts: ReadonlySet<string>;
  readonly #facts = new Map<WrittenComponent, ComponentFacts>();

  readonly #inputs: ComponentInputs;

  constructor(inputs: ComponentInputs) {
    this.#inputs = inputs;

    this.#components = componentsIn(inputs.files);
    this.#typesInScripts = new Set([...(inputs.words ?? [])].map((word) => word.toLowerCase()));
    this.#known = new Set([
      ...Object.getOwnPropertyNames(globalThis),
      ...scriptNames(),
      ...OF_CODE,
      ...inputs.exports,
    ]);
  }

  found(): Diagnostic[] {
    return [...this.#diagnostics.values()].flatMap(({ list }) => list);
  }

  /** A loop, however deep the markup is. */
  checkAll(nodes: readonly MarkupNode[], scope: Scope): void {
    const stack = nodes.map((node) => ({ node, scope })).reverse();
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const inner = this.#check(top.node, top.scope);
      if (inner === undefined || top.node.type !== 'element') continue;
      const { children } = top.node;
      for (let at = children.length - 1; at >= 0; at--) {
        stack.push({ node: children[at]!, scope: inner });
      }
    }
  }

  #check(node: MarkupNode, scope: Scope): Scope | undefined {
    if (node.type === 'comment') return undefined;
    if (node.type === 'text') {
      if (scope.around !== undefined && node.data.trim() !== '') this.#checkShown(node.span, scope);
      if (scope.hasExpressions && node.data.includes('{')) this.#checkText(node, scope);
      return undefined;
    }
    if (node.name === 'template') return this.#insideTemplate(node, scope);
    if (scope.around !== undefined && !BLOCKS.has(node.name)) this.#checkSlot(node, scope);
    const inner = this.#inside(node, scope);
    if (node.name === 'for') {
      for (const name of ['each', 'key'])
        this.#checkCode(node, name, name === 'key' ? inner : scope);
      return inner;
    }
    if (node.name === 'if' || node.name === 'else') {
      this.#checkCode(node, 'test', scope);
      return inner;
    }
    this.#checkAttributes(node, scope);
    return RAW_ELEMENTS.has(node.name) ? undefined : inner;
  }

  #insideTemplate(node: MarkupElement, scope: Scope): Scope | undefined {
    const tag = valueOf(node, 'element')?.trim();
    const component = tag === undefined ? undefined : this.#components.get(tag);
    if (component === undefined) return undefined;
    return { ...scope, variables: [], component, hasExpressions: true, around: undefined };
  }

  #inside(node: MarkupElement, scope: Scope): Scope {
    if (!BLOCKS.has(node.name)) return { ...scope, around: this.#components.get(node.name) };
    const variables = [valueOf(node, 'as'), valueOf(node, 'index')].flatMap((name) =>
      name === undefined ? [] : [name.trim()],
    );
    const isFor = node.name === 'for';
    return {
      ...scope,
      variables: isFor ? [...scope.variables, ...variables] : scope.variables,
      hasExpressions: true,
    };
  }

  #checkAttributes(node: MarkupElement, scope: Scope): void {
    const component = this.#components.get(node.name);
    for (const attribute of node.attributes) {
      const { name, value } = attribute;
      const event = /^on-?([A-Za-z].*)$/.exec(name)?.[1];
      if (event !== undefined) {
        if (scope.hasExpressions) {
          this.#checkNames(value, scope, (start, end) => valuePlace(attribute, start, end));
          if (component !== undefined) this.#checkEvent(event, attribute, component, scope);
        }
      } else if (name.startsWith('bind:') || name === 'bind') {
        // A key that is bound outside of blocks is checked with the states.
        if (scope.hasExpressions || !/^[\w$.\s]*$/.test(value)) {
          this.#checkNames(value, scope, (start, end) => valuePlace(attribute, start, end));
        }
      } else if (
        scope.hasExpressions &&
        value.includes('{') &&
        !/^\s*[[{]\s*["[{\]}]/.test(value)
      ) {
        for (const piece of splitBraces(attribute, () => undefined)) {
          if (typeof piece === 'string') continue;
          this.#checkNames(piece.code, scope, (start, end) => piece.placeOf(start, end));
        }
      }
    }
  }

  #checkText(node: MarkupNode & { readonly type: 'text' }, scope: Scope): void {
    const { text } = scope.source;
    if (text.slice(node.span.start - 9, node.span.start) === '<![CDATA[') return;
    for (const piece of splitBraces(readWritten(text, node.span), () => undefined)) {
      if (typeof piece === 'string') continue;
      this.#checkNames(piece.code, scope, (start, end) => piece.placeOf(start, end));
    }
  }

  #checkCode(node: MarkupElement, name: string, scope: Scope): void {
    const attribute = node.attributes.find((each) => each.name === name);
    if (attribute === undefined) return;
    this.#checkNames(attribute.value, scope, (start, end) => valuePlace(attribute, start, end));
  }

  #checkNames(code: string, scope: Scope, placeOf: (start: number, end: number) => Span): void {
    const { words } = this.#inputs;
    if (words === undefined) return;
    const properties = Object.keys(scope.component?.properties ?? {});
    const own = [...scope.variables, ...properties];
    for (const { name, start } of freeNames(code)) {
      if (own.includes(name) || words.has(name) || this.#known.has(name)) continue;
      this.#add(
        'unknown-name',
        `no script has "${name}", which is read here`,
        scope,
        placeOf(start, start + name.length),
        () =>
          this.#nearest(name, () => [...own, ...this.#inputs.exports, ...words]) ??
          `write "export const ${name} = …" in a script`,
      );
    }
  }

  #checkSlot(node: MarkupElement, scope: Scope): void {
    const attribute = node.attributes.find(({ name }) => name === 'slot');
    const name = attribute?.value.trim() ?? '';
    const { around } = scope;
    if (around === undefined) return;
    if (attribute === undefined || name === '') {
      this.#checkShown({ start: node.openTag.start, end: node.nameSpan.end }, scope);
      return;
    }
    const { slots, named, hasComputedSlots } = this.#factsOf(around);
    // The name may be computed.
    if (name.includes('{') || slots.has(name) || hasComputedSlots) return;
    this.#add(
      'unknown-slot',
      `<${around.tag}> has no slot "${name}"`,
      scope,
      attribute.valueSpan,
      () => this.#nearest(name, () => named) ?? slotSuggestion(around, named),
    );
  }

  /** Content that no slot shows. */
  #checkShown(span: Span, scope: Scope): void {
    const { around } = scope;
    if (around === undefined) return;
    const { slots, named, readsChildren } = this.#factsOf(around);
    if (slots.has('') || readsChildren) return;
    this.#add(
      'no-slot',
      `<${around.tag}> does not show this: its template has no <slot/>`,
      scope,
      span,
      () =>
        named.length > 0
          ? `name one of its slots: slot="${named[0]}"`
          : `add <slot/> to the template of <${around.tag}>`,
    );
  }

  #checkEvent(
    written: string,
    { nameSpan, name }: MarkupAttribute,
    component: WrittenComponent,
    scope: Scope,
  ): void {
    if (this.#inputs.words === undefined) return;
    const type = foldType(written);
    const { types, foldedTypes } = this.#factsOf(component);
    if (foldedTypes.has(type) || this.#typesInScripts.has(type)) return;
    this.#add(
      'unknown-event',
      `<${component.tag}> does not fire "${type}" events`,
      scope,
      nameSpan,
      () => this.#nearest(name, () => types.map(handlerName)),
    );
  }

  /** Only the first diagnostics of a document get what is near: each is a search. */
  #nearest(name: string, candidates: () => readonly string[]): string | undefined {
    return ++this.#suggestions > MAX_SUGGESTIONS ? undefined : didYouMean(name, candidates());
  }

  #factsOf(component: WrittenComponent): ComponentFacts {
    const known = this.#facts.get(component);
    if (known !== undefined) return known;
    const { slots, events } = component;
    const types = [...events, ...COMMON_EVENTS];
    const facts: ComponentFacts = {
      slots: new Set(slots),
      named: slots.filter((each) => each !== ''),
      hasComputedSlots: slots.some((name) => name.includes('{')),
      readsChildren: readsChildren(component),
      types,
      foldedTypes: new Set(types.map(foldType)),
    };
    this.#facts.set(component, facts);
    return facts;
  }

  #add(
    code: string,
    message: string,
    { source }: Scope,
    span: Span,
    suggest: () => string | undefined,
  ): void {
    let diagnostics = this.#diagnostics.get(source);
    if (diagnostics === undefined) {
      this.#diagnostics.set(source, (diagnostics = new LoadDiagnostics(source)));
    }
    diagnostics.add('warning', code, message, span, suggest);
  }
}

/** Case and hyphens aside. */
function foldType(type: string): string {
  return type.replaceAll('-', '').toLowerCase();
}

function handlerName(type: string): string {
  return `on${type[0]?.toUpperCase()}${type.slice(1)}`;
}

function slotSuggestion({ tag }: WrittenComponent, named: readonly string[]): string {
  if (named.length === 0) return `add <slot name="…"/> to the template of <${tag}>`;
  const listed = named.slice(0, MAX_SLOTS).map((each) => `"${each}"`);
  const more = named.length > MAX_SLOTS ? ` and ${named.length - MAX_SLOTS} more` : '';
  return `its slots: ${listed.join(', ')}${more}`;
}

/** Its code may show them itself. */
function readsChildren({ markup, source }: WrittenComponent): boolean {
  const text = source.text.slice(markup.content.start, markup.content.end);
  return /\bhost\s*\.\s*(children|childNodes|querySelector|first|last|textContent|innerHTML|append)/.test(
    text,
  );
}
