/** Exit codes of the process. Death by signal n is 128 + n, as shells have it. */
export const EXIT = {
  done: 0,
  /** The app failed: a script threw, a promise was rejected, an error while it ran. */
  failed: 1,
  /** Wrong usage, markup or configuration: nothing was run. */
  usage: 2,
  /** The policy or the user does not permit it. */
  denied: 3,
} as const;

/** The same for help and the reference. */
export const EXIT_MEANINGS: readonly (readonly [code: string, meaning: string])[] = [
  [String(EXIT.done), 'done'],
  [String(EXIT.failed), 'the app failed, or a check found an error'],
  [String(EXIT.usage), 'wrong usage, markup or configuration'],
  [String(EXIT.denied), 'not permitted'],
  ['128+n', 'ended by signal n'],
];
