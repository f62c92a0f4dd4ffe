/** What the process's exit code says. Death by signal n is 128 + n, as shells have it. */
export const EXIT = {
  done: 0,
  /** The app failed: a script threw, a promise was rejected, an error while it ran. */
  failed: 1,
  /** Wrong usage, markup or configuration: nothing was run. */
  usage: 2,
  /** The policy or the user does not permit it. */
  denied: 3,
} as const;
