/** The inputs of a chart's marks, compared to see whether the marks can be painted again. */
import type { Rect } from '../../runtime/base/geometry.js';
import type { ChartSettings } from './marks/settings.js';

export interface MarkInputs {
  /** Versions of the model and of the selection. */
  data: number;
  selection: number;
  readonly settings: ChartSettings;
  readonly width: number;
  readonly height: number;
  readonly monochrome: boolean;
  readonly clip: Rect;
}

export function isSameInput(a: MarkInputs, b: MarkInputs): boolean {
  return (
    a.data === b.data &&
    a.selection === b.selection &&
    a.settings === b.settings &&
    a.width === b.width &&
    a.height === b.height &&
    a.monochrome === b.monochrome &&
    a.clip.x === b.clip.x &&
    a.clip.y === b.clip.y &&
    a.clip.width === b.clip.width &&
    a.clip.height === b.clip.height
  );
}
