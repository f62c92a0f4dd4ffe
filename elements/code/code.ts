/** The code element: highlighted lines of a text. What lines have in common with other elements is in `support/text-lines`. */
import { dedent } from '../../runtime/base/text/dedent.js';
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  cellWidth,
  COMPUTED,
  CONNECTED,
  CONTENT_CHANGED,
  DEFINITION,
  fire,
  FOCUSABLE,
  invalidate,
  nameOf,
  PAINT,
  parentElementOf,
  PLACED,
  PROPS,
  setDeclared,
  setTimer,
  statesOf,
  textOf,
  TOOLTIP_AT,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeValues,
  ComputedStyle,
  InputAction,
  Painter,
  StyleValues,
} from '../support/author.js';
import { checkLanguage } from '../support/highlight/check-language.js';
import { languageOf, languageOfFile } from '../support/highlight/highlight.js';
import { LineHighlighter } from '../support/highlight/lines.js';
import { SourceFile } from '../support/text-file.js';
import { cellsOf, colorOf, LinesBody } from '../support/text-lines/body.js';
import { SOURCE_STATES } from '../support/text-lines/declaration.js';
import { FIRST_NUMBER, LINES, LinesElement } from '../support/text-lines/element.js';
import { LinesInteraction, type LinesHost } from '../support/text-lines/interaction.js';
import { LinesModel } from '../support/text-lines/model.js';
import { LineSource } from '../support/text-lines/source.js';
import type { LineLook } from '../support/text-lines/paint.js';
import { KeptRows, rowsOf, type TextRow } from '../support/text-lines/rows.js';
import type { VisibleRow } from '../support/text-lines/view.js';
import { codeNode } from './accessible.js';
import { ATTRIBUTES, BINDABLE, CODE_KEYS, EVENTS, RULES, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { CodeMarks, type CodeMark } from './marks.js';
import { paintCodeRow } from './paint.js';

/** The keys of marks. */
class CodeInteraction extends LinesInteraction<'search', LinesHost<'search', TextRow>> {
  constructor(
    host: LinesHost<'search', TextRow>,
    readonly marks: CodeMarks,
  ) {
    super(host);
  }

  protected override do(action: string, event: InputAction): boolean {
    if (action === 'nextMark') return this.toNext(this.marks.starts, 1);
    if (action === 'previousMark') return this.toNext(this.marks.starts, -1);
    return super.do(action, event);
  }
}

export class Code extends LinesElement<TextRow> {
  static override readonly tag: string = 'code';
  static override readonly description: string =
    'Text of a program, highlighted: with line numbers, marks, search and selection. In a `text` it is a part of its words.';
  static override readonly content = 'inline';
  static override readonly raw = true;
  static override readonly fillsRow = true;
  static override readonly labelable = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly keys = CODE_KEYS;
  static override readonly events = EVENTS;
  static override readonly states = SOURCE_STATES;
  static override readonly bindable = BINDABLE;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;
  declare [COMPUTED]: ComputedStyle & StyleValues<typeof STYLES>;

  declare searchText: string;
  readonly #model = new LinesModel();
  readonly #highlighter = new LineHighlighter();
  readonly #marks = new CodeMarks();
  readonly #file: SourceFile = new SourceFile(this, 'code-unread', () => this.#show());
  #room = { text: 0, wraps: false };
  readonly #body: LinesBody<TextRow> = new LinesBody<TextRow>(this, this.#model, {
    keys: CODE_KEYS,
    rows: new KeptRows((line) =>
      rowsOf(this.#model.textOf(line), this.#room.text, this.#room.wraps),
    ),
    gutter: (width) => this.#gutter(width),
    prepare: (text, wraps) => {
      this.#room = { text, wraps };
      this.#body.parts.rows.prepare(text, wraps);
    },
    widthOf: (line) => cellWidth(this.#model.textOf(line)),
    look: (painter, line) => this.#look(painter, line),
    paintRow: (painter, frame, y, visible, look) =>
      paintCodeRow(painter, frame, y, this.#row(visible), look),
    emptyText: () => this[PROPS].emptyText,
    textIn: ({ row }, cells) => this.#textIn(row, cells),
    continues: ({ index }) => index > 0,
    copied: (lines) => lines.map((line) => this.#model.sourceOf(line)).join('\n'),
    activate: (line) => this.#activate(line),
    interaction: (host) => new CodeInteraction(host, this.#marks),
  });
  /** The text as it was shown last, and of which file. */
  #text = '';
  #filename = '';
  #isReading = false;

  /** In a text it is words of it, without a box. */
  get #isInText(): boolean {
    return parentElementOf(this)?.[DEFINITION].isInline ?? false;
  }

  override get [FOCUSABLE](): boolean {
    return !this.#isInText;
  }

  override get [LINES](): LinesBody<TextRow> {
    return this.#body;
  }
  override get [FIRST_NUMBER](): number {
    return this[PROPS].firstLine;
  }

  /** The text. */
  get value(): string {
    return this.#source();
  }
  set value(value: unknown) {
    setDeclared(this, 'value', value === null || value === undefined ? undefined : String(value));
  }

  /** Returns the text of a line by its number; undefined where there is none. */
  getLine(line: number): string | undefined {
    const index = Number(line) - this[PROPS].firstLine;
    return this.#model.lineAt(index) < 0 ? undefined : this.#model.sourceOf(index);
  }

  /** Scrolls to a line by its number, and moves the cursor there. */
  showLine(line: number): void {
    this.#body.goTo(Number(line) - this[PROPS].firstLine || 0);
  }

  override [CONNECTED](): void {
    this.#show();
    this.#file.load(this[PROPS].src ?? '');
  }

  override [PLACED](): void {
    // What is in the document when it starts is read once it shows.
    this.#file.load(this[PROPS].src ?? '');
  }

  override [CONTENT_CHANGED](): void {
    this.#show();
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    const { [PROPS]: props } = this;
    switch (name) {
      case 'value':
        this.#show();
        break;
      case 'src':
        this.#file.load(props.src ?? '');
        this.#setLanguage();
        break;
      case 'language':
        checkLanguage(this, props.language);
        this.#setLanguage();
        break;
      case 'filename':
        this.#setLanguage();
        break;
      case 'marks':
      case 'firstLine':
        this.#marks.set(props.marks as readonly CodeMark[], props.firstLine);
        break;
    }
    super[ATTRIBUTE_CHANGED](name);
  }

  get #language(): string | undefined {
    const { language, filename, src = '' } = this[PROPS];
    return language === undefined ? languageOfFile(filename ?? src) : languageOf(language);
  }

  #setLanguage(): void {
    const { shownCount } = this.#model;
    this.#highlighter.reset(this.#language, shownCount, (line) => this.#model.textOf(line));
  }

  /** The attribute's text, else the file's, else the text content. */
  #source(): string {
    return this[PROPS].value ?? this.#file.text ?? dedent(textOf(this) ?? '');
  }

  #show(): void {
    const text = this.#source();
    const { filename, src = '' } = this[PROPS];
    const name = filename ?? src;
    if (text === this.#text && name === this.#filename) return;
    // Another text of one file is an edit of it.
    const isEdit = name === this.#filename;
    this.#text = text;
    this.#filename = name;
    const lines = new LineSource(text, true);
    this.#body.setSources(lines.count, (line) => lines.at(line), isEdit);
    this.#setLanguage();
  }

  override [PAINT](painter: Painter): void {
    super[PAINT](painter);
    // What comes before lines in view, as after a jump to the end, is read little by little.
    const last = this.#body.view.visible.at(-1)?.line ?? 0;
    if (this.#highlighter.isKnown(last) || this.#isReading) return;
    this.#isReading = true;
    setTimer(
      this,
      () => {
        this.#isReading = false;
        this.#highlighter.advance(last);
        invalidate(this, 'paint');
      },
      0,
    );
  }

  #gutter(width: number): number {
    const { lineNumbers, firstLine } = this[PROPS];
    const signs = this.#marks.isEmpty ? 0 : 2;
    const last = firstLine + Math.max(0, this.#model.shownCount - 1);
    const cells = signs + (lineNumbers ? String(last).length + 1 : 0);
    // Where there is little room it is for the text.
    return cells * 2 > width ? 0 : cells;
  }

  #look({ fg, bg, depth }: Painter, line: number): LineLook {
    const isMarked = depth !== 'none' && this.#marks.isWhole(line);
    const background = isMarked ? (colorOf(this[COMPUTED].markBackground) ?? bg) : bg;
    return { fg, bg: background, attributes: 0, ownColors: true };
  }

  #row({ line, index, row }: VisibleRow<TextRow>): Parameters<typeof paintCodeRow>[3] {
    const { lineNumbers, firstLine } = this[PROPS];
    const isLast = row === this.#body.parts.rows.of(line).at(-1);
    return {
      row,
      spans: this.#highlighter.of(line),
      ranges: this.#marks.rangesAt(line, row.text.length),
      number: lineNumbers && index === 0 ? String(line + firstLine) : '',
      numberColor: colorOf(this[COMPUTED].numberColor),
      tone: this.#marks.toneAt(line),
      isSigned: index === 0 || this.#marks.toneAt(line) === undefined,
      isWhole: this.#marks.isWhole(line),
      hasSigns: !this.#marks.isEmpty,
      message: isLast ? this.#marks.messageAt(line) : '',
    };
  }

  #textIn(row: TextRow, cells?: { readonly from: number; readonly to: number }): string {
    const text = row.text.slice(row.start, row.end);
    if (cells === undefined) return text;
    const shift = this.#body.view.left - (this.#body.layout?.gutter ?? 0);
    return cellsOf(text, cells.from + shift, cells.to + shift);
  }

  #activate(line: number): void {
    fire(this, 'activate', {
      line: line + this[PROPS].firstLine,
      text: this.#model.sourceOf(line),
    });
  }

  /** The message of a mark, where the row has no room for all of it. */
  override [TOOLTIP_AT](_x: number, y: number): string | undefined {
    const line = this.#body.view.visible[y]?.line;
    return (line === undefined ? '' : this.#marks.messageAt(line)) || undefined;
  }

  override [ACCESSIBLE_NODE](): AccessibleElement | undefined {
    if (this.#isInText) return undefined;
    this.#body.scanAll();
    const { searchText, firstLine, filename } = this[PROPS];
    return codeNode(this.#body, {
      name: nameOf(this, filename ?? null),
      language: this.#language,
      searchText,
      firstLine,
      isFocused: statesOf(this).has('focus'),
      marks: this.#marks,
    });
  }
}
