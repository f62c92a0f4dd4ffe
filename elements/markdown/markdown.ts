/**
 * Markdown: a document in a document. Its text becomes elements like those that an author writes, which are styled,
 * selected, focused and read as all others are.
 */
import type { AttributeValues, Place } from '../../runtime/element/contract.js';
import { setDeclared } from '../../runtime/element/attribute-values.js';
import {
  ATTRIBUTE_CHANGED,
  CONNECTED,
  CONTENT_CHANGED,
  DEFAULT_ACTION,
  PLACED,
  PROPS,
} from '../../runtime/element/internals.js';
import { fire } from '../../runtime/element/services.js';
import {
  appendData,
  borderBoxOf,
  childNodesOf,
  closest,
  createText,
  dataOf,
  documentOf,
  firstChildOf,
  getAttribute,
  insertBefore,
  isText,
  queryAll,
  textOf,
} from '../../runtime/element/tree.js';
import { TuiElement, type InputAction } from '../../runtime/element/tui-element.js';
import { ATTRIBUTES, BINDABLE, EVENTS, RULES } from './declaration.js';
import { tableOf } from './block.js';
import { codeOf } from './code.js';
import { EXAMPLES } from './examples.js';
import { unindent } from './indentation.js';
import { MarkdownSource } from './source.js';
import { MarkdownView } from './view.js';

export class Markdown extends TuiElement {
  static override readonly tag: string = 'markdown';
  static override readonly description: string =
    'A text in Markdown (CommonMark, with the tables, task lists, strikethrough and plain addresses of GitHub) as elements: headings, lists, quotes, code, tables. HTML in it is text.';
  static override readonly raw = true;
  static override readonly rendersText = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly events = EVENTS;
  static override readonly bindable = BINDABLE;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;

  #source = new MarkdownSource();
  #view: MarkdownView | undefined;
  /** The text as it was given, to tell one that goes on from another one. */
  #given = '';
  /** True while the elements in it are changed from here. */
  #isBuilding = false;

  /** The text, with what was appended. */
  get value(): string {
    return this.#source.text;
  }
  set value(value: unknown) {
    const text = value === null || value === undefined ? undefined : String(value);
    setDeclared(this, 'value', text);
    if (text !== undefined && text !== this.#given) this.#show(text);
  }

  /** Adds text at the end, which costs no more the longer the text is; nodes are added as to any element. */
  override append(...nodes: unknown[]): void {
    if (nodes.some((node) => typeof node === 'object' && node !== null)) {
      super.append(...(nodes as Parameters<TuiElement['append']>));
      return;
    }
    const chunk = nodes.map(String).join('');
    if (this[PROPS].value === undefined) this.#build(() => this.#addText(chunk));
    if (this.#given === '') this.#show(this.#text());
    else this.#append(chunk);
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    if (name === 'breaks') this.#restart(this.#given);
    else this.#show(this.#text());
  }

  override [CONNECTED](): void {
    this[CONTENT_CHANGED]();
  }

  override [CONTENT_CHANGED](): void {
    if (!this.#isBuilding && this[PROPS].value === undefined) this.#show(this.#text());
  }

  override [PLACED](_place: Place): void {
    for (const element of queryAll(this, '.md-table, .md-pre')) {
      const { width } = borderBoxOf(element);
      tableOf.get(element)?.fit(element, width);
      codeOf.get(element)?.fit(width);
    }
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (event.type !== 'click') return false;
    const link = closest(event.target, 'a[href]');
    if (link === null) return false;
    const href = getAttribute(link, 'href') ?? '';
    fire(this, 'link', { href, text: textOf(link).trim() });
    return true;
  }

  /** What the attribute says, else what is written between the tags. */
  #text(): string {
    const { value } = this[PROPS];
    if (value !== undefined) return value;
    let text = '';
    for (const node of childNodesOf(this)) if (isText(node)) text += dataOf(node);
    return unindent(text);
  }

  /** What is between the tags goes on: with the last text, so that there are no more of them. */
  #addText(chunk: string): void {
    const last = childNodesOf(this).findLast(isText);
    if (last !== undefined) appendData(last, chunk);
    else insertBefore(this, createText(documentOf(this), chunk), firstChildOf(this));
  }

  /** Shows a text; one that begins as the last one did goes on from there. */
  #show(text: string): void {
    const given = this.#given;
    if (text === given) return;
    if (given !== '' && text.startsWith(given)) this.#append(text.slice(given.length));
    else this.#restart(text);
  }

  #restart(text: string): void {
    this.#build(() => this.#view?.clear());
    this.#source = new MarkdownSource();
    this.#view = undefined;
    this.#given = '';
    this.#append(text);
  }

  #append(text: string): void {
    this.#given += text;
    const source = this.#source;
    source.append(text);
    this.#view ??= new MarkdownView(this, source, {
      document: documentOf(this),
      breaks: this[PROPS].breaks,
    });
    const view = this.#view;
    this.#build(() => {
      while (source.isPending) view.update(source.read());
    });
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
