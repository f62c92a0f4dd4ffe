/** `<script src>`: a script in a file of its own behaves as one in the document. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { mount } from '../../cli/testing.js';

describe('a script in a file of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tui-src-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is awaited as one in the document is, and reported once', async () => {
    const file = join(folder, 'app.tui');
    writeFileSync(
      join(folder, 'main.ts'),
      `const text = $tui.getElementById('t');
       for (let turn = 0; turn < 30; turn++) await new Promise((done) => setImmediate(done));
       text.textContent = 'after';
       export const name = 'main';`,
    );
    writeFileSync(file, '<tui><text id="t">before</text><script src="main.ts"/></tui>');
    const app = await mount({ file });
    expect([app.text().trim(), app.$tui.exports['name']]).toEqual(['after', 'main']);
    writeFileSync(file, '<tui>\n<script src="gone.ts"/></tui>');
    const error = await mount({ file }).catch((reason: unknown) => String(reason));
    expect(String(error).match(/error script-import/g)).toHaveLength(1);
  });
});
