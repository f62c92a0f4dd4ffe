/** Menus in the mirror: by keys and clicks of a client, and by the tree that assistive technology reads. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Client } from '../../cli/client.js';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { MENUS } from '../support/shared-apps.js';

let served: Served;
let client: Client;
beforeAll(async () => {
  served = await serve(`${await folderOf({ 'app.tui': MENUS })}/app.tui`);
  client = await served.client({ tree: true });
});
afterAll(() => served.stop());

/** The first cell of a text. */
function cellOf(text: string): [x: number, y: number] {
  const rows = client.text.split('\n');
  const y = rows.findIndex((row) => row.includes(text));
  return [rows[y]!.indexOf(text), y];
}

it('open by keys and run commands', async () => {
  await client.until('READY');
  client.press('Tab');
  client.press('Enter');
  await client.until('│ New');
  client.press('Enter');
  await client.until('made');
  expect(client.text).not.toContain('│');
});

it('open at the pointer', async () => {
  client.click(...cellOf('two'), 2);
  await client.until('│ Cut');
  client.click(...cellOf('Cut'));
  await client.until('cut two');
});

it('are items of the tree, which opens submenus and clicks', async () => {
  const press = async (role: string, name: string): Promise<void> =>
    client.act(await client.find(role, name), { type: 'press' });
  await press('button', 'File');
  await press('menuitem', 'More');
  await press('menuitem', 'Quit');
  expect(await served.ended).toBe(7);
});
