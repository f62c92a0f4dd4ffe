/** A paragraph: text and inline elements, wrapped, aligned and truncated by cells. */
import { TuiElement } from './support/author.js';
import type { Example, StyleTable } from './support/author.js';

export class Text extends TuiElement {
  static override readonly tag: string = 'text';
  static override readonly description: string =
    'A paragraph of text with inline <b>, <i>, <u>, <s> and <span>. Wraps at words; text that does not fit is cut off. Without text it has no line: `min-height: 1` keeps one.';
  static override readonly content = 'inline';
  static override readonly drawnContent = '';
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
  static override readonly examples: readonly Example[] = [
    {
      name: 'wrap and align',
      size: [30, 7],
      markup: `<text>Words wrap at the <b>edge</b> of the box, <u>between</u> graphemes: 表示 🙂.</text>
<text style="text-align: center">centred</text>
<text style="text-align: right">right</text>
<text style="white-space: nowrap; text-overflow: ellipsis">One long line that ends before it is over</text>`,
    },
  ];
}
