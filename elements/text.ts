/** A paragraph: text and inline elements, wrapped, aligned and truncated by cells. */
import {
  ATTRIBUTE_CHANGED,
  invalidate,
  IS_PROGRAM_TEXT,
  PROPS,
  TuiElement,
} from './support/author.js';
import type {
  AttributeTable,
  AttributeValues,
  Example,
  StyleRule,
  StyleTable,
} from './support/author.js';

export class Text extends TuiElement {
  static override readonly tag: string = 'text';
  static override readonly description: string =
    'A paragraph of text with inline <b>, <i>, <u>, <s> and <span>. Wraps at words; text that does not fit is cut off. Without text it has no line: `min-height: 1` keeps one.';
  static override readonly content = 'inline';
  static override readonly drawnContent = '';
  static override readonly attributes = {
    ansi: {
      type: 'boolean',
      default: false,
      description:
        'The text is the output of a program: SGR sequences set colours and attributes of what follows, all other sequences have no effect. Blanks and line breaks are kept, as with `white-space: pre-wrap`.',
    },
  } as const satisfies AttributeTable;
  static override readonly styles = {
    textAlign: {
      type: 'string',
      enum: ['left', 'center', 'right'],
      default: 'left',
      inherited: true,
      description: 'Alignment of lines in the box.',
    },
    whiteSpace: {
      type: 'string',
      enum: ['normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line'],
      default: 'normal',
      inherited: true,
      affects: 'layout',
      description:
        'Whether spaces and line breaks of the source are kept, and whether lines wrap. With "pre" and "pre-wrap" an empty <text> is a blank line; otherwise it has no row.',
    },
    textWrap: {
      type: 'string',
      enum: ['wrap', 'nowrap', 'balance'],
      default: 'wrap',
      inherited: true,
      affects: 'layout',
      description:
        'Whether lines wrap, if white-space allows it; "balance" gives the lines of a short text similar lengths.',
    },
    tabSize: {
      type: 'integer',
      minimum: 1,
      maximum: 40,
      default: 8,
      inherited: true,
      affects: 'layout',
      description: 'Cells between two tab stops, where white-space keeps tabs, and in fields.',
    },
    textOverflow: {
      type: 'string',
      enum: ['clip', 'ellipsis'],
      default: 'clip',
      description: 'How text that does not fit ends: cut off, or with an ellipsis.',
    },
  } as const satisfies StyleTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'text[ansi]:not([ansi=false])', declarations: { 'white-space': 'pre-wrap' } },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'wrap and align',
      size: [30, 7],
      markup: `<text>Words wrap at the <b>edge</b> of the box, <u>between</u> graphemes: 表示 🙂.</text>
<text style="text-align: center">centred</text>
<text style="text-align: right">right</text>
<text style="white-space: nowrap; text-overflow: ellipsis">One long line that ends before it is over</text>`,
    },
    {
      name: 'ansi',
      size: [30, 4],
      markup: `<text ansi="true">&#27;[32m✓&#27;[0m 12 passed, &#27;[1;31m1 failed&#27;[0m
  &#27;[2mat&#27;[22m &#27;[4mmain.ts&#27;[24m:&#27;[33m7&#27;[39m
&#27;[7m FAIL &#27;[27m &#27;[38;2;90;160;255mexpected 2, found 3&#27;[0m</text>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Text.attributes>;

  override get [IS_PROGRAM_TEXT](): boolean {
    return this[PROPS].ansi;
  }

  override [ATTRIBUTE_CHANGED](): void {
    invalidate(this, 'layout');
  }
}
