/**
 * A unit of the text as an element. A unit that has changed keeps the parts whose source is the same: items of a
 * list, rows of a table, blocks of a quote, lines of code.
 */
import {
  append,
  attributeNamesOf,
  borderBoxOf,
  childNodesOf,
  firstChildOf,
  getAttribute,
  insertBefore,
  isElement,
  localNameOf,
  removeNode,
  setAttribute,
} from '../../runtime/element/tree.js';
import type { TuiDocument, TuiElement, TuiNode } from '../../runtime/element/tui-element.js';
import { CodeBlock } from './code.js';
import { buildInline } from './inline.js';
import { make, text, visible } from './nodes.js';
import {
  MAX_NESTING,
  normalizeReference,
  parseBlocks,
  parseInline,
  type References,
  type Token,
} from './parser.js';
import { pictureOf, type PictureOptions } from './pictures.js';
import { repairInline } from './repair.js';
import { hasHead, isItem, isOfRows, type Unit } from './source.js';
import { TableShape } from './table.js';

/** Called with the cells that an element got. */
export type Fit = (width: number) => void;

/** What is the same for all units of a text. */
export interface ViewOptions {
  readonly document: TuiDocument;
  /** Elements whose look depends on the width they get. */
  readonly fits: Map<TuiElement, Fit>;
  readonly pictures: PictureOptions;
}

export interface BlockOptions extends ViewOptions {
  readonly references: References;
  /** The text goes on after this unit: what is open in it is shown with an end. */
  readonly isOpen: boolean;
}

/** A part of a unit and the lines that it was made of. */
interface Part {
  readonly source: string;
  /** The first of these lines, in the unit. */
  readonly line: number;
  readonly nodes: readonly TuiNode[];
}

export class Block {
  /** Null for what shows nothing. */
  element: TuiElement | null = null;
  #table: TableShape | undefined;
  #parts: readonly Part[] = [];
  #code: CodeBlock | undefined;
  /** The line of the unit that its code starts at. */
  #codeStart = 0;
  /** The kind of its element; if it changes, the element is replaced. */
  #kind = '';
  #lines: readonly string[] = [];
  /** Of a list: items have blank lines between them, or in them. */
  #isLoose = false;
  #isOpen = false;
  /** What is built now may be written still: all of it, or the last part. */
  #isWritten = false;

  #options: BlockOptions;

  constructor(
    public unit: Unit,
    options: BlockOptions,
  ) {
    this.#options = options;

    this.#build();
  }

  /** True where it shows this already. */
  shows(unit: Unit, isOpen: boolean): boolean {
    const { unit: own } = this;
    if (isOpen !== this.#isOpen) return false;
    return own === unit || (own.text === unit.text && own.prefix === unit.prefix);
  }

  /** True where a link in it may be one of these definitions. */
  refersTo(labels: ReadonlySet<string>): boolean {
    const { text } = this.unit;
    if (labels.size === 0 || !text.includes('[')) return false;
    for (const [, label = ''] of text.matchAll(/\[((?:[^[\]\\]|\\.){1,999})\]/gs)) {
      if (labels.has(normalizeReference(label))) return true;
    }
    return false;
  }

  /**
   * The row that a line is shown in, below the first row of the element as it is laid out. Of a text that wraps it is
   * about there.
   *
   * @param line from the unit's first one on
   */
  rowOf(line: number): number {
    const { element } = this;
    if (element === null) return 0;
    const { prefix, text: source } = this.unit;
    const { y, height } = borderBoxOf(element);
    const blank = /^\s*/.exec(source)?.[0] ?? '';
    const at = line + breaksIn(prefix) + breaksIn(blank);
    const last = Math.max(0, height - 1);
    if (this.#code !== undefined) return Math.min(last, Math.max(0, at - this.#codeStart));
    const part = this.#partAt(at);
    const first = part?.nodes.find(isElement);
    if (part === undefined || first === undefined) {
      return Math.min(last, Math.floor(shareBefore(this.#lines, at) * height));
    }
    const box = borderBoxOf(first);
    const inside = shareBefore(part.source.split('\n'), at - part.line) * box.height;
    return Math.min(last, Math.max(0, box.y - y + Math.floor(inside)));
  }

  #partAt(line: number): Part | undefined {
    // Each line of a table is a row, but for the one below its head.
    if (this.#table !== undefined) {
      const row = this.#parts[Math.max(0, line - 1)];
      return row === undefined ? undefined : { ...row, line };
    }
    return this.#parts.findLast((part) => part.line <= line);
  }

  /** Shows another unit in place of this one, or the same with other definitions. */
  update(unit: Unit, options: BlockOptions, keepsParts: boolean): void {
    const before = this.unit;
    this.unit = unit;
    this.#options = options;
    if (keepsParts && (this.#growTable(before) || this.#growList(before))) return;
    if (!keepsParts) {
      // Links that are others now: everything is made again.
      this.#kind = '';
    }
    this.#build();
  }

  /**
   * Shows the rows that were added to a table, and the last one before them again; the others are not read.
   *
   * @returns false where it may be another block now
   */
  #growTable(before: Unit): boolean {
    const { unit } = this;
    const options = this.#options;
    if (this.#table === undefined || !this.#kind.startsWith('table ')) return false;
    if (unit.prefix !== before.prefix || !unit.text.startsWith(before.text)) return false;
    const lines = (unit.prefix + unit.text).split('\n');
    if (lines[0]?.trim() === '' || !hasHead(before.prefix + before.text)) return false;
    // Each line after the first two is a row.
    const kept = Math.max(1, this.#parts.length - 1);
    const rows = lines.slice(kept + 1);
    if (!isOfRows(rows.join('\n'))) return false;
    this.#isOpen = options.isOpen;
    this.#lines = [...lines.slice(0, 2), ...rows];
    const tokens = parseBlocks(this.#lines.join('\n'), { ...NO_REFERENCES });
    this.#repair(tokens);
    this.#showTable(tokens, kept);
    return true;
  }

  /**
   * Shows the last item of a list again, and those that were added; the others are not read.
   *
   * @returns false where it may be another block now
   */
  #growList(before: Unit): boolean {
    const { unit, element: list } = this;
    const options = this.#options;
    const last = this.#parts.at(-1);
    if (list === null || !this.#kind.includes('list_open') || last === undefined) return false;
    if (unit.prefix !== '' || !unit.text.startsWith(before.text)) return false;
    const lines = unit.text.split('\n');
    const source = lines.slice(last.line).join('\n');
    if (!isItem(source)) return false;
    const tokens = parseBlocks(source, { ...NO_REFERENCES });
    const [first] = tokens;
    if (first === undefined || blocksOf(tokens).length !== 1) return false;
    if (`${first.type}${first.markup}` !== this.#kind || isDeep(tokens)) return false;
    this.#isOpen = options.isOpen;
    this.#lines = lines;
    this.#repair(tokens);
    this.#showItems(list, tokens, last.line);
    return true;
  }

  #build(): void {
    const { unit } = this;
    this.#isOpen = this.#isWritten = this.#options.isOpen;
    const source = unit.prefix + unit.text;
    const tokens = parseBlocks(source, { ...NO_REFERENCES });
    this.#lines = source.split('\n');
    const [first] = tokens;
    this.#repair(tokens);
    const groups = blocksOf(tokens);
    if (first === undefined) this.#become('', () => null);
    else if (isDeep(tokens)) this.#asWritten(source);
    else if (columnsOf(tokens) > MAX_COLUMNS) this.#asWritten(source);
    else if (groups.length > 1) this.#replace(() => this.#group(groups));
    else if (first.type === 'fence' || first.type === 'code_block') this.#showCode(first);
    else if (first.type === 'table_open') this.#showTable(tokens);
    else if (first.type.endsWith('list_open')) this.#showList(tokens);
    else if (first.type === 'blockquote_open') this.#showQuote(tokens);
    else this.#replace(() => this.#blockOf(tokens) ?? null);
  }

  /** Ends what is open at the end of a text that goes on. */
  #repair(tokens: readonly Token[]): void {
    const last = this.#options.isOpen ? lastInline(tokens) : undefined;
    if (last !== undefined) last.content = repairInline(last.content);
  }

  /** Another element, unless the kind is the same as before. */
  #become(kind: string, create: () => TuiElement | null): TuiElement | null {
    if (this.#kind === kind) return this.element;
    this.#kind = kind;
    this.#parts = [];
    this.#table = undefined;
    if (kind !== 'code') this.#code = undefined;
    this.element = create();
    return this.element;
  }

  /** Another content, whatever it was. */
  #replace(create: () => TuiElement | null): void {
    const before = this.#kind === 'flow' ? this.element : null;
    this.#kind = '';
    const element = this.#become('flow', create);
    if (before !== null && element !== null) this.element = this.#merge(before, element);
  }

  /**
   * What shows the new content: the element that was there, where it is one of the same kind. What is selected in it stays
   * so, and it is not laid out as another.
   */
  #merge(before: TuiNode | undefined, next: TuiElement): TuiElement {
    const { fits } = this.#options;
    if (before === undefined || !isElement(before) || !isAlike(before, next)) return next;
    // They know their element.
    if (fits.has(before) || fits.has(next)) return next;
    const isInline = localNameOf(next) === 'text';
    const [old, children] = [[...childNodesOf(before)], [...childNodesOf(next)]];
    const merged = isInline
      ? children
      : children.map((child, index) => (isElement(child) ? this.#merge(old[index], child) : child));
    // From the first one on that is another.
    const kept = isInline ? 0 : merged.findIndex((child, index) => child !== old[index]);
    const from = kept < 0 ? merged.length : kept;
    for (const child of old.slice(from)) removeNode(child);
    append(before, ...merged.slice(from));
    return before;
  }

  /** A piece of a long block may be several. */
  #group(groups: readonly (readonly Token[])[]): TuiElement {
    const children = groups.flatMap((group) => this.#blockOf(group) ?? []);
    return make(this.#options.document, 'container', { class: 'md-group' }, children);
  }

  #asWritten(source: string): void {
    const { document } = this.#options;
    this.#replace(() =>
      make(document, 'text', { class: 'md-html' }, [text(document, source.trimEnd())]),
    );
  }

  #showCode(token: Token): void {
    this.#codeStart = (token.map?.[0] ?? 0) + (token.type === 'fence' ? 1 : 0);
    this.#become('code', () => {
      this.#code = this.#newCode();
      return this.#code.element;
    });
    this.#code?.update(visible(token.content), token.info);
    // What goes on from a unit before may have nothing left but the line that ends it.
    if (token.content === '' && this.unit.continues) this.#become('', () => null);
  }

  #showList(tokens: readonly Token[]): void {
    const [first] = tokens;
    if (first === undefined) return;
    const list = this.#become(`${first.type}${first.markup}`, () => this.#emptyList(first));
    if (list === null) return;
    numberList(list, first);
    this.#isLoose = false;
    this.#showItems(list, tokens, 0);
  }

  /** @param line where the tokens start; existing items before it stay */
  #showItems(list: TuiElement, tokens: readonly Token[], line: number): void {
    // Once a blank line is between two blocks of items, there always is one.
    this.#isLoose ||= isLoose(tokens);
    setListClass(list, this.#isLoose, this.unit.continues);
    this.#replaceParts(
      () => list,
      itemsOf(tokens).map((group) => ({
        ...this.#sourceOf(group, line),
        build: () => [this.#item(group)],
      })),
      line === 0 ? 0 : this.#parts.length - 1,
    );
  }

  #showQuote(tokens: readonly Token[]): void {
    const quote = this.#become('quote', () => this.#emptyQuote());
    if (quote === null) return;
    this.#replaceParts(
      () => quote,
      blocksOf(tokens.slice(1, -1)).map((group) => ({
        ...this.#sourceOf(group),
        build: () => this.#flow(group),
      })),
    );
  }

  /** @param kept rows at the start that stay as they are, of which the tokens have the head alone */
  #showTable(tokens: readonly Token[], kept = 0): void {
    const columns = tokens.filter(({ type }) => type === 'th_open').length;
    const table = this.#become(`table ${columns}`, () => {
      this.#table = this.#newTable(columns);
      return this.#table.table;
    });
    const shape = this.#table;
    if (table === null || shape === undefined) return;
    shape.continues = this.unit.continues;
    const rows = rowsOf(tokens);
    const head = rows[0] ?? [];
    const labels = head.filter(({ type }) => type === 'inline').map(({ content }) => content);
    const alignment = head.map((token) => token.attrGet('style') ?? '').join(';');
    this.#replaceParts(
      (index) => shape.groupOf(index),
      (kept > 0 ? rows.slice(1) : rows).map((row) => ({
        // Labels of cells are in their rows.
        line: 0,
        source: `${alignment}\n${labels.join('|')}\n${this.#sourceOf(row).source}`,
        build: () => this.#row(row, labels),
      })),
      kept,
    );
    shape.measure(this.#parts.map(({ nodes }) => nodes as readonly TuiElement[]));
  }

  /**
   * Replaces the children of elements by those of the parts; leading parts that are unchanged stay.
   *
   * @param sure number of leading parts that stay and are not in `nextParts`
   */
  #replaceParts(
    parentOf: (index: number) => TuiElement,
    nextParts: readonly (Omit<Part, 'nodes'> & { readonly build: () => readonly TuiNode[] })[],
    sure = 0,
  ): void {
    const old = this.#parts;
    const count = sure + nextParts.length;
    let kept = sure;
    while (
      kept < count &&
      kept < old.length &&
      old[kept]!.source === nextParts[kept - sure]!.source
    ) {
      kept++;
    }
    const [changed, ...gone] = old.slice(kept);
    for (const { nodes } of gone) for (const node of nodes) removeNode(node);
    const parts = old.slice(0, kept);
    for (const { source, line, build } of nextParts.slice(kept - sure)) {
      const before = parts.length === kept ? (changed?.nodes ?? []) : [];
      this.#isWritten = this.#isOpen && parts.length === count - 1;
      const nodes = build().map((node, index) =>
        isElement(node) ? this.#merge(before[index], node) : node,
      );
      const isSame =
        nodes.length === before.length && nodes.every((node, at) => node === before[at]);
      if (!isSame) {
        for (const node of before) removeNode(node);
        append(parentOf(parts.length), ...nodes);
      }
      parts.push({ source: this.#isWritten ? OPEN : source, line, nodes });
    }
    if (kept === count) for (const node of changed?.nodes ?? []) removeNode(node);
    this.#isWritten = this.#isOpen;
    this.#parts = parts;
  }

  /** The lines that tokens were read from. @param start the line where reading started */
  #sourceOf(tokens: readonly Token[], start = 0): Omit<Part, 'nodes'> {
    const [from = 0, to = from] = tokens[0]?.map ?? [];
    const source = this.#lines.slice(start + from, start + to).join('\n');
    return { source, line: start + from };
  }

  #emptyList(first: Token): TuiElement {
    const ordered = first.type === 'ordered_list_open';
    return make(this.#options.document, 'list', { ordered: ordered ? 'true' : undefined });
  }

  #emptyQuote(): TuiElement {
    return make(this.#options.document, 'container', { class: 'md-quote', role: 'blockquote' });
  }

  #newCode(): CodeBlock {
    const code = new CodeBlock(this.#options.document);
    this.#options.fits.set(code.element, (width) => code.fit(width));
    return code;
  }

  #newTable(columns: number): TableShape {
    const { document, fits } = this.#options;
    const table = make(document, 'container', { class: 'md-table', role: 'table' });
    const shape = new TableShape(document, table, columns);
    fits.set(table, (width) => shape.fit(width));
    return shape;
  }

  #item(tokens: readonly Token[]): TuiElement {
    const inside = tokens.slice(1, -1);
    const mark = taskOf(inside);
    const children = this.#flow(inside);
    if (mark !== undefined && children[0] !== undefined) {
      const { document } = this.#options;
      const box = make(document, 'span', { class: 'md-task' }, [text(document, `${mark} `)]);
      insertBefore(children[0], box, firstChildOf(children[0]));
    }
    return make(this.#options.document, 'li', {}, children);
  }

  #row(tokens: readonly Token[], labels: readonly string[]): TuiElement[] {
    const { document } = this.#options;
    const cells: TuiElement[] = [];
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' && token.type !== 'td_open') continue;
      const align = /text-align:\s*(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1];
      const isHead = token.type === 'th_open';
      const nodes = this.#inline(tokens[index + 1]);
      const place = [isHead ? 'md-th' : 'md-td'];
      if (cells.length === 0) place.push('md-first');
      if (nodes.length === 0) place.push('md-empty');
      if (align !== undefined) place.push(`md-${align}`);
      const label = isHead ? [] : this.#label(labels[cells.length] ?? '');
      const role = isHead ? 'columnheader' : 'cell';
      cells.push(make(document, 'text', { class: place.join(' '), role }, [...label, ...nodes]));
    }
    return cells;
  }

  /** What a cell is called where its column has no room for a heading. */
  #label(name: string): TuiNode[] {
    const { document } = this.#options;
    const words = visible(name).replace(/[*_`~]/g, '');
    if (words.trim() === '') return [];
    return [make(document, 'span', { class: 'md-label' }, [text(document, `${words}: `)])];
  }

  /** Blocks below each other. */
  #flow(tokens: readonly Token[]): TuiElement[] {
    return blocksOf(tokens).flatMap((group) => this.#blockOf(group) ?? []);
  }

  #blockOf(tokens: readonly Token[]): TuiElement | undefined {
    const { document } = this.#options;
    const [first] = tokens;
    if (first === undefined) return undefined;
    switch (first.type) {
      case 'heading_open': {
        const attributes = { class: `md-h md-${first.tag}`, role: 'heading' };
        return make(document, 'text', attributes, this.#inline(tokens[1]));
      }
      case 'paragraph_open':
        return this.#paragraph(tokens[1]);
      case 'hr':
        return make(document, 'separator', { class: 'md-hr' });
      case 'html_block': {
        const words = text(document, first.content.trimEnd());
        return make(document, 'text', { class: 'md-html' }, [words]);
      }
      case 'fence':
      case 'code_block': {
        const block = this.#newCode();
        block.update(visible(first.content), first.info);
        return block.element;
      }
      case 'blockquote_open': {
        const quote = this.#emptyQuote();
        append(quote, ...this.#flow(tokens.slice(1, -1)));
        return quote;
      }
      case 'bullet_list_open':
      case 'ordered_list_open': {
        const list = this.#emptyList(first);
        numberList(list, first);
        setListClass(list, isLoose(tokens), false);
        append(list, ...itemsOf(tokens).map((group) => this.#item(group)));
        return list;
      }
      case 'table_open':
        return this.#innerTable(tokens);
      default:
        return make(document, 'text', { class: 'md-p' }, [text(document, first.content)]);
    }
  }

  /** A table in a quote or a list. */
  #innerTable(tokens: readonly Token[]): TuiElement {
    const rows = rowsOf(tokens);
    const labels = (rows[0] ?? []).flatMap(({ type, content }) =>
      type === 'inline' ? content : [],
    );
    const shape = this.#newTable(labels.length);
    const cells = rows.map((row) => this.#row(row, labels));
    for (const [index, row] of cells.entries()) append(shape.groupOf(index), ...row);
    shape.measure(cells);
    return shape.table;
  }

  /** A picture, where it is one image; not while it may be written still. */
  #paragraph(token: Token | undefined): TuiElement {
    const { document, pictures } = this.#options;
    const tokens = this.#inlineTokens(token);
    const picture = this.#isWritten ? undefined : pictureOf(document, tokens, pictures);
    return picture ?? make(document, 'text', { class: 'md-p' }, buildInline(tokens, { document }));
  }

  #inlineTokens(token: Token | undefined): readonly Token[] {
    return token?.type === 'inline' ? parseInline(token, this.#options.references) : [];
  }

  #inline(token: Token | undefined): TuiNode[] {
    return buildInline(this.#inlineTokens(token), { document: this.#options.document });
  }
}

/** Whether two elements have one name and the same attributes. */
function isAlike(one: TuiElement, other: TuiElement): boolean {
  const names = attributeNamesOf(one);
  return (
    localNameOf(one) === localNameOf(other) &&
    names.length === attributeNamesOf(other).length &&
    names.every((name) => getAttribute(one, name) === getAttribute(other, name))
  );
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}

/** How much of a text is before one of its lines. */
function shareBefore(lines: readonly string[], line: number): number {
  const sizes = lines.map((each) => each.length + 1);
  const sum = (count: number): number => sizes.slice(0, count).reduce((all, size) => all + size, 0);
  return sum(Math.max(0, line)) / Math.max(1, sum(sizes.length));
}

/** Columns of the widest table; one of more is shown as it is written. */
const MAX_COLUMNS = 40;

function columnsOf(tokens: readonly Token[]): number {
  let count = 0;
  for (const { type } of tokens) if (type === 'th_open') count++;
  return count;
}

/** The source of a part that was shown with an end: no other is the same. */
const OPEN = '\0';
const NO_REFERENCES: References = {};

function numberList(list: TuiElement, first: Token): void {
  const start = Number(first.attrGet('start') ?? 1);
  if (first.type === 'ordered_list_open') setAttribute(list, 'start', String(start));
}

function setListClass(list: TuiElement, isLoose: boolean, continues: boolean): void {
  const names = ['md-list', isLoose && 'md-loose', continues && 'md-more'];
  const name = names.filter((each) => each !== false).join(' ');
  if (getAttribute(list, 'class') !== name) setAttribute(list, 'class', name);
}

function isLoose([first, ...tokens]: readonly Token[]): boolean {
  const inside = 2 + (first?.level ?? 0);
  return tokens.some(
    ({ type, level, hidden }) => type === 'paragraph_open' && level === inside && !hidden,
  );
}

function isDeep(tokens: readonly Token[]): boolean {
  return tokens.some(({ level }) => level >= MAX_NESTING - 1);
}

/** The tokens of each block of a level, one after the other. */
function blocksOf(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  let depth = 0;
  let group: Token[] = [];
  for (const token of tokens) {
    group.push(token);
    depth += token.nesting;
    if (depth > 0) continue;
    groups.push(group);
    group = [];
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

/** The tokens of each item of a list. */
function itemsOf(tokens: readonly Token[]): Token[][] {
  return blocksOf(tokens.slice(1, -1));
}

/** The tokens of each row of a table, the head first. */
function rowsOf(tokens: readonly Token[]): Token[][] {
  const rows: Token[][] = [];
  for (const token of tokens) {
    if (token.type === 'tr_open') rows.push([token]);
    else rows.at(-1)?.push(token);
  }
  return rows;
}

/** The inline content that goes on when the text does: nothing opens after it. */
function lastInline(tokens: readonly Token[]): Token | undefined {
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index]!;
    if (token.type === 'inline') return token;
    if (token.nesting >= 0) return undefined;
  }
  return undefined;
}

/** The mark of an item that is a task, which is taken out of its text. */
function taskOf(tokens: readonly Token[]): string | undefined {
  const [first, inline] = tokens;
  if (first?.type !== 'paragraph_open' || inline?.type !== 'inline') return undefined;
  const found = /^\[([ xX])\][ \t\n]/.exec(inline.content);
  if (found === null) return undefined;
  inline.content = inline.content.slice(found[0].length);
  return found[1] === ' ' ? '[ ]' : '[x]';
}
