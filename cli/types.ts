/**
 * Every declaration of the package: `tui`, `tui-runtime/testing`, `tui-runtime/dom` and `tui-runtime/client` re-export parts of it, so
 * that their types are identical.
 */
export * from './library.js';
export * from './testing.js';
export * from './dom.js';
export * from './client.js';
