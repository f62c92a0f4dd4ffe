/** Every declaration of the package: `tui`, `tui/testing` and `tui/dom` are choices of it, so that their types are the same. */
export * from './library.js';
export * from './testing.js';
export * from './dom.js';
