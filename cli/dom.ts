/** `tui-runtime/dom`: a DOM without an app. */
export {
  createWindow,
  type PlainWindow,
  type WindowOptions,
} from '../runtime/dom/plain/create-window.js';
export type { PlainDocument, PlainElement } from '../runtime/dom/document.js';
