/**
 * Short documents without code are laid out in the launcher: none of their attributes may take long, or gigabytes.
 * @ci
 */
import { describe, expect, it } from '@jest/globals';
import { format } from 'd3-format';
import { mayHaveCode, mayTakeLong } from '../../../cli/sandbox/launch/has-code.js';
import { folderOf, tui } from '../../support/cli.js';

const chart = (numberFormat: string): string =>
  `<data-bars series='[{"name":"a"}]' bars='[[1]]' labels='["x"]' number-format='${numberFormat}'/>`;

describe('without a limit', () => {
  it('a number is as long as its format says', () => {
    expect(format('99999f')(1)).toHaveLength(99_999);
  });
});

describe('in the launcher', () => {
  it.each(['99999999f', '*^999999999999.2f', '33s'])(
    'the format %s is not used',
    async (numberFormat) => {
      const text = chart(numberFormat);
      expect([mayHaveCode(text), mayTakeLong(text)]).toEqual([false, false]);
      const cwd = await folderOf({ 'app.tui': text });
      const { stderr } = await tui(['snapshot', 'app.tui'], { cwd });
      expect(stderr).toContain('with a width of at most 32');
    },
  );
});
