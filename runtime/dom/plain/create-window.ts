/** A window over a document without an app, for tests and tools. */
import { computedStyle } from '../css/computed-style.js';
import { createHost } from '../document-host.js';
import type { PlainDocument } from '../document.js';
import { setListenerHost } from '../events/event-target.js';
import { readHtml } from '../parsing/dom-parser.js';
import { isElement, isTreeNode, knownOwner, setCurrentOwner } from '../tree/tree-node.js';
import type { MediaQueryList } from '../css/media-query-list.js';
import type { History, Location } from '../window/location.js';
import { Window, type WindowClasses } from '../window/window.js';
import { HTML_TYPE, PlainOwner } from './plain-owner.js';

export interface WindowOptions {
  /** The document's address; `about:blank` where it is left out. */
  readonly url?: string | undefined;
  /** Receives what a listener throws; left out, it is thrown again when the dispatch is over. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A window whose document is known; members that are not named here have no type. */
export type PlainWindow = Window &
  WindowClasses & {
    readonly document: PlainDocument;
    readonly location: Location;
    readonly history: History;
    matchMedia(query: string): MediaQueryList;
  };

const FRAME_MS = 16;

/**
 * Parses a page as a browser does, and makes a window for it. Scripts in it do not run, and nothing of it is shown:
 * there are no boxes.
 */
export function createWindow(
  html = '',
  { url = 'about:blank', onError = throwLater }: WindowOptions = {},
): PlainWindow {
  const address = new URL(url).href;
  const host = createHost();
  host.provide({ reportError: (error) => onError(error) });
  const owner = new PlainOwner(HTML_TYPE, host, address);
  // Nodes that scripts construct belong to the app, where there is one.
  if (knownOwner() === undefined) {
    setCurrentOwner(owner);
    setListenerHost(host);
  }
  const document = readHtml(String(html), owner);
  const view = new Window(document, {
    getComputedStyle: (element: unknown) => {
      if (!isTreeNode(element) || !isElement(element)) {
        throw new TypeError('expected an element');
      }
      return computedStyle(element);
    },
    requestAnimationFrame: (callback: (time: number) => void) =>
      setTimeout(() => callback(performance.now()), FRAME_MS),
    cancelAnimationFrame: (timer: NodeJS.Timeout) => clearTimeout(timer),
  });
  owner.view = view;
  return view as PlainWindow;
}

/** The dispatch goes on. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
