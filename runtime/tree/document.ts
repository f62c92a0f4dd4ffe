/** Documents: `createDocument` makes an empty one, `loadDocument` reads one from a text. */
export { createDocument } from './document-node.js';
export { loadDocument } from './load.js';
export type { MutationRecord, TuiDocument } from './element.js';
