/**
 * Milliseconds of CPU time that this process has used: a clock for bounds on what work costs. Other work on the machine
 * makes it run faster too, by up to a factor of ten where cores share caches and memory: short bounds are `slowed`.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU time of `fixedWork` on the machine on which bounds were measured, idle. */
const REFERENCE = 10;

/** A bound in milliseconds for this machine as it is now: the bound for an idle one, or a multiple of it. */
export function slowed(bound: number): number {
  const start = cpuTime();
  fixedWork();
  return bound * Math.max(1, (cpuTime() - start) / REFERENCE);
}

/** What most code does: it makes objects and strings, and looks things up. */
function fixedWork(): number {
  const found = new Map<string, { readonly index: number; readonly words: readonly string[] }>();
  for (let index = 0; index < 20_000; index++) {
    const key = `key ${(index * 7919) % 10_007}`;
    found.set(key, { index, words: key.split(' ') });
  }
  let sum = 0;
  for (const { index, words } of found.values()) sum += index + words.length;
  return sum;
}
