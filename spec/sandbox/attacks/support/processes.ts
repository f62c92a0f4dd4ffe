/** Processes of this machine, as Linux shows them. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Those whose command line or working folder names the folder: bubblewrap, the runner, its programs. */
export function processesOf(folder: string): string[] {
  const found: string[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const at = readlinkSync(`/proc/${pid}/cwd`);
      if (`${line} ${at}`.includes(folder)) found.push(`${pid} ${line}`);
    } catch {
      // It has just ended.
    }
  }
  return found;
}

/** Ends them all. */
export function killIn(folder: string): void {
  for (const line of processesOf(folder)) {
    try {
      process.kill(Number.parseInt(line, 10), 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}
