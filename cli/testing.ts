/**
 * `tui/testing`: `mount` with the standard elements, and `toMatchScreen` registered with jest where
 * jest is there.
 */
import type {} from './jest.js';
import { createMount, unmountAll } from '../runtime/testing/mount.js';
import { createToMatchScreen, type MatcherOptions } from '../runtime/testing/matcher.js';
import { registry } from '#elements';

/** Mounts a document, or `{ file }`, with the standard elements. */
export const mount = createMount(registry);

export { createMount, unmountAll, MountedApp } from '../runtime/testing/mount.js';
export type { Mount, MountOptions, Target } from '../runtime/testing/mount.js';
export { createToMatchScreen, type MatcherOptions } from '../runtime/testing/matcher.js';
export { Screen, type ScreenCell, type ScreenJson } from '../runtime/testing/screen.js';
export { compareScreens } from '../runtime/testing/screen-compare.js';
export {
  formatScreen,
  parseScreen,
  ScreenFileError,
  type ScreenFile,
} from '../runtime/testing/screen-file.js';
export { ManualClock } from '../runtime/script/clock.js';

interface Jest {
  readonly expect?: { extend?(matchers: object): void };
  readonly afterEach?: (callback: () => void) => void;
}

/** Registers `toMatchScreen` again, for example with goldens in another folder. */
export function configureScreens(options: MatcherOptions, jest: Jest = globalThis as Jest): void {
  jest.expect?.extend?.({ toMatchScreen: createToMatchScreen(options) });
}

configureScreens({});
(globalThis as Jest).afterEach?.(unmountAll);
