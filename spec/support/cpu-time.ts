/**
 * Milliseconds of CPU time that this process has used: a clock for bounds on what work costs, which a
 * machine that is busy with other things does not make slower.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
