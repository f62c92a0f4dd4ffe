/**
 * Markdown: a document in a document. Its text becomes elements like those that an author writes, which are styled,
 * selected, focused and read as all others are.
 */
import type { Diagnostic } from '../../runtime/base/diagnostics.js';
import { late } from '../../runtime/base/late.js';
import {
  ACCESSIBLE_SUMMARY,
  addState,
  ATTRIBUTE_CHANGED,
  beforeFrame,
  borderBoxOf,
  childNodesOf,
  closest,
  COMPUTED,
  CONNECTED,
  CONTENT_CHANGED,
  createText,
  dataOf,
  DEFAULT_ACTION,
  describeElement,
  DISCONNECTED,
  documentOf,
  fire,
  firstChildOf,
  getAttribute,
  insertBefore,
  invalidate,
  isConnected,
  isPrevented,
  isText,
  PAINT,
  PAINT_GUTTERS,
  PLACED,
  PROPS,
  removeState,
  reportUnread,
  resourcesOf,
  sanitize,
  scrollMetricsOf,
  setData,
  setDeclared,
  setTimer,
  sourceOf,
  textOf,
  TuiElement,
  withdrawUnread,
} from '../support/author.js';
import type {
  AttributeValues,
  InputAction,
  Painter,
  Place,
  StateTable,
} from '../support/author.js';
import { ATTRIBUTES, BINDABLE, EVENTS, RULES } from './declaration.js';
import type { Fit } from './block.js';
import { EXAMPLES } from './examples.js';
import { readText, TextError } from '../support/text-file.js';
import { highlight, languageOf } from '../support/highlight/highlight.js';
import { unindent } from './indentation.js';
import { decoded, linesWith, outlineOf, unitOfLine, type OutlineEntry } from './outline.js';
import type { PictureOptions } from './pictures.js';
import { MarkdownSource } from './source.js';
import { MarkdownView } from './view.js';

/** Width of the column with line numbers and block kinds, in cells. */
const GUTTER = 15;
/** Parts of a long text, of 128 kB each, that are read at once. */
const WINDOWS = 4;

/** UTF-16 units of streams from which on a write waits for the next frame. */
const MAX_INCOMING = 64 * 1024;
/** Milliseconds after which they are read without a frame. */
const LATEST_FRAME = 100;

/** Reads one block of each kind that streams often have, and highlights. */
const warmUp = late(() => {
  const source = new MarkdownSource();
  source.append('# *a* **b** `c`\n\n1. d\n\n| e |\n| - |\n\n```\nf\n');
  source.read();
  outlineOf(source);
  highlight('const g = "h"; // i', languageOf('js'));
});

export class Markdown extends TuiElement {
  static override readonly tag: string = 'markdown';
  static override readonly description: string =
    "Renders Markdown (CommonMark with GitHub's tables, task lists, strikethrough and autolinks): headings, lists, quotes, code, tables. HTML in it is shown as text.";
  static override readonly raw = true;
  static override readonly rendersText = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly events = EVENTS;
  static override readonly bindable = BINDABLE;
  static override readonly states = {
    streaming: 'A stream to it is open.',
    loading: 'The file in `src` is being read.',
    broken: 'The file in `src` cannot be shown.',
    debug: 'The setting `markdown.debug` is on.',
  } as const satisfies StateTable;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;

  readonly #fits = new Map<TuiElement, Fit>();
  #source = new MarkdownSource();
  #view: MarkdownView | undefined;
  /** The text as it was set, to distinguish one that was appended to from another one. */
  #lastText = '';
  /** What `src` was when it was read last, or tried; its text once it has come. */
  #src = '';
  #fileText: string | undefined;
  #unwatch: (() => void) | undefined;
  #streams = 0;
  /** What has come by streams and is not read yet. */
  #incoming = '';
  #isAwaited = false;
  #cancelWait: (() => void) | undefined;
  readonly #writers: (() => void)[] = [];
  /** Where a line is that has a sign beside it. */
  #marked: readonly [index: number, line: number] | undefined;
  /** The rest of a long text is read soon. */
  #isReading = false;
  #isRequested = false;
  /** It was added to since it was set. */
  #hasGrown = false;
  /** True while the elements in it are changed from here. */
  #isBuilding = false;

  /** The text, with what was appended. */
  get value(): string {
    this.#takeIncoming();
    return this.#source.text;
  }
  set value(value: unknown) {
    this.#takeIncoming();
    const text = value === null || value === undefined ? undefined : String(value);
    setDeclared(this, 'value', text);
    if (text !== undefined && text !== this.#lastText) this.#show(text);
  }

  /** Adds text at the end, which costs no more the longer the text is; nodes are added as to any element. */
  override append(...nodes: unknown[]): void {
    if (nodes.some((node) => typeof node === 'object' && node !== null)) {
      super.append(...(nodes as Parameters<TuiElement['append']>));
      return;
    }
    this.#takeIncoming();
    this.#addChunk(nodes.map(String).join(''));
  }

  #addChunk(chunk: string): void {
    if (this[PROPS].value === undefined) this.#build(() => this.#addText(chunk));
    // What comes into an empty element is read from its start, unless it is still coming.
    if (this.#lastText !== '' || this.#isStreaming) this.#hasGrown = true;
    this.#append(chunk);
  }

  /**
   * Returns a stream whose chunks (strings, or bytes of UTF-8) are appended, once a frame, however many come. A write waits
   * while the next frame has enough: 64 KiB. While it is open, unfinished Markdown is completed: the `bo` of `**bo` is bold.
   */
  stream(): WritableStream<string | Uint8Array> {
    const decoder = new TextDecoder();
    const finish = (): void => {
      this.#receive(decoder.decode());
      this.#takeIncoming();
      this.#streams--;
      if (this.#streams > 0) return;
      removeState(this, 'streaming');
      this.#refresh();
      this.#requestFrame();
    };
    this.#streams++;
    addState(this, 'streaming');
    // The first text comes soon, and is to wait neither for the parser to load nor to be compiled.
    setTimer(this, warmUp, 0);
    return new WritableStream<string | Uint8Array>({
      write: (chunk) => {
        this.#receive(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
        if (this.#incoming.length < MAX_INCOMING) return undefined;
        return new Promise((resolve) => this.#writers.push(resolve));
      },
      close: finish,
      abort: finish,
    });
  }

  /** Chunks of a stream wait for the next frame: one reading and one layout for all of them. */
  #receive(chunk: string): void {
    this.#incoming += chunk;
    if (!isConnected(this)) this.#takeIncoming();
    if (this.#incoming === '' || this.#isAwaited) return;
    this.#isAwaited = true;
    const take = (): void => this.#takeIncoming();
    beforeFrame(this, take);
    // Where no frame comes, as in an app that is painted once.
    this.#cancelWait = setTimer(this, take, LATEST_FRAME);
  }

  #takeIncoming(): void {
    const text = this.#incoming;
    this.#incoming = '';
    this.#isAwaited = false;
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    if (text !== '') this.#addChunk(text);
    for (const resolve of this.#writers.splice(0)) resolve();
  }

  /** The headings of the text. */
  get outline(): readonly OutlineEntry[] {
    this.#takeIncoming();
    return outlineOf(this.#source);
  }

  /**
   * Returns the lines of the text, counted from 0, that contain some words, ignoring case.
   *
   * @param limit lines after which it is not searched any more; default 10,000
   */
  find(words: unknown, limit: unknown = 10_000): number[] {
    this.#takeIncoming();
    return linesWith(this.#source, String(words), Number(limit));
  }

  /** Scrolls to a line of the text, counted from 0. */
  showLine(line: unknown): void {
    const [index, inside] = this.#placeOf(line);
    this.#build(() => this.#view?.reveal(index, inside));
    this.#requestFrame();
  }

  /** Marks a line of the text, counted from 0, in the left padding; `null` removes the mark. */
  markLine(line: unknown): void {
    this.#marked = line === null || line === undefined ? undefined : this.#placeOf(line);
    invalidate(this, 'paint');
  }

  /** The unit that a line is in, and which of its lines. */
  #placeOf(line: unknown): readonly [index: number, line: number] {
    const requested = Math.max(0, Math.floor(Number(line)) || 0);
    const index = unitOfLine(this.#source, requested);
    return [index, Math.max(0, requested - (this.#view?.unit(index)?.line ?? 0))];
  }

  /** Scrolls to a heading by its anchor: `#steps`. @returns false where there is none of that name */
  showHeading(name: unknown): boolean {
    const requested = String(name).replace(/^#/, '');
    const found = this.outline.find(({ id }) => id === requested);
    if (found !== undefined) this.showLine(found.line);
    return found !== undefined;
  }

  override [ACCESSIBLE_SUMMARY](): string {
    const own = super[ACCESSIBLE_SUMMARY]();
    const view = this.#view;
    if (view === undefined) return own;
    const { from, to } = view.range;
    if (from === 0 && to === view.count) return own;
    const part = `text of ${view.count} blocks, ${from + 1} to ${to} are read`;
    return own === '' ? part : `${own}; ${part}`;
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    if (name === 'value') this.#show(this.#text());
    if (name === 'src') this.#load();
    // Pictures are made with the text.
    if ((name === 'images' || name === 'base') && this.#view !== undefined) {
      this.#restart(this.#text());
    }
  }

  override [CONNECTED](): void {
    this[CONTENT_CHANGED]();
    this.#load();
  }

  override [CONTENT_CHANGED](): void {
    if (!this.#isBuilding && this[PROPS].value === undefined && this.#fileText === undefined) {
      this.#show(this.#text());
    }
  }

  override [PLACED](place: Place): void {
    // What is in the document when it starts is loaded once it shows.
    this.#load();
    this.#watch();
    // Blocks may have moved beside what is painted here.
    if (this.#isDebugged || this.#marked !== undefined) invalidate(this, 'paint');
    this.#view?.placed(place, this[PROPS].follow && this.#hasGrown);
    for (const [element, fit] of this.#fits) {
      if (isConnected(element)) fit(borderBoxOf(element).width);
      else this.#fits.delete(element);
    }
  }

  override [DISCONNECTED](): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  /** The gutter of `markdown.debug`. */
  override [PAINT](painter: Painter): void {
    if (!this.#isDebugged || this.#view === undefined) return;
    const own = borderBoxOf(this);
    const muted = painter.color('var(--muted)');
    const style = painter.style(muted);
    for (const [{ line, kind }, element] of this.#view.shown()) {
      const { x, y } = borderBoxOf(element);
      const room = x - own.x - 1;
      const number = String(line + 1).padStart(5);
      const label = room < GUTTER ? number : `${number} ${kind}`;
      painter.text(Math.max(0, room - GUTTER), y - own.y, label, style);
    }
  }

  /** The sign of a line, in the padding. */
  override [PAINT_GUTTERS](painter: Painter): void {
    if (this.#view === undefined || this.#marked === undefined) return;
    const row = this.#view.rowOf(...this.#marked);
    const x = Number(this[COMPUTED]['paddingLeft']) - 1;
    if (row === undefined || x < 0) return;
    const y = row - borderBoxOf(this).y - scrollMetricsOf(this).clientTop;
    painter.text(x, y, '▸', painter.style(painter.color('var(--accent)')));
  }

  get #isDebugged(): boolean {
    return resourcesOf(this)?.markdownDebug ?? false;
  }

  /** Follows the setting, from the first frame on. */
  #watch(): void {
    if (this.#unwatch !== undefined) return;
    const set = (file?: string): void => {
      if (file !== undefined && file === this[PROPS].src) {
        this.#src = '';
        this.#load();
      }
      if (this.#isDebugged) addState(this, 'debug');
      else removeState(this, 'debug');
    };
    this.#unwatch = resourcesOf(this)?.onChange(set);
    set();
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (event.type !== 'click') return false;
    const link = closest(event.target, 'a[href]');
    if (link === null) return false;
    const href = getAttribute(link, 'href') ?? '';
    const done = fire(this, 'link', { href, text: textOf(link).trim() });
    if (href.startsWith('#') && !isPrevented(done)) this.showHeading(decoded(href));
    return true;
  }

  /** Read where a picture is made: a getter each, since the view outlives changes. */
  get #pictures(): PictureOptions {
    const folder = (path: string): string =>
      path.replace(/[^\\/]*$/, '').replace(/(?<=.)[\\/]$/, '');
    const props = (): AttributeValues<typeof ATTRIBUTES> => this[PROPS];
    return {
      get images() {
        return props().images;
      },
      get base() {
        const { base, src = '' } = props();
        return base ?? folder(src);
      },
    };
  }

  /** The attribute's text, else the file's, else the text content. */
  #text(): string {
    const { value } = this[PROPS];
    if (value !== undefined) return value;
    if (this.#fileText !== undefined) return this.#fileText;
    let text = '';
    for (const node of childNodesOf(this)) if (isText(node)) text += dataOf(node);
    return unindent(text);
  }

  /** Reads the file that `src` names; until it has come, what was there shows. */
  #load(): void {
    const { src = '' } = this[PROPS];
    const resources = resourcesOf(this);
    if (src === this.#src || resources === undefined || !isConnected(this)) return;
    this.#src = src;
    removeState(this, 'broken');
    withdrawUnread(this);
    if (src === '') {
      this.#fileText = undefined;
      this.#show(this.#text());
      return;
    }
    addState(this, 'loading');
    const isCurrent = (): boolean => this.#src === src;
    const done = (text: string | undefined): void => {
      this.#fileText = text;
      removeState(this, 'loading');
      // A file is read from its start, whatever the one before began with.
      if (this[PROPS].value === undefined) this.#restart(this.#text());
    };
    resources.waitFor(
      readText(src, (path) => resources.read(path)).then(
        (text) => {
          if (!isCurrent()) return;
          done(text);
          fire(this, 'load', {}, { bubbles: false, cancelable: false });
        },
        (error: unknown) => {
          if (!isCurrent()) return;
          done(undefined);
          addState(this, 'broken');
          this.#report(src, error);
        },
      ),
    );
  }

  #report(src: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const source = sourceOf(this);
    const name = sanitize(src.slice(0, 200));
    const diagnostic: Diagnostic = {
      severity: 'error',
      code: 'markdown-unread',
      message: `${describeElement(this)}: "${name}" cannot be shown: ${sanitize(reason)}`,
      suggestion: error instanceof TextError ? error.suggestion : undefined,
      source: source?.source,
      span: source?.valueSpan('src') ?? source?.name,
    };
    reportUnread(this, diagnostic);
  }

  /** Appends to the content between the tags, in the last text node, so that none is added. */
  #addText(chunk: string): void {
    const last = childNodesOf(this).findLast(isText);
    if (last !== undefined) setData(last, dataOf(last) + chunk);
    else insertBefore(this, createText(documentOf(this), chunk), firstChildOf(this));
  }

  /** Shows a text; one that begins as the last one did goes on from there. */
  #show(text: string): void {
    const value = this.#lastText;
    if (text === value) return;
    if (value !== '' && text.startsWith(value)) {
      this.#hasGrown = true;
      this.#append(text.slice(value.length));
    } else this.#restart(text);
  }

  #restart(text: string): void {
    this.#build(() => this.#view?.clear());
    this.#source = new MarkdownSource();
    this.#view = undefined;
    this.#lastText = '';
    this.#marked = undefined;
    this.#hasGrown = this.#isStreaming;
    this.#append(text);
  }

  #append(text: string): void {
    this.#lastText += text;
    const source = this.#source;
    source.append(text);
    if (source.isPending) this.#read();
  }

  /** Reads the pending text; a very long one in parts, the next one a little later. */
  #read(): void {
    const source = this.#source;
    const view = (this.#view ??= new MarkdownView(this, source, {
      document: documentOf(this),
      fits: this.#fits,
      pictures: this.#pictures,
    }));
    this.#build(() => {
      const labels = new Set<string>();
      for (let windows = 0; source.isPending; windows++) {
        if (windows >= WINDOWS && isConnected(this)) break;
        for (const label of source.read()) labels.add(label);
      }
      view.update(labels, this.#isStreaming);
    });
    if (!source.isPending || this.#isReading) return;
    this.#isReading = true;
    setTimer(
      this,
      () => {
        this.#isReading = false;
        if (source === this.#source) this.#read();
      },
      1,
    );
  }

  /** Shows the end of the text, with what is open in it closed or not. */
  #refresh(): void {
    this.#build(() => this.#view?.update(undefined, this.#isStreaming));
  }

  get #isStreaming(): boolean {
    return this.#streams > 0;
  }

  /** What comes by itself is shown by itself: streams, and the rest of a long text. */
  #requestFrame(): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    setTimer(this, () => (this.#isRequested = false), 0);
  }

  #build(change: () => void): void {
    this.#isBuilding = true;
    try {
      change();
    } finally {
      this.#isBuilding = false;
    }
  }
}
