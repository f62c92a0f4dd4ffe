/** `tui chart` in a real terminal: below the prompt, with keys, sizes, and data that goes on. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const terminal = new Tmux();
const screen = (): string => terminal.screen();
const until: Tmux['until'] = (...args) => terminal.until(...args);
const file = join(terminal.folder, 'load.csv');
const rows = (from: number, to: number, value: (at: number) => number): string =>
  Array.from({ length: to - from }, (_, at) => `${from + at},${value(from + at)}\n`).join('');
const start = (call: string): void =>
  terminal.keys(`clear; echo before; ${call}; echo "ended $?"`, 'Enter');
const chart = (args: string): string => `node ${commandFile()} chart ${args}`;

describeInTmux('tui chart in tmux', () => {
  beforeAll(async () => {
    await terminal.start(80, 24);
    writeFileSync(file, `t,load\n${rows(0, 40, (at) => at % 10)}`);
  });
  afterAll(() => terminal.stop());

  it('is below the prompt, with what is drawn and its keys', async () => {
    start(chart(file));
    await until('the chart', () => /line of "load" over "t" .*q quit/.test(screen()));
    expect(screen().split('\n')[0]).toMatch(/^before/);
    expect(terminal.modes()).toMatch(/^0 /);
  });

  it('has a cross-hair, whose values are written below', async () => {
    terminal.keys('Left');
    await until('the values', () => /^\d+, load \d+ /m.test(screen()));
    const before = /^(\d+), load/m.exec(screen())?.[1];
    terminal.keys('Left');
    await until('the values before', () => {
      const [, at] = /^(\d+), load/m.exec(screen()) ?? [];
      return at !== undefined && at !== before;
    });
  });

  it('zooms, and shows everything again', async () => {
    const axis = (): string =>
      screen()
        .split('\n')
        .findLast((row) => /^ +0 .*\d/.test(row)) ?? '';
    await until('the axis', () => axis() !== '');
    const whole = axis();
    terminal.keys('+', '+');
    await until('a part', () => !screen().includes(whole));
    terminal.keys('0');
    await until('everything', () => screen().includes(whole));
  });

  it('follows the size of the terminal', async () => {
    terminal.run('resize-window', '-x', '50', '-y', '12');
    await until('a smaller chart', () => {
      const shown = screen().split('\n');
      return shown.some((row) => row.includes('q quit')) && shown.every((row) => row.length <= 50);
    });
    terminal.run('resize-window', '-x', '80', '-y', '24');
    await until('the chart', () =>
      screen()
        .split('\n')
        .some((row) => row.length > 70),
    );
  });

  it('stays when it is left, without its keys', async () => {
    terminal.keys('q');
    await until('the end', () => screen().includes('ended 0'));
    expect(screen()).not.toContain('q quit');
    expect(screen()).toMatch(/┤.*\n/);
    expect(terminal.modes()).toBe('0 1 0');
  });

  it('draws what is added to a file, also to one that replaces it', async () => {
    start(chart(`--follow --last 30 ${file}`));
    await until('the chart', () => /line of "load".*q quit/.test(screen()));
    appendFileSync(
      file,
      rows(40, 45, () => 80),
    );
    await until('larger values', () => /^ *80 ┤/m.test(screen()));
    renameSync(file, `${file}.1`);
    writeFileSync(file, `t,load\n${rows(45, 75, () => -500)}`);
    await until('values of another file', () => /^ *-[45]\d\d(\.\d)? ┤/m.test(screen()));
    expect(screen()).not.toMatch(/^ *80 ┤/m);
    // A pipe that gets its name is as if it were absent.
    rmSync(file);
    execFileSync('mkfifo', [file]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const next = join(terminal.folder, 'next');
    writeFileSync(next, `t,load\n${rows(75, 105, () => 700)}`);
    renameSync(next, file);
    await until('values of a third file', () => /^ *[67]\d\d(\.\d)? ┤/m.test(screen()));
    terminal.keys('Escape');
    await until('the end', () => screen().includes('ended 0'));
  });

  it('draws a pipe that goes on, and waits for it', async () => {
    const pipe = join(terminal.folder, 'go');
    terminal.run(
      'send-keys',
      `clear; mkfifo ${pipe}; (cat ${pipe}; cat ${pipe}) | ${chart('--follow')}; echo "ended $?"`,
      'Enter',
    );
    await until('that it waits', () => screen().includes('Waiting for data'));
    writeFileSync(pipe, `t,v\n${rows(0, 20, (at) => at)}`);
    await until('the chart', () => /line of "v".*q quit/.test(screen()));
    writeFileSync(
      pipe,
      rows(20, 21, () => 900),
    );
    await until('a larger value', () => /^ *[89]00 ┤/m.test(screen()));
    terminal.keys('q');
    await until('the end', () => screen().includes('ended 0'));
  });

  it('draws a pipe that it opens by name, and ends while nothing comes', async () => {
    const pipe = join(terminal.folder, 'named');
    execFileSync('mkfifo', [pipe]);
    start(chart(`--follow ${pipe}`));
    const writer = await open(pipe, 'w');
    try {
      await writer.write(`t,v\n${rows(0, 20, (at) => at)}`);
      await until('the chart', () => /line of "v".*q quit/.test(screen()));
      terminal.keys('q');
      await until('the end', () => screen().includes('ended 0'));
    } finally {
      await writer.close();
    }
  });

  it('reports wrong data below the prompt', async () => {
    start(`printf 'a,b\\n1,2\\n3\\n' | ${chart('')}`);
    await until('the error', () => screen().includes('<stdin>:3:1 error ragged-row'));
    await until('the end', () => screen().includes('ended 1'));
    expect(terminal.modes()).toBe('0 1 0');
  });

  it('prints text on request, and states what it chose', async () => {
    start(`${chart(`--print --height 6 ${file}.1`)} | cat`);
    await until('the end', () => screen().includes('ended 0'));
    expect(screen()).toContain('line of "load" over "t": choose others with --type, --x and --y');
  });
});
