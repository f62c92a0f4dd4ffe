/**
 * Sizes, actions, keys and clicks from several clients and a page at once, in any order: the app goes on, and in the end
 * all of them show the same, which is what a snapshot of the app shows.
 * @ci
 */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AccessibleAction, Client } from '../../cli/client.js';
import { click, press, says, shownBy, shownOn, shows, textOn } from '../browser/mirror-support.js';
import { Chromium } from '../support/chromium.js';
import { folderOf, tui } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { propertyRuns } from '../support/property-runs.js';
import { untilPasses } from '../support/until.js';

const APP = `<tui><text id="size"/><text id="end">as at the start</text>
  <label for="i">Name</label><input id="i"/><button onClick="$app.press()">Go</button><checkbox id="c" label="Check"/>
  <text id="n">as at the start</text><text style="color: orange; font-weight: bold">表示 é ▞</text>
  <script>
    let count = 0;
    export const press = () => { $tui.getElementById('n').textContent = 'pressed ' + (++count); };
  </script>
  <script ready>
    const show = () => { $tui.getElementById('size').textContent = innerWidth + ' by ' + innerHeight; };
    addEventListener('resize', show);
    let marks = 0;
    addEventListener('keydown', (event) => { if (event.key === 'F9') $tui.getElementById('end').textContent = 'marks ' + (++marks) + '.'; });
    // As it was at the start, but for how often keys and buttons were pressed.
    addEventListener('keydown', (event) => {
      if (event.key !== 'F8') return;
      document.activeElement?.blur();
      $tui.getElementById('i').value = '';
      $tui.getElementById('c').checked = false;
      for (const id of ['n', 'end']) $tui.getElementById(id).textContent = 'as at the start';
    });
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

/** The same with the keyboard and the mouse of a page. */
type PageStep = (page: Chromium) => Promise<void>;

const pageStep: fc.Arbitrary<PageStep> = fc.oneof(
  fc.constantFrom('Tab', 'Enter', ' ', 'a', 'Backspace').map(
    (key): PageStep =>
      (page) =>
        press(page, key),
  ),
  fc.tuple(fc.nat(79), fc.nat(19)).map(
    ([x, y]): PageStep =>
      (page) =>
        click(page, x, y),
  ),
);

let served: Served;
let page: Chromium | undefined;
/** Shows snapshots. */
let snapshots: Chromium | undefined;
let app: string;
beforeAll(async () => {
  app = join(await folderOf({ 'app.tui': APP }), 'app.tui');
  served = await serve(app);
  page = new Chromium();
  await page.open('about:blank');
  await page.resize(1000, 600);
  await page.go(served.drive);
  await says(page, 'Connected');
  await shows(page, 'Go');
});
afterAll(async () => {
  await Promise.all([page?.close(), snapshots?.close()]);
  await served.stop();
});

const cells = (client: Client): unknown =>
  Array.from({ length: client.height }, (_, y) => client.runs(y));

/** The page comes to show what a client does, each run at its place. */
async function pageShows(browser: Chromium, client: Client): Promise<void> {
  await untilPasses(async () => {
    const { texts, off } = await shownOn(browser);
    expect(texts).toEqual(shownBy(client));
    expect(off).toBeLessThan(1);
  });
}

/** A snapshot of the app: its text, and its runs with their colours. */
async function snapshotOf(
  width: number,
  height: number,
): Promise<{ readonly text: string; readonly runs: string[][] }> {
  const flags = [app, `--width=${width}`, `--height=${height}`];
  const { stdout } = await tui(['snapshot', ...flags]);
  const file = join(await folderOf({}), 'page.html');
  await tui(['snapshot', ...flags, '--format=html', '-o', file]);
  if (snapshots === undefined) {
    snapshots = new Chromium();
    await snapshots.open(file);
  } else await snapshots.go(file);
  return { text: stdout.trimEnd(), runs: (await shownOn(snapshots)).texts };
}

/** How often the app was marked, since the app counts on when the spec is tried again. */
let marks = 0;

afterEach(() => served.closeClients());

it('leaves all clients with the same screen and tree, and the app without an error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          { arbitrary: fc.tuple(fc.nat(CLIENTS - 1), step), weight: CLIENTS },
          { arbitrary: pageStep, weight: 1 },
        ),
        { minLength: 100, maxLength: 300 },
      ),
      async (storm) => {
        const clients = await Promise.all(
          Array.from({ length: CLIENTS }, () => served.client({ tree: true })),
        );
        await Promise.all(clients.map((each) => each.find('button', 'Go')));
        const ofPage: Promise<void>[] = [];
        for (const act of storm) {
          if (Array.isArray(act)) act[1](clients[act[0]]!);
          else if (page !== undefined) ofPage.push(act(page));
          // Others act while answers to this one are on their way.
          if (Array.isArray(act) && act[0] === 0) await new Promise((done) => setImmediate(done));
        }
        await Promise.all(ofPage);
        // What a client has sent is read in its order: with its mark, all of it was.
        for (const each of clients) {
          each.resize(80, 24);
          each.press('F9');
        }
        if (page !== undefined) {
          // By an element of its own: a click may have left the screen.
          await page.evaluate(`document.getElementById('sink').focus()`);
          await press(page, 'F9');
          marks++;
        }
        marks += CLIENTS;
        await Promise.all(clients.map((each) => each.until(`marks ${marks}.`)));
        const [width, height] = [70 + (marks % 9), 20];
        // A click beside everything takes away what clicks of several at once have selected.
        clients[0]!.click(width - 1, height - 1);
        clients[0]!.press('F8');
        clients[0]!.resize(width, height);
        // Selected text was copied, and the notices of that go after some seconds.
        const isSettled = ({ text }: Client): boolean =>
          text.includes(`${width} by ${height}`) && !/marks|pressed|clipboard/.test(text);
        await Promise.all(clients.map((each) => each.until(isSettled)));
        // A later client gets all of the screen at once: no change has got lost on the way to the others.
        const late = await served.client({ tree: true });
        await late.until(isSettled);
        await late.find('button', 'Go');
        for (const each of clients) {
          await each.until((other) => JSON.stringify(cells(other)) === JSON.stringify(cells(late)));
          await each.until((other) => JSON.stringify(other.tree) === JSON.stringify(late.tree));
        }
        // And nothing has got lost on the way to all of them.
        const snapshot = await snapshotOf(width, height);
        expect(late.text).toBe(snapshot.text);
        if (page !== undefined) {
          await pageShows(page, late);
          expect(await textOn(page)).toBe(snapshot.text);
          expect((await shownOn(page)).texts).toEqual(snapshot.runs);
        }
        for (const each of clients) each.close();
        // The page and this one: the server has room for the clients of the next storm.
        await late.until(({ presence }) => presence.watching === (page === undefined ? 1 : 2));
        late.close();
      },
    ),
    { numRuns: propertyRuns(2), endOnFailure: true },
  );
  expect(served.stderr()).not.toMatch(/error|warning/);
  expect(served.child.exitCode).toBeNull();
  expect(page?.errors ?? []).toEqual([]);
});
