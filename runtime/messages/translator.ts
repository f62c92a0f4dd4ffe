/** Keys to texts in the locale of an app: which messages there are, and which of them counts. */
import type { Diagnostic, Span } from '../base/diagnostics.js';
import {
  placeInMessage,
  readCatalog,
  type Catalog,
  type Message,
  type MessagesFile,
} from './catalog.js';
import { formatRuns, runsText, type MessageArguments, type Run } from './format.js';
import {
  canonicalLocale,
  extendedLocale,
  directionOf,
  isPseudo,
  localeChain,
  PSEUDO,
  PSEUDO_RTL,
} from './locales.js';

export interface TranslatorOptions {
  /** Messages in the document, by locale; later blocks of a locale add to earlier ones. */
  readonly blocks: ReadonlyMap<string, readonly Catalog[]>;
  /** Reads `<locale>.json` of the folder of messages; undefined where there is none. */
  readonly read: (locale: string) => MessagesFile | undefined;
  /** What the user requests: a locale that is set, else those of the environment, best first. */
  readonly requestedLocales: readonly string[];
  /** The language that the document is written in. */
  readonly defaultLocale: string;
  /** Reports each error of a message once. */
  readonly report: (diagnostic: Diagnostic) => void;
}

export class Translator {
  /** BCP 47, with its Unicode extension: how numbers and dates are written. */
  tag: string;
  /** Of the folder; undefined where it has none of that locale. */
  readonly #files = new Map<string, Catalog | undefined>();
  readonly #reported = new Set<string>();

  readonly #options: TranslatorOptions;

  constructor(options: TranslatorOptions) {
    this.#options = options;

    this.tag = this.#choose();
  }

  /** The first that is requested and has messages; the default where none has. */
  #choose(): string {
    const { requestedLocales: requested, defaultLocale } = this.#options;
    const found = requested.find(
      // A document in the user's language needs no messages of it.
      (each) =>
        isPseudo(each) ||
        localeChain(baseOf(each)).some((tag) => tag === defaultLocale || this.#has(tag)),
    );
    if (found !== undefined) return found;
    const hasAny = this.#options.blocks.size > 0 || this.#has(defaultLocale);
    return (hasAny ? undefined : requested[0]) ?? defaultLocale;
  }

  #has(locale: string): boolean {
    return this.#options.blocks.has(locale) || this.#fileOf(locale) !== undefined;
  }

  /** BCP 47, without extensions: the language of texts. */
  get locale(): string {
    return baseOf(this.tag);
  }

  get direction(): 'ltr' | 'rtl' {
    return directionOf(this.locale);
  }

  get isPseudo(): boolean {
    return isPseudo(this.locale);
  }

  /** @throws RangeError for an invalid BCP 47 tag */
  setLocale(tag: string): void {
    const locale = extendedLocale(tag);
    if (locale === undefined) {
      throw new RangeError(
        `expected a locale such as "de" or "pt-BR", found ${JSON.stringify(tag)}`,
      );
    }
    this.tag = locale;
  }

  /** Undefined where no locale of the chain has the key. */
  runs(key: string, values: MessageArguments = {}): readonly Run[] | undefined {
    const found = this.#find(key);
    if (found === undefined) return undefined;
    const { message } = found;
    // A message in German shows the numbers of a reader in Switzerland as they are written there.
    const isTheirs = !this.isPseudo && localeChain(this.locale).includes(found.locale);
    const source = isTheirs ? this.tag : found.locale;
    const locale = this.isPseudo ? this.locale : source;
    try {
      return formatRuns(message.text, { locale, source }, values, (error) =>
        this.#report(key, message, error),
      );
    } catch (error) {
      this.#report(key, message, error, 'error');
      return undefined;
    }
  }

  /** The text of a key; the key itself where nothing has it. */
  text(key: string, values: MessageArguments = {}): string {
    const runs = this.runs(key, values);
    if (runs !== undefined) return runsText(runs);
    if (!this.#reported.has(key) && !this.has(key)) {
      this.#reported.add(key);
      this.#options.report({
        severity: 'warning',
        code: 'missing-message',
        message: `no message has the key "${key}" in ${this.locale} or ${this.#options.defaultLocale}`,
      });
    }
    return key;
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined;
  }

  #find(key: string): { readonly message: Message; readonly locale: string } | undefined {
    const { defaultLocale } = this.#options;
    const first = this.isPseudo ? [] : localeChain(this.locale);
    for (const locale of [...first, ...localeChain(defaultLocale)]) {
      const inFile = this.#fileOf(locale)?.get(key);
      if (inFile !== undefined) return { message: inFile, locale };
      for (const block of [...(this.#options.blocks.get(locale) ?? [])].reverse()) {
        const message = block.get(key);
        if (message !== undefined) return { message, locale };
      }
    }
    return undefined;
  }

  #fileOf(locale: string): Catalog | undefined {
    if (locale === PSEUDO || locale === PSEUDO_RTL) return undefined;
    if (!this.#files.has(locale)) {
      const source = this.#options.read(locale);
      if (source?.error !== undefined) {
        const message = `the messages cannot be read: ${source.error}`;
        this.#options.report({ severity: 'warning', code: 'cannot-read', message, source });
      }
      const isRead = source !== undefined && source.error === undefined;
      const catalog = isRead ? readCatalog(source) : undefined;
      for (const diagnostic of catalog?.diagnostics ?? []) this.#options.report(diagnostic);
      this.#files.set(locale, catalog?.messages);
    }
    return this.#files.get(locale);
  }

  #report(
    key: string,
    message: Message,
    error: unknown,
    severity: 'warning' | 'error' = 'warning',
  ): void {
    const { source, span } = message;
    const name = `${key} ${source.file} ${span.start}`;
    if (this.#reported.has(name)) return;
    this.#reported.add(name);
    const code = severity === 'error' ? 'bad-message' : 'message-arguments';
    // A broken message must not end the app: the document's text shows, without a search for a fallback locale.
    this.#options.report({
      severity: 'warning',
      code,
      message: `"${key}": ${reasonOf(error)}`,
      source,
      span: placeOf(message, error),
    });
  }
}

function baseOf(tag: string): string {
  return canonicalLocale(tag) ?? tag;
}

/** Errors of syntax have offsets; those of formatting have the part that they are about. */
function placeOf(message: Message, error: unknown): Span {
  if (!(error instanceof Error)) return message.span;
  const { start, end, source } = error as Error & {
    readonly start?: unknown;
    readonly end?: unknown;
    readonly source?: unknown;
  };
  if (typeof start === 'number' && start >= 0) {
    return placeInMessage(message, start, typeof end === 'number' ? end : start + 1);
  }
  const at = typeof source === 'string' && source !== '' ? message.text.indexOf(source) : -1;
  return at < 0 ? message.span : placeInMessage(message, at, at + (source as string).length);
}

/** Arguments of scripts throw what they like. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return String(error.message);
  try {
    return String(error);
  } catch {
    return 'an argument cannot be formatted';
  }
}
