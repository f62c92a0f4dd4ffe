/** Every declaration of the package: `tui`, `tui/testing`, `tui/dom` and `tui/client` are choices of it, so that their types are the same. */
export * from './library.js';
export * from './testing.js';
export * from './dom.js';
export * from './client.js';
