/**
 * The messages of a document: `t="key"` is an element's text, `t:label="key"` its attribute, `t-args` what is put into
 * them. Elements keep what they were written with: that shows where no message has the key.
 */
import { addedElements } from '../element/added-elements.js';
import type { Diagnostic } from '../base/diagnostics.js';
import { hostOf, registryOf } from '../element/query.js';
import {
  append,
  attributeNamesOf,
  childNodesOf,
  createElement,
  documentElementOf,
  getAttribute,
  isElement,
  isText,
  localNameOf,
  parentElementOf,
  queryAll,
  removeAttribute,
  removeNode,
  setAttribute,
  setText,
  textOf,
} from '../element/tree.js';
import type { RecordOf } from '../element/records.js';
import { documentSourceOf, observe } from '../element/tui-document.js';
import {
  sourceOf,
  type TuiDocument,
  type TuiElement,
  type TuiNode,
  isTextField,
} from '../element/tui-element.js';
import { setData } from '../dom/tree/mutate.js';
import { attributesOf } from '../dom/tree/tree-node.js';
import { readCatalog, type Catalog, type MessagesFile } from './catalog.js';
import { runsText, type MessageArguments, type Run } from './format.js';
import { canonicalLocale, environmentLocales, extendedLocale } from './locales.js';
import { pseudoText } from './pseudo.js';
import { Translator } from './translator.js';

export interface DocumentMessagesOptions {
  readonly document: TuiDocument;
  /** `i18n.locale`; undefined where it is not set. */
  readonly locale: string | undefined;
  /** `i18n.defaultLocale`; default: `lang` of the document's root, else `en`. */
  readonly defaultLocale: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads `<locale>.json` of the folder of messages. */
  readonly read: (locale: string) => MessagesFile | undefined;
  /** The locale has changed. */
  readonly onChange: () => void;
}

/** Elements that messages may contain as markup: they differ in appearance only. */
const MARKUP: ReadonlySet<string> = new Set(['b', 'i', 'u', 's', 'span']);

/** Attributes that people read. */
const READ = ['label', 'title', 'placeholder', 'tooltip', 'alt', 'aria-label', 'aria-description'];
/** Elements whose text is not shown as it is. */
const UNREAD: ReadonlySet<string> = new Set([
  'script',
  'style',
  'policy',
  'messages',
  'template',
  'help',
]);

/** What an element was written with. */
interface Original {
  /** Undefined until a message has taken its place. */
  nodes: readonly TuiNode[] | undefined;
  /** What the message showed last. */
  shown: string | undefined;
  readonly attributes: Map<string, string | null>;
}

export class DocumentMessages {
  readonly translator: Translator;
  readonly #originals = new Map<TuiElement, Original>();
  #unobserve: (() => void) | undefined;
  #setting = false;
  /** True if the document has messages: only then its language is set here. */
  readonly #isUsed: boolean;

  readonly #options: DocumentMessagesOptions;

  constructor(options: DocumentMessagesOptions) {
    this.#options = options;

    const { document, locale, env, read } = options;
    const report = (diagnostic: Diagnostic): void => hostOf(document).report(diagnostic);
    const blocks = blocksOf(document, report);
    const root = documentElementOf(document);
    const written =
      canonicalLocale(options.defaultLocale ?? '') ??
      canonicalLocale(getAttribute(root, 'lang') ?? 'en');
    const set = extendedLocale(locale ?? '');
    this.translator = new Translator({
      blocks,
      read,
      report,
      requestedLocales: set === undefined ? environmentLocales(env) : [set],
      defaultLocale: written ?? 'en',
    });
    this.#isUsed = blocks.size > 0 || this.translator.isPseudo || set !== undefined;
  }

  /** Translates what is in the document, and from now on what comes. */
  start(): void {
    const { document } = this.#options;
    if (this.translator.isPseudo) this.#pseudo(documentElementOf(document));
    if (this.#isUsed) this.#state();
    this.#tree(documentElementOf(document));
    this.#unobserve = observe(document, ['attributes', 'childList'], (record) =>
      this.#record(record),
    );
  }

  stop(): void {
    this.#unobserve?.();
  }

  /** Only texts that are others in the new locale change. @throws RangeError for what is not a BCP 47 tag */
  setLocale(tag: string): void {
    const before = this.translator.tag;
    this.translator.setLocale(tag);
    if (this.translator.tag === before) return;
    this.#state();
    for (const element of this.#originals.keys()) this.#apply(element);
    this.#options.onChange();
  }

  /** States the language for `:lang()`, screen readers and pages. */
  #state(): void {
    const root = documentElementOf(this.#options.document);
    const { locale, direction } = this.translator;
    if (getAttribute(root, 'lang') !== locale) setAttribute(root, 'lang', locale);
    if ((getAttribute(root, 'dir') ?? 'ltr') !== direction) setAttribute(root, 'dir', direction);
  }

  #record(record: RecordOf<'attributes' | 'childList'>): void {
    if (this.#setting) return;
    if (record.type === 'attributes') {
      if (isMessageAttribute(record.property)) this.#apply(record.target);
    } else {
      for (const node of record.removedNodes) if (isElement(node)) this.#forget(node);
      // Most documents have none: then their attributes are not looked at one by one.
      for (const element of addedElements(record)) if (hasMessage(element)) this.#apply(element);
    }
  }

  #tree(root: TuiElement): void {
    if (hasMessage(root)) this.#apply(root);
    // Most documents have none: then their attributes are not looked at one by one.
    for (const element of queryAll(root, '*')) if (hasMessage(element)) this.#apply(element);
  }

  #forget(root: TuiElement): void {
    if (this.#originals.size === 0) return;
    this.#originals.delete(root);
    for (const element of queryAll(root, '*')) this.#originals.delete(element);
  }

  #apply(element: TuiElement): void {
    let original = this.#originals.get(element);
    if (original === undefined) {
      original = { nodes: undefined, shown: undefined, attributes: new Map() };
      this.#originals.set(element, original);
    }
    const values = argumentsOf(element);
    const before = this.#setting;
    this.#setting = true;
    try {
      const key = this.#acceptsText(element) ? getAttribute(element, 't') : null;
      this.#content(
        element,
        original,
        key === null ? undefined : this.#runs(element, 't', key, values),
      );
      const requested = new Map<string, string>();
      for (const [property, { name }] of attributesOf(element) ?? []) {
        if (property.startsWith('t:')) requested.set(property.slice(2), name);
      }
      for (const name of new Set([...original.attributes.keys(), ...requested.keys()])) {
        const attribute = requested.get(name);
        const runs =
          attribute === undefined
            ? undefined
            : this.#runs(element, attribute, getAttribute(element, attribute) ?? '', values);
        attributeTo(element, name, runs && runsText(runs), original.attributes);
      }
    } finally {
      this.#setting = before;
    }
  }

  /** Its markup could not be loaded again otherwise. */
  #acceptsText(element: TuiElement): boolean {
    const known = registryOf(this.#options.document).get(localNameOf(element));
    return known === undefined || known.content !== 'none' || known.raw;
  }

  #runs(
    element: TuiElement,
    attribute: string,
    key: string,
    values: MessageArguments,
  ): readonly Run[] | undefined {
    const runs = key === '' ? undefined : this.translator.runs(key, values);
    const isWritten = attribute !== 't' || textOf(element).trim() !== '';
    // What was written shows instead.
    if (runs === undefined && key !== '' && !isWritten && !this.translator.has(key)) {
      const source = sourceOf(element);
      hostOf(this.#options.document).report({
        severity: 'warning',
        code: 'missing-message',
        message: `no message has the key "${key}"`,
        source: source?.source,
        span: source?.valueSpan(attribute) ?? source?.name,
      });
    }
    return runs;
  }

  #content(element: TuiElement, original: Original, runs: readonly Run[] | undefined): void {
    if (runs === undefined) {
      if (original.nodes === undefined) return;
      for (const node of [...childNodesOf(element)]) removeNode(node);
      append(element, ...original.nodes);
      original.nodes = undefined;
      original.shown = undefined;
      return;
    }
    const shown = JSON.stringify(runs);
    if (original.shown === shown) return;
    original.nodes ??= [...childNodesOf(element)];
    original.shown = shown;
    const text = runsText(runs);
    if (!runs.some(({ markup }) => markup.some((name) => MARKUP.has(name)))) {
      // The nodes that were written are kept as they are: one of them must not get the new text.
      if (childNodesOf(element).some((node) => original.nodes?.includes(node))) {
        for (const node of [...childNodesOf(element)]) removeNode(node);
      }
      if (textOf(element) !== text) setText(element, text);
      return;
    }
    for (const node of [...childNodesOf(element)]) removeNode(node);
    for (const run of joined(runs)) append(element, this.#node(run));
  }

  /** A run as inline elements around its text. */
  #node({ text, markup }: Run): TuiElement {
    const { document } = this.#options;
    const names = markup.filter((name) => MARKUP.has(name));
    const inner = createElement(document, names.pop() ?? 'span');
    setText(inner, text);
    return names.reduceRight((node, name) => {
      const element = createElement(document, name);
      append(element, node);
      return element;
    }, inner);
  }

  /** Every text of a document without messages, as a translation of it might be. */
  #pseudo(root: TuiElement): void {
    const { locale } = this.translator;
    for (const element of [root, ...queryAll(root, '*')]) {
      if (UNREAD.has(localNameOf(element)) || isWithin(element, UNREAD)) continue;
      for (const name of READ) {
        const value = getAttribute(element, name);
        if (value !== null) setAttribute(element, name, pseudoText(value, locale));
      }
      // The text of a field is its value.
      if (getAttribute(element, 't') !== null || isTextField(element)) continue;
      for (const node of childNodesOf(element)) {
        if (isText(node)) setData(node, pseudoText(textOf(node), locale));
      }
    }
  }
}

function isWithin(element: TuiElement, names: ReadonlySet<string>): boolean {
  for (let at = parentElementOf(element); at !== null; at = parentElementOf(at)) {
    if (names.has(localNameOf(at))) return true;
  }
  return false;
}

function isMessageAttribute(property: string): boolean {
  return property === 't' || property === 'tArgs' || property.startsWith('t:');
}

function hasMessage(element: TuiElement): boolean {
  return attributeNamesOf(element).some((name) => name === 't' || name.startsWith('t:'));
}

/** `t-args`; nothing where it is not an object, which was reported when it was read. */
function argumentsOf(element: TuiElement): MessageArguments {
  const text = getAttribute(element, 't-args');
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as MessageArguments) : {};
  } catch {
    return {};
  }
}

function attributeTo(
  element: TuiElement,
  name: string,
  text: string | undefined,
  originals: Map<string, string | null>,
): void {
  if (text === undefined) {
    if (!originals.has(name)) return;
    const before = originals.get(name) ?? null;
    originals.delete(name);
    if (before === null) removeAttribute(element, name);
    else setAttribute(element, name, before);
    return;
  }
  if (!originals.has(name)) originals.set(name, getAttribute(element, name));
  if (getAttribute(element, name) !== text) setAttribute(element, name, text);
}

/** Neighbours with the same markup as one, without isolates where nothing has to be kept apart. */
function joined(runs: readonly Run[]): Run[] {
  const isMixed = /[\u2066-\u2069]/.test(runsText(runs));
  const found: Run[] = [];
  for (const { text, markup } of runs) {
    const shown = isMixed ? text : text.replace(/[\u2066-\u2069]/g, '');
    const last = found.at(-1);
    if (last !== undefined && last.markup.join() === markup.join()) {
      found[found.length - 1] = { text: last.text + shown, markup };
    } else if (shown !== '') found.push({ text: shown, markup });
  }
  return found;
}

/** The `<messages>` of a document, by their locale. */
function blocksOf(
  document: TuiDocument,
  report: (diagnostic: Diagnostic) => void,
): Map<string, Catalog[]> {
  const blocks = new Map<string, Catalog[]>();
  const file = documentSourceOf(document);
  if (file?.text.includes('<messages') !== true) return blocks;
  for (const element of queryAll(document, 'messages')) {
    const source = sourceOf(element);
    const lang = getAttribute(element, 'lang') ?? '';
    const locale = canonicalLocale(lang);
    if (locale === undefined) {
      report({
        severity: 'warning',
        code: 'bad-value',
        message: `<messages lang>: expected a locale such as "de" or "pt-BR", found ${JSON.stringify(lang)}`,
        source: source?.source,
        span: source?.valueSpan('lang') ?? source?.name,
        suggestion: 'write <messages lang="en">',
      });
      continue;
    }
    const text = textOf(element);
    const place = source?.source ?? { file: '<messages>', text };
    const { messages, diagnostics } = readCatalog(place, text, source?.content.start ?? 0);
    diagnostics.forEach(report);
    blocks.set(locale, [...(blocks.get(locale) ?? []), messages]);
  }
  return blocks;
}
