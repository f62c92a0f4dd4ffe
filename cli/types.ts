/** Every declaration of the package: `tui` and `tui/testing` are two choices of it, so that their types are the same. */
export * from './library.js';
export * from './testing.js';
