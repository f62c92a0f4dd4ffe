/** The pointer in a field: a click places the caret, a drag selects; two clicks take words, three lines. */
import { isBefore, type Position } from '../buffer.js';
import type { Selection } from '../history.js';
import type { EditModel } from '../model.js';

export interface PointerEvent {
  readonly type: string;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly button: number;
  readonly buttons: number;
  readonly detail: number;
  readonly shiftKey: boolean;
}

export interface PointerHost {
  placeAt(x: number, y: number): Position;
  /** The selection has moved. */
  moved(): void;
  /** A selection has been made. */
  selected(): void;
}

export class FieldPointer {
  /** What the press selected; a drag grows from it by the same unit. */
  #origin: Selection | undefined;
  #unit: 'place' | 'word' | 'line' = 'place';

  readonly #model: EditModel;
  readonly #host: PointerHost;

  constructor(model: EditModel, host: PointerHost) {
    this.#model = model;
    this.#host = host;
  }

  act(event: PointerEvent): boolean {
    switch (event.type) {
      case 'mousedown':
        return event.button === 0 && this.#press(event);
      case 'mousemove':
        return (event.buttons & 1) !== 0 && this.#drag(event);
      case 'mouseup': {
        const selected = this.#origin !== undefined && !this.#model.isCollapsed;
        this.#origin = undefined;
        if (selected) this.#host.selected();
        return selected;
      }
      default:
        return false;
    }
  }

  #press({ offsetX, offsetY, detail, shiftKey }: PointerEvent): boolean {
    const model = this.#model;
    const place = this.#host.placeAt(offsetX, offsetY);
    this.#unit = detail >= 3 ? 'line' : detail === 2 ? 'word' : 'place';
    if (shiftKey && this.#unit === 'place') {
      this.#origin = { anchor: model.anchor, focus: model.anchor };
      model.select(model.anchor, place);
    } else {
      this.#origin = this.#rangeAt(place);
      model.select(this.#origin.anchor, this.#origin.focus);
    }
    this.#host.moved();
    return true;
  }

  #drag({ offsetX, offsetY }: PointerEvent): boolean {
    const origin = this.#origin;
    if (origin === undefined) return false;
    const range = this.#rangeAt(this.#host.placeAt(offsetX, offsetY));
    if (isBefore(range.anchor, origin.anchor)) this.#model.select(origin.focus, range.anchor);
    else this.#model.select(origin.anchor, range.focus);
    this.#host.moved();
    return true;
  }

  #rangeAt(place: Position): Selection {
    const model = this.#model;
    if (this.#unit === 'place') return { anchor: place, focus: place };
    return model.rangeAround(place, this.#unit);
  }
}
