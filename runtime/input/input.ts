/**
 * What input is, as this layer takes it. The terminal's decoder makes exactly these; the shapes are
 * stated here since neither layer may import the other.
 */
import type { ModifierKeys } from './events.js';

export type InputRecord =
  | (ModifierKeys & {
      readonly type: 'key';
      readonly key: string;
      readonly code?: string;
      readonly kind: 'press' | 'repeat' | 'release';
    })
  | (ModifierKeys & {
      readonly type: 'mouse';
      readonly action: 'press' | 'release' | 'move' | 'drag' | 'wheel';
      /** As in the DOM; -1 where no button is concerned. */
      readonly button: number;
      readonly x: number;
      readonly y: number;
      readonly deltaX: number;
      readonly deltaY: number;
    })
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'focus'; readonly focused: boolean };
