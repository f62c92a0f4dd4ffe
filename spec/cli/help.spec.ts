import { describe, expect, it } from '@jest/globals';
import { COMMANDS, type CommandSpec } from '../../cli/commands/table.js';
import { commandHelp, mainHelp } from '../../cli/command-line/help.js';

/** Calls and usage lines are kept whole, to be copied: only what explains them is wrapped. */
const explaining = (page: string): string[] =>
  page.split('\n').filter((line) => !/^ {2}(tui|source|--|-)|^tui/.test(line));

describe.each([40, 60, 80, 120])('help at %i columns', (width) => {
  const pages = [mainHelp, ...COMMANDS.filter(({ name }) => name !== 'config')].map((page) =>
    typeof page === 'function'
      ? page({ width, color: false })
      : commandHelp(page, { width, color: false }),
  );

  it('explains within the width', () => {
    for (const page of pages) {
      // A name that is longer than the line stays whole.
      const tooLong = (line: string): boolean => line.length > width && line.trim().includes(' ');
      expect(explaining(page).filter(tooLong)).toEqual([]);
    }
  });

  it('puts an example beside its explanation where there is room', () => {
    const beside = /tui snapshot app\.tui --width 60 --height 10 {2,}the frame as text/;
    expect(beside.test(pages[0] ?? '')).toBe(width >= 80);
  });
});

describe('the help of a command', () => {
  const command: CommandSpec = {
    name: 'demo',
    operands: 'FILE',
    count: [1, 1],
    summary: 'Words which fill each column as they do',
    options: {
      all: {
        type: 'boolean',
        alias: 'a',
        description: 'A text whose words end at the edge twice, and were seen here',
      },
      'of-a-long-name': { type: 'string', value: 'NAME', description: 'Below its name' },
    },
    examples: [['tui demo x', 'what it does']],
  };

  it.each([
    [
      40,
      `tui demo FILE
Words which fill each column as they do.

Options
  -a, --all
        A text whose words end at the
        edge twice, and were seen here
  --of-a-long-name NAME
        Below its name

Examples
  tui demo x  what it does
`,
    ],
    [
      80,
      `tui demo FILE
Words which fill each column as they do.

Options
  -a, --all              A text whose words end at the edge twice, and were seen
                         here
  --of-a-long-name NAME  Below its name

Examples
  tui demo x  what it does
`,
    ],
  ])('is wrapped to %i columns', (width, text) => {
    expect(commandHelp(command, { width, color: false })).toBe(text);
  });
});
