/** CPU time of this process, and of the programs that it started and that have ended. */
import { readFileSync } from 'node:fs';

/** Linux counts both in these: `USER_HZ` of its interface to programs. */
const TICKS_A_SECOND = 100;

/** @returns {{ own: number, children: number }} in seconds; `children` is 0 where the system does not say */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: ofChildren() };
}

function ofChildren() {
  let text;
  try {
    text = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return 0;
  }
  // The name before the last parenthesis may contain blanks; `cutime` and `cstime` are fields 16 and 17.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}
