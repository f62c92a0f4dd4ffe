/** `client.synced()`: what was sent before has been taken, and is on the screen and in the tree. */
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';

let served: Served | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

const APP = `<tui><label for="name">Name</label><input id="name" autofocus/><button id="add" onClick="add">Add</button>
  <text id="out">0 0</text><script>
  let [count, keys] = [0, 0];
  const show = () => { $tui.getElementById('out').textContent = count + ' ' + keys; };
  export async function add() {
    // It goes on in another turn.
    await Promise.resolve();
    count++;
    show();
  }
  export const hang = () => { for (;;); };
  addEventListener('keydown', ({ key, ctrlKey }) => {
    if (ctrlKey && key === 'k') keys++, show();
    if (ctrlKey && key === 'l') hang();
    if (ctrlKey && key === 'e') $tui.exit(4);
  });
</script></tui>`;

async function start(): Promise<Served> {
  const folder = await folderOf({ 'app.tui': APP });
  served = await serve(join(folder, 'app.tui'), { flags: ['--trust', '--allow-unenforced'] });
  return served;
}

it('resolves when keys, texts and actions show', async () => {
  const { client: connect } = await start();
  const client = await connect({ tree: true });
  const button = await client.find('button', 'Add');
  await client.synced();
  const found: unknown[] = [];
  const expected: unknown[] = [];
  for (let count = 1; count <= 20; count++) {
    const field = await client.find('textbox', 'Name');
    client.act(field, { type: 'set', value: 'x'.repeat(count) });
    client.act(button, { type: 'press' });
    client.press('k', { ctrl: true });
    await client.synced();
    const { value } = await client.find('textbox', 'Name');
    found.push([value, client.text.split('\n').at(-1)?.trim()]);
    expected.push(['x'.repeat(count), `${count} ${count}`]);
  }
  expect(found).toEqual(expected);
});

it('of several at once, all resolve', async () => {
  const { client: connect } = await start();
  const client = await connect({ tree: true });
  const button = await client.find('button', 'Add');
  const all = Array.from({ length: 5 }, () => {
    client.act(button, { type: 'press' });
    return client.synced();
  });
  await Promise.all(all);
  expect(client.text).toContain('5 0');
  // Without a tree there is the screen to wait for.
  const other = await connect();
  client.act(button, { type: 'press' });
  await Promise.all([client.synced(), other.synced()]);
  expect(client.text).toContain('6 0');
});

it('rejects for an app that does not answer, or ends, and for a token that only watches', async () => {
  const { client: connect, view } = await start();
  const watching = await connect({ token: new URL(view).hash.slice(1) });
  await expect(watching.synced()).rejects.toThrow('this token only watches');
  const client = await connect();
  client.press('l', { ctrl: true });
  await expect(client.synced(300)).rejects.toThrow('the app has not answered for 300 ms');
  await served?.stop();
  const { client: connectAgain } = await start();
  const last = await connectAgain();
  await last.synced();
  last.press('e', { ctrl: true });
  await expect(last.synced()).rejects.toThrow('the app has ended');
  expect(last.exitCode).toBe(4);
});
