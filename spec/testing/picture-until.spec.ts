/** A picture that is taken when the screen shows a text, and what is reported where it never does. */
import { expect, it } from '@jest/globals';
import { paint } from '../../cli/documents/painting.js';
import { Config } from '../../config/index.js';

it('says what the screen shows where a text does not come', async () => {
  const config = new Config({ env: {}, cwd: '/', home: '/nonexistent', withoutFile: true });
  const size = { width: 20, height: 3, theme: 'bw-std', argv: [], env: {} };
  const source = { file: 'a.tui', text: '<text>what is there</text>' };
  const steps = [{ type: 'until', text: 'never' }] as const;
  const painted = paint(source, { config, ...size, steps, limit: 50 });
  await expect(painted).rejects.toMatchObject({
    diagnostics: [
      {
        code: 'script-error',
        message: '--until: the screen has not shown "never" within 0.05 seconds',
        suggestion: 'it shows "what is there"',
      },
    ],
  });
});
