/** Checks the messages of a document against its default language and their use. */
import { pushAll } from '../../runtime/base/push-all.js';
import {
  didYouMean,
  type Diagnostic,
  type Source,
  type Span,
} from '../../runtime/base/diagnostics.js';
import type { MarkupAttribute, MarkupElement } from '../../runtime/markup/nodes.js';
import { parseMarkup } from '../../runtime/markup/parse.js';
import { placeInMessage, readCatalog, type Message } from '../../runtime/messages/catalog.js';
import { knownFunctions, findMessageError, namesIn } from '../../runtime/messages/format.js';
import { canonicalLocale, localeChain } from '../../runtime/messages/locales.js';
import { elementsOf } from './elements-of.js';
import type { ReadableMessages } from '../sandbox/launch/files/messages-folder.js';

export interface MessageSources {
  readonly files: ReadableMessages;
  /** `i18n.defaultLocale`. */
  readonly default: string | undefined;
}

interface Use {
  readonly key: string;
  readonly span: Span;
  /** The element has a text of its own, which it shows without a message. */
  readonly isWritten: boolean;
  /** Names of what is put in; undefined where a state or a script decides. */
  readonly values: readonly string[] | undefined;
}

type Catalogs = Map<string, Map<string, Message>>;

/** Diagnostics by their place in the document, then those of files. */
export function checkMessages(source: Source, sources: MessageSources): Diagnostic[] {
  const found: Diagnostic[] = [];
  const elements = [...elementsOf(parseMarkup(source).nodes)];
  const catalogs: Catalogs = new Map();
  for (const element of elements.filter(({ name }) => name === 'messages')) {
    pushAll(found, addBlock(catalogs, source, element));
  }
  for (const name of sources.files.locales) pushAll(found, addFile(catalogs, sources.files, name));
  const root = elements.find(({ name }) => name === 'tui');
  const written = sources.default ?? (root && attributeOf(root, 'lang')?.value) ?? 'en';
  const language = canonicalLocale(written) ?? 'en';
  for (const catalog of catalogs.values()) {
    for (const [key, message] of catalog) pushAll(found, checkMessage(key, message));
  }
  const uses = usesIn(source, elements);
  pushAll(found, missing(source, catalogs, language, uses.all));
  pushAll(found, placeholders(catalogs, language));
  pushAll(found, missingValues(source, catalogs, language, uses.all));
  // If keys are computed at run time, no message is known to be unused.
  if (!uses.isOpen) pushAll(found, unused(catalogs, uses.all));
  return found;
}

/** The keys of all messages, in order. What cannot be read has none. */
export function messageKeys(source: Source, files: ReadableMessages | undefined): string[] {
  const catalogs: Catalogs = new Map();
  for (const element of elementsOf(parseMarkup(source).nodes)) {
    if (element.name === 'messages') addBlock(catalogs, source, element);
  }
  if (files !== undefined) for (const name of files.locales) addFile(catalogs, files, name);
  return [...new Set([...catalogs.values()].flatMap((catalog) => [...catalog.keys()]))].sort();
}

function attributeOf(element: MarkupElement, name: string): MarkupAttribute | undefined {
  return element.attributes.find((each) => each.name === name);
}

function addBlock(catalogs: Catalogs, source: Source, element: MarkupElement): Diagnostic[] {
  const lang = attributeOf(element, 'lang');
  const locale = canonicalLocale(lang?.value ?? '');
  if (locale === undefined) {
    return [
      {
        severity: 'error',
        code: 'bad-value',
        message: `<messages lang>: expected a locale such as "de" or "pt-BR", found ${JSON.stringify(lang?.value ?? '')}`,
        source,
        span: lang?.valueSpan ?? element.nameSpan,
        suggestion: 'write <messages lang="en">',
      },
    ];
  }
  const { start, end } = element.content;
  const { messages, diagnostics } = readCatalog(source, source.text.slice(start, end), start);
  catalogs.set(locale, new Map([...(catalogs.get(locale) ?? []), ...messages]));
  return [...diagnostics];
}

function addFile(
  catalogs: Catalogs,
  { folder, read }: ReadableMessages,
  name: string,
): Diagnostic[] {
  const locale = canonicalLocale(name);
  if (locale !== name) {
    const file = { file: `${folder}/${name}.json`, text: '' };
    return [
      {
        severity: 'warning',
        code: 'unused-file',
        message: 'the name of the file is not a locale: the file is ignored',
        source: file,
        suggestion: locale === undefined ? 'name it as in de.json' : `name it ${locale}.json`,
      },
    ];
  }
  const source = read(name);
  if (source === undefined) return [];
  if (source.error !== undefined) {
    const message = `the messages cannot be read: ${source.error}`;
    return [{ severity: 'error', code: 'cannot-read', message, source }];
  }
  const { messages, diagnostics } = readCatalog(source);
  // Files are above blocks.
  catalogs.set(name, new Map([...(catalogs.get(name) ?? []), ...messages]));
  return [...diagnostics];
}

function checkMessage(key: string, message: Message): Diagnostic[] {
  const { source, text } = message;
  const error = findMessageError(text);
  if (error !== undefined) {
    const span = placeInMessage(message, error.start, error.end);
    const reason = `"${key}": ${error.message}`;
    return [{ severity: 'error', code: 'bad-message', message: reason, source, span }];
  }
  const known = knownFunctions();
  return [...namesIn(text).functions]
    .filter((name) => !known.includes(name))
    .map((name) => ({
      severity: 'error' as const,
      code: 'bad-message',
      message: `"${key}": there is no function ":${name}"`,
      source,
      span: placeInMessage(
        message,
        text.indexOf(`:${name}`),
        text.indexOf(`:${name}`) + name.length + 1,
      ),
      suggestion: didYouMean(name, known),
    }));
}

/** Calls of `t` in scripts and handlers; a key that is not a plain text is any key. */
const CALL = /(?<![\w$])t\(\s*(?:(["'`])((?:(?!\1)[^\\\n])*)\1\s*([,)])|([^\s)]))/g;

function usesIn(
  source: Source,
  elements: readonly MarkupElement[],
): { readonly all: readonly Use[]; readonly isOpen: boolean } {
  const all: Use[] = [];
  let isOpen = false;
  for (const element of elements) {
    const isWritten = element.children.some(
      (child) => child.type !== 'text' || /\S/.test(child.data),
    );
    const values = valuesOf(element);
    for (const { name, value, valueSpan } of element.attributes) {
      if (name === 't' || name.startsWith('t:')) {
        all.push({ key: value, span: valueSpan, isWritten: isWritten || name !== 't', values });
      }
      if (name.startsWith('bind:t')) isOpen ||= name !== 'bind:t-args' && /^bind:t(:|$)/.test(name);
    }
    for (const { start, end } of codeOf(element)) {
      for (const match of source.text.slice(start, end).matchAll(CALL)) {
        const [whole, quote, key = ''] = match;
        if (quote === undefined || (quote === '`' && key.includes('${'))) isOpen = true;
        else {
          const at = start + match.index + whole.indexOf(quote) + 1;
          const span = { start: at, end: at + key.length };
          all.push({ key, span, isWritten: false, values: undefined });
        }
      }
    }
    if (element.name === 'script') isOpen ||= isOpenScript(source, element);
  }
  return { all, isOpen };
}

/** Where an element has code: all of a script, and the values of handlers. */
function codeOf(element: MarkupElement): readonly Span[] {
  if (element.name === 'script') return [element.content];
  return element.attributes
    .filter(({ name }) => /^on/i.test(name))
    .map(({ valueSpan }) => valueSpan);
}

/** Whether a script may use keys that are not found here: what is imported is not read. */
function isOpenScript(source: Source, script: MarkupElement): boolean {
  if (attributeOf(script, 'src') !== undefined) return true;
  const text = textIn(source, script);
  return /\bimport\b/.test(text) || /setAttribute\(\s*["'`]t[:"'`]/.test(text);
}

function textIn(source: Source, { content }: MarkupElement): string {
  return source.text.slice(content.start, content.end);
}

function valuesOf(element: MarkupElement): readonly string[] | undefined {
  if (attributeOf(element, 'bind:t-args') !== undefined) return undefined;
  const text = attributeOf(element, 't-args')?.value;
  // A script may set it.
  if (text === undefined) return attributeOf(element, 'id') === undefined ? [] : undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return undefined;
  }
}

function lookUp(catalogs: Catalogs, locale: string, key: string): Message | undefined {
  for (const each of localeChain(locale)) {
    const message = catalogs.get(each)?.get(key);
    if (message !== undefined) return message;
  }
  return undefined;
}

function missing(
  source: Source,
  catalogs: Catalogs,
  language: string,
  uses: readonly Use[],
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const all = new Set([...catalogs.values()].flatMap((catalog) => [...catalog.keys()]));
  const seen = new Set<string>();
  for (const { key, span, isWritten } of uses) {
    if (seen.has(key)) continue;
    seen.add(key);
    const isThere = lookUp(catalogs, language, key) !== undefined;
    if (!isThere && !isWritten) {
      found.push({
        severity: 'error',
        code: 'missing-message',
        message: `no message of ${language} has the key "${key}"`,
        source,
        span,
        suggestion: didYouMean(key, all),
      });
    }
    for (const locale of catalogs.keys()) {
      if (localeChain(language).includes(locale)) continue;
      if (lookUp(catalogs, locale, key) !== undefined) continue;
      found.push({
        severity: 'warning',
        code: 'missing-message',
        message: `no message of ${locale} has the key "${key}"`,
        source,
        span,
        suggestion: didYouMean(key, catalogs.get(locale)?.keys() ?? []),
      });
    }
  }
  return found;
}

function unused(catalogs: Catalogs, uses: readonly Use[]): Diagnostic[] {
  const used = new Set(uses.map(({ key }) => key));
  const found: Diagnostic[] = [];
  for (const catalog of catalogs.values()) {
    for (const [key, { source, span }] of catalog) {
      if (used.has(key)) continue;
      found.push({
        severity: 'warning',
        code: 'unused-message',
        message: `the message "${key}" is not used`,
        source,
        span,
        suggestion: didYouMean(key, used),
      });
    }
  }
  return found;
}

function variablesOf({ text }: Message): ReadonlySet<string> {
  return findMessageError(text) === undefined ? namesIn(text).variables : new Set();
}

/** A translation takes what the message of the default language takes. */
function placeholders(catalogs: Catalogs, language: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [locale, catalog] of catalogs) {
    if (localeChain(language).includes(locale)) continue;
    for (const [key, message] of catalog) {
      const original = lookUp(catalogs, language, key);
      if (original === undefined || findMessageError(message.text) !== undefined) continue;
      const [own, theirs] = [variablesOf(message), variablesOf(original)];
      const { source, span, text } = message;
      for (const name of own) {
        if (theirs.has(name)) continue;
        const at = text.indexOf(`$${name}`);
        found.push({
          severity: 'error',
          code: 'wrong-placeholder',
          message: `"${key}": ${language} has no value {$${name}}`,
          source,
          span: placeInMessage(message, at, at + name.length + 1),
          suggestion: didYouMean(name, theirs)?.replace(/"(.*)"/, '{$$$1}'),
        });
      }
      for (const name of theirs) {
        if (own.has(name)) continue;
        const reason = `"${key}": the value {$${name}} of ${language} is missing`;
        found.push({
          severity: 'warning',
          code: 'wrong-placeholder',
          message: reason,
          source,
          span,
        });
      }
    }
  }
  return found;
}

function missingValues(
  source: Source,
  catalogs: Catalogs,
  language: string,
  uses: readonly Use[],
): Diagnostic[] {
  return uses.flatMap(({ key, span, values }) => {
    const message = values && lookUp(catalogs, language, key);
    if (message === undefined) return [];
    return [...variablesOf(message)]
      .filter((name) => !values?.includes(name))
      .map((name) => ({
        severity: 'warning' as const,
        code: 'missing-value',
        message: `t-args has no "${name}", which the message "${key}" uses`,
        source,
        span,
        suggestion: didYouMean(name, values ?? []),
      }));
  });
}
