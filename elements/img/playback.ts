/** Playback of an animation: which frame is visible at a time. */
import type { Animation } from '../../runtime/graphics/pixels.js';

/** Milliseconds that a frame may be late; more than that it was hidden, and goes on where it was. */
const LATE = 250;

export class Playback {
  /** The frame that shows. */
  frame = 0;
  /** When the next one is to show; undefined before the first moment. */
  #due: number | undefined;
  /** How often all frames have been shown. */
  #played = 0;

  readonly #animation: Animation;

  constructor(animation: Animation) {
    this.#animation = animation;
  }

  /** Goes on to `time`, in milliseconds; returns those until the next frame, or undefined where it was the last one. */
  advance(time: number): number | undefined {
    const animation = this.#animation;
    this.#due ??= time + animation.delay(this.frame);
    if (time - this.#due > LATE) this.#due = time;
    while (this.#due <= time) {
      if (this.#isOver) return undefined;
      if (this.frame + 1 < animation.count) this.frame += 1;
      else {
        this.frame = 0;
        this.#played += 1;
      }
      this.#due += animation.delay(this.frame);
    }
    return this.#isOver ? undefined : this.#due - time;
  }

  /** The last frame of the last time stays. */
  get #isOver(): boolean {
    const { count, plays } = this.#animation;
    return this.frame + 1 >= count && this.#played + 1 >= plays;
  }
}
