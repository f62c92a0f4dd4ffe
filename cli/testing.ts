/**
 * `tui-runtime/testing`: `mount` with the standard elements, and `toMatchScreen`, registered with jest if jest runs the
 * test.
 */
import type {} from './jest.js';
import { createMount as createMountOf, unmountAll, type Mount } from '../runtime/testing/mount.js';
import type { Registry } from '../runtime/element/tui-element.js';
import { openHost } from './testing/app-host.js';
import { createToMatchScreen, type MatcherOptions } from '../runtime/testing/matcher.js';
import { registry } from '#elements';

/** A `mount` for one set of elements. */
export function createMount(elements: Registry): Mount {
  return createMountOf(elements, openHost);
}

/** Mounts a document, or `{ file }`, with the standard elements. */
export const mount = createMount(registry);

export { unmountAll, MountedApp } from '../runtime/testing/mount.js';
export type { Mount, MountOptions, Target, WaitOptions } from '../runtime/testing/mount.js';
export type {
  AiStub,
  AiStubResult,
  FetchStub,
  RunStub,
  RunStubResult,
} from '../runtime/testing/host.js';
export type { TextMatch } from '../runtime/testing/queries.js';
export { createToMatchScreen, type MatcherOptions } from '../runtime/testing/matcher.js';
export { Screen, type ScreenCell, type ScreenJson } from '../runtime/screen/screen.js';
export { compareScreens } from '../runtime/screen/compare.js';
export {
  formatScreen,
  parseScreen,
  ScreenFileError,
  type ScreenFile,
} from '../runtime/screen/screen-file.js';
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
