/** The matchers that `tui-runtime/testing` adds to jest's `expect`. */
// Brings the module that is added to into the program.
import type {} from '@jest/globals';

declare module 'expect' {
  // The parameters have to be named as jest names them.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** Compares the screen with `NAME.screen`; see the folder option of `configureScreens`. */
    toMatchScreen(name: string): R;
  }
}
