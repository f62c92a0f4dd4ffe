/** Waiting for a state. */

/**
 * Milliseconds after which a wait fails. It is the same for all waits, and long: what a wait is for comes late on a slow
 * machine, and a wait that ends when it has come takes no longer for that.
 */
export const PATIENCE = 60_000;

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves to the first value of `look` that is not `false`, `null` or `undefined`. */
export async function until<T>(
  look: () => T | false | null | undefined | Promise<T | false | null | undefined>,
  { what = () => String(look), pause = 10 }: { what?: () => string; pause?: number } = {},
): Promise<T> {
  for (const end = Date.now() + PATIENCE; ; await sleep(pause)) {
    // In this order: a machine that stops between the two has looked once more after the end.
    const isOver = Date.now() > end;
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (isOver) throw new Error(`waited ${PATIENCE} ms for ${what()}`);
  }
}

/** Calls until it neither throws nor rejects, and resolves to what it returned. Throws what was thrown last. */
export async function untilPasses<T>(check: () => T | Promise<T>, pause = 50): Promise<T> {
  for (const end = Date.now() + PATIENCE; ; await sleep(pause)) {
    const isOver = Date.now() > end;
    try {
      return await check();
    } catch (error) {
      if (isOver) throw error;
    }
  }
}
