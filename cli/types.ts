/**
 * Every declaration of the package: `tui`, `tui/testing`, `tui/dom` and `tui/client` re-export parts of it, so
 * that their types are identical.
 */
export * from './library.js';
export * from './testing.js';
export * from './dom.js';
export * from './client.js';
