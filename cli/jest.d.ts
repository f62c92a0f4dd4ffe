/** The matchers that `tui-runtime/testing` adds to jest's `expect`. */
// Brings the module that is added to into the program.
import type {} from '@jest/globals';

declare module 'expect' {
  // The parameters have to be named as jest names them.
  // oxlint-disable-next-line typescript/no-unused-vars
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** Compares the screen with `NAME.screen`; see the folder option of `configureScreens`. */
    toMatchScreen(name: string): R;
  }
}
