/** `$tui.screens`: the screens of an app, for its own scripts. */
import { checkKind } from '../../base/check-options.js';
import {
  currentScreen,
  popScreen,
  pushScreen,
  replaceScreen,
  screenParams,
} from '../../element/calls/screens.js';
import { idOf } from '../../element/tree.js';
import type { TuiDocument } from '../../element/tui-element.js';

/** `$tui.screens`: which `<screen>` shows. */
export interface ScreensApi {
  /** Id of the screen that shows; null in a document without screens. */
  readonly current: string | null;
  /** What the screen that shows was pushed with; an empty object if nothing. */
  readonly params: Readonly<Record<string, unknown>>;
  /**
   * Shows a screen over the one that shows, and resolves to the argument of the `pop` that closes it; undefined if it is
   * removed from the document. Rejects if no screen has the id, or if it is open already.
   */
  push<T = unknown>(id: string, params?: Readonly<Record<string, unknown>>): Promise<T | undefined>;
  /** Closes the screen that shows, and goes back to the one below. Throws if none is below. */
  pop(result?: unknown): void;
  /**
   * Shows a screen in place of the one that shows. Its `pop` resolves the promise of the screen that it replaces. Throws
   * if no screen has the id, or if it is open below.
   */
  replace(id: string, params?: Readonly<Record<string, unknown>>): void;
}

export function createScreensApi(document: TuiDocument): ScreensApi {
  return Object.freeze({
    get current() {
      const element = currentScreen(document);
      return element === undefined ? null : idOf(element);
    },
    get params() {
      return screenParams(document);
    },
    push: async <T>(id: string, params: Readonly<Record<string, unknown>> = {}) => {
      checkKind('$tui.screens.push', 'params', params, 'object');
      return (await pushScreen(document, String(id), params)) as T | undefined;
    },
    pop: (result?: unknown) => popScreen(document, result),
    replace: (id: string, params: Readonly<Record<string, unknown>> = {}) => {
      checkKind('$tui.screens.replace', 'params', params, 'object');
      replaceScreen(document, String(id), params);
    },
  });
}
