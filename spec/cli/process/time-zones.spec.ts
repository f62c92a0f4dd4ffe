/** Charts with a time axis, in the time zone of the user: the zone of a process is set once, when it starts. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderOf, tui } from '../../support/cli.js';

const times = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => new Date(Date.parse(from) + i * 3_600_000).toISOString());
const chart = (labels: readonly string[]): string =>
  `<data-bars series='[{"name":"s"}]' bars='${JSON.stringify(labels.map(() => [1]))}'
    labels='${JSON.stringify(labels)}' show-axis="false" style="entry-axis: time; gap: 0"/>`;

const UPRIGHT = 'orientation: vertical; height: 4; entry-axis';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'spring.tui': chart(times('2026-03-28T23:00:00Z', 5)),
    'autumn.tui': chart(times('2026-10-24T22:00:00Z', 6)),
    'midnight.tui': chart(times('2026-09-06T02:00:00Z', 4)),
    'half.tui': chart(times('2026-04-04T14:00:00Z', 3)),
    'days.tui': chart(times('2026-03-27T23:00:00Z', 96)).replace('entry-axis', UPRIGHT),
  });
});
afterAll(async () => await rm(cwd, { recursive: true }));

async function labelsOf(file: string, TZ: string): Promise<string[]> {
  const args = ['snapshot', file, '--width', '30', '--height', '8'];
  const { stdout } = await tui(args, { cwd, env: { TZ } });
  return stdout
    .split('\n')
    .filter((row) => row.includes('█'))
    .map((row) => row.replace(/ *█.*/, ''));
}

// On 29 March 2026 clocks in Berlin go from 2:00 to 3:00, on 25 October from 3:00 to 2:00.
it.each([
  ['spring.tui', 'Europe/Berlin', ['Mar 29', '01:00', '03:00', '04:00', '05:00']],
  ['autumn.tui', 'Europe/Berlin', ['Oct 25', '01:00', '02:00', '02:00', '03:00', '04:00']],
  // Where clocks skip midnight, a day begins at one.
  ['midnight.tui', 'America/Santiago', ['Sep 5 22:00', '23:00', 'Sep 6 01:00', '02:00']],
  // They go back by half an hour.
  ['half.tui', 'Australia/Lord_Howe', ['Apr 5 01:00', '01:30', '02:30']],
  ['spring.tui', 'America/New_York', ['Mar 28 19:00', '20:00', '21:00', '22:00', '23:00']],
  ['spring.tui', 'Asia/Kolkata', ['Mar 29 04:30', '05:30', '06:30', '07:30', '08:30']],
])('%s in %s', async (file, zone, labels) => {
  expect(await labelsOf(file, zone)).toEqual(labels);
});

it('the days of vertical bars begin where the clock does, in a day of 23 hours too', async () => {
  const args = ['snapshot', 'days.tui', '--width', '100', '--height', '4'];
  const { stdout } = await tui(args, { cwd, env: { TZ: 'Europe/Berlin' } });
  const row = stdout.trimEnd().split('\n').at(-1)!;
  const found = [...row.matchAll(/Mar \d+|12:00/g)].map(({ 0: text, index }) => {
    return `${text} at ${index + Math.floor(text.length / 2)}`;
  });
  // The 29th has 23 hours, 11 of them before noon.
  expect(found).toEqual([
    '12:00 at 12',
    'Mar 29 at 24',
    '12:00 at 35',
    'Mar 30 at 47',
    '12:00 at 59',
    'Mar 31 at 71',
    '12:00 at 83',
  ]);
});
