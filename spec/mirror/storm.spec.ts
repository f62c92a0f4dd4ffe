/**
 * Sizes, actions, keys and clicks from several clients at once, in any order: the app goes on, and in the end all clients
 * show the same.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AccessibleAction, Client } from '../../cli/client.js';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { propertyRuns } from '../support/property-runs.js';

const APP = `<tui><text id="size"/><text id="end">-</text>
  <label for="i">Name</label><input id="i"/><button onClick="$app.press()">Go</button><checkbox label="Check"/><text id="n">0</text>
  <script>
    let count = 0;
    const press = () => { $tui.getElementById('n').textContent = 'pressed ' + (++count); };
    export default { press };
  </script>
  <script ready>
    const show = () => { $tui.getElementById('size').textContent = innerWidth + ' by ' + innerHeight; };
    addEventListener('resize', show);
    let marks = 0;
    addEventListener('keydown', (event) => { if (event.key === 'F9') $tui.getElementById('end').textContent = 'marks ' + (++marks) + '.'; });
    show();
  </script></tui>`;
const CLIENTS = 3;

type Step = (client: Client) => void;

const cell = fc.integer({ min: 0, max: 999 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 60 })).map(
    ([width, height]): Step =>
      (client) =>
        client.resize(width, height),
  ),
  fc
    .tuple(fc.nat(30), fc.constantFrom('press', 'focus', 'set', 'select', 'key'), fc.string())
    .map(([at, type, value]): Step => (client) => {
      const items = client.tree.filter(({ ref }) => ref !== undefined);
      const ref = items[at % Math.max(1, items.length)]?.ref ?? '1';
      const extra = { set: { value }, select: { value: true }, key: { key: 'ArrowDown' } };
      const action = { type, ...extra[type as keyof typeof extra] } as AccessibleAction;
      client.send({ type: 'act', ref, action });
    }),
  fc.constantFrom('Tab', 'Enter', ' ', 'a', 'Backspace').map((key): Step => (client) => {
    client.press(key);
  }),
  fc.tuple(cell, cell).map(
    ([x, y]): Step =>
      (client) =>
        client.click(x, y),
  ),
);

let served: Served;
beforeAll(async () => {
  const folder = await folderOf({ 'app.tui': APP });
  served = await serve(`${folder}/app.tui`);
});
afterAll(() => served.stop());

const cells = (client: Client): unknown =>
  Array.from({ length: client.height }, (_, y) => client.runs(y));

it('leaves all clients with the same screen and tree, and the app without an error', async () => {
  let marks = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(CLIENTS - 1), step), { minLength: 100, maxLength: 300 }),
      async (storm) => {
        const clients = await Promise.all(
          Array.from({ length: CLIENTS }, () => served.client({ tree: true })),
        );
        await Promise.all(clients.map((each) => each.find('button', 'Go')));
        for (const [at, act] of storm) {
          act(clients[at]!);
          // Others act while answers to this one are on their way.
          if (at === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        // What a client has sent is read in its order: with its mark, all of it was.
        for (const each of clients) {
          each.resize(80, 24);
          each.press('F9');
        }
        marks += CLIENTS;
        await Promise.all(clients.map((each) => each.until(`marks ${marks}.`)));
        const [width, height] = [70 + (marks % 9), 20];
        clients[0]!.resize(width, height);
        await Promise.all(clients.map((each) => each.until(`${width} by ${height}`)));
        // A later client gets all of the screen at once: no change has got lost on the way to the others.
        const late = await served.client({ tree: true });
        await late.until(`${width} by ${height}`);
        await late.find('button', 'Go');
        for (const each of clients) {
          await each.until((other) => JSON.stringify(cells(other)) === JSON.stringify(cells(late)));
          await each.until((other) => JSON.stringify(other.tree) === JSON.stringify(late.tree));
        }
        for (const each of [...clients, late]) each.close();
      },
    ),
    { numRuns: propertyRuns(2), endOnFailure: true },
  );
  expect(served.stderr()).not.toMatch(/error|warning/);
  expect(served.child.exitCode).toBeNull();
});
