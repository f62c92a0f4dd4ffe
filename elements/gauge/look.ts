/** The colours of a gauge and the marks on its scale, for both of its shapes. */
import type { Color } from '../../runtime/base/color.js';
import { readable } from '../../runtime/base/color.js';
import type { Painter } from '../../runtime/element/contract.js';
import { REVERSE } from '../../runtime/paint/cells.js';
import { inkOn } from '../charts/paint/palette.js';
import type { NumberFormat } from '../charts/scale/number-format.js';
import { shareOf, type Domain } from '../charts/scale/scale.js';

/** A line across the scale. */
export interface GaugeMark {
  readonly value: number;
  /** The target is thicker than the limits of regions. */
  readonly isTarget: boolean;
}

/** What a gauge shows. */
export interface GaugePicture {
  readonly domain: Domain;
  /** Undefined where it is not known. */
  readonly value: number | undefined;
  readonly marks: readonly GaugeMark[];
  /** Empty where none is shown. */
  readonly text: string;
  /** Cells of the widest text that any value of the range has. */
  readonly textCells: number;
  readonly label: string;
  readonly showsAxis: boolean;
  readonly position: 'column' | 'bar' | 'inside';
  readonly numbers: NumberFormat;
  readonly fill: Color;
  readonly track: Color;
}

/** The share of the scale that is filled, from 0 to 1. */
export function filledShare({ domain, value }: Pick<GaugePicture, 'domain' | 'value'>): number {
  return value === undefined ? 0 : Math.min(1, Math.max(0, shareOf(domain, value)));
}

/** Styles of the parts of a gauge; without colours the track is a pattern. */
export class GaugeStyles {
  readonly isPlain: boolean;
  /** Glyphs of the filled part on the track, and the same with both colours swapped. */
  readonly bar: number;
  readonly turned: number;
  /** Text and marks on the filled part, and on the track. */
  readonly onFill: number;
  readonly onTrack: number;

  constructor(painter: Painter, { fill, track }: Pick<GaugePicture, 'fill' | 'track'>) {
    this.isPlain = painter.depth === 'none';
    if (this.isPlain) {
      this.bar = painter.style(painter.fg, undefined, 0);
      this.turned = painter.style(painter.fg, undefined, REVERSE);
      this.onFill = this.turned;
      this.onTrack = this.bar;
      return;
    }
    this.bar = painter.style(fill, track, 0);
    this.turned = painter.style(fill, track, REVERSE);
    this.onFill = painter.style(inkOn(fill) ?? painter.bg, fill, 0);
    const ink = readable(painter.fg, track, inkOn(track) ?? painter.fg);
    this.onTrack = painter.style(ink, track, 0);
  }
}
