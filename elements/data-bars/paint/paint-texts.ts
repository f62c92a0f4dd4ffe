/** Text marks: labels, values, axis and legend, each in its own style. */
import type { Color } from '../../../runtime/base/color.js';
import { REVERSE } from '../../../runtime/paint/cells.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { mutedStyle, paintText } from '../../charts/paint/texts.js';
import type { Marks, TextMark } from '../marks/marks.js';

interface TextOptions {
  readonly selectedColor: Color;
  /** The glyph of a legend key. */
  readonly key: (series: number) => number;
  readonly keyStyle: (series: number) => number;
  /** The style of a line behind the bars. */
  readonly lineStyle: (index: number) => number;
  /** The style of a text on a bar mark, whose colour shows around it; of a target, which has a colour of its own. */
  readonly onBar: (text: TextMark, target: number) => number;
  /** The style of a target past the end of its bar. */
  readonly targetStyle: (index: number) => number;
}

export function paintTexts(painter: Painter, marks: Marks, options: TextOptions): void {
  const { base, depth } = painter;
  let muted = -1;
  for (let index = 0; index < marks.textCount; index++) {
    const mark = marks.texts[index]!;
    switch (mark.role) {
      case 'key':
        painter.put(mark.x, mark.y, options.key(mark.series), options.keyStyle(mark.series));
        break;
      case 'marker': {
        const style = depth === 'none' ? base : painter.style(options.selectedColor, undefined, 0);
        painter.text(mark.x, mark.y, mark.text, style, mark.width);
        break;
      }
      case 'axis':
        // Lines and corners only, each one code point and one cell.
        if (muted < 0) muted = mutedStyle(painter);
        for (let i = 0; i < mark.width; i++) {
          painter.put(mark.x + i, mark.y, mark.text.charCodeAt(i), muted);
        }
        break;
      case 'line':
        paintText(painter, mark, options.lineStyle(mark.series));
        break;
      case 'target': {
        const { bar, series } = mark;
        const style = bar < 0 ? options.targetStyle(series) : options.onBar(mark, series);
        painter.put(mark.x, mark.y, mark.text.charCodeAt(0), style);
        break;
      }
      case 'inside':
        paintText(painter, mark, options.onBar(mark, -1));
        break;
      case 'tick':
      case 'title':
      case 'more':
        if (muted < 0) muted = mutedStyle(painter);
        paintText(painter, mark, muted);
        break;
      default:
        paintText(
          painter,
          mark,
          mark.selected ? painter.style(undefined, undefined, REVERSE) : base,
        );
    }
  }
}
