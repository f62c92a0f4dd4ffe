/** The example of docs/mirror.md, run as it is written. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile, folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';

const APP = `<tui><label for="n">Name</label><input id="n" autofocus
  onSubmit="$tui.getElementById('out').textContent = 'Hello, ' + event.target.value"/><text id="out"/>
  <button onClick="$tui.exit()">Quit</button></tui>`;

let served: Served;
beforeAll(async () => {
  const folder = await folderOf({ 'app.tui': APP });
  served = await serve(join(folder, 'app.tui'));
});
afterAll(() => served.stop());

it('the example of a client', async () => {
  const text = readFileSync('docs/mirror.md', 'utf8');
  const [, code = ''] = /```js\n(.*?)```/s.exec(text) ?? [];
  const library = join(commandFile(), '../client.js');
  const folder = await folderOf({
    'client.mjs': code.replace("'tui-runtime/client'", JSON.stringify(library)),
  });
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(folder, 'client.mjs'),
    served.drive,
  ]);
  expect(stdout).toContain('Hello, Ada');
  expect(await served.ended).toBe(0);
});
