/** The Fullscreen API: an app has the whole screen of the terminal, or rows below the shell's prompt. */
import { Event } from '../events/event.js';
import { dispatchTrusted, type EventTarget } from '../events/event-target.js';
import type { FullscreenHost } from '../host.js';

/** Turns to the whole screen, or from it, and fires `fullscreenchange` at the root. */
export function turn(
  root: EventTarget,
  screen: FullscreenHost | undefined,
  isFull: boolean,
): Promise<void> {
  if (screen === undefined) {
    return Promise.reject(new TypeError('the document is not shown: there is no screen to fill'));
  }
  if (screen.isFull !== isFull) {
    screen.setFull(isFull);
    dispatchTrusted(root, new Event('fullscreenchange', { bubbles: true }));
  }
  return Promise.resolve();
}
