/** `tui-runtime/testing`: apps in tests. */
import { describe, expect, it } from '@jest/globals';
import {
  compareScreens,
  formatScreen,
  mount,
  parseScreen,
  type FetchStub,
  type MountedApp,
  type Screen,
  type ScreenCell,
  type ScreenFile,
} from 'tui-runtime/testing';

const FORM = `<tui>
  <input id="name" aria-label="Name"/>
  <button onClick="$app.greet()">Greet</button>
  <text id="out"/>
  <script>
    export const greet = () => {
      $tui.getElementById('out').textContent = 'Hello ' + $tui.getElementById('name').value;
    };
  </script>
</tui>`;

const open = (): Promise<MountedApp> => mount(FORM, { width: 24, height: 4 });

describe('mount', () => {
  it('is used as by a person', async () => {
    const app = await open();
    await app.press('Tab');
    await app.type('Ada');
    await app.click(app.getByText('Greet'));
    const text: string = app.text();
    expect(text).toContain('Hello Ada');
    expect(app).toMatchScreen('greeting');
  });

  it('has a clock that the test moves', async () => {
    const app = await mount(
      '<text id="t">0</text><script>setInterval(() => { $tui.getElementById("t").textContent++; }, 1000);</script>',
    );
    await app.advance(3000);
    expect(app.text().trim()).toBe('3');
  });

  it('has pictures as data', async () => {
    const app = await open();
    const screen: Screen = app.screen();
    const file: ScreenFile = parseScreen(formatScreen(screen));
    expect(compareScreens(file, screen)).toBeUndefined();
    const { char, attributes }: ScreenCell = screen.cell(0, 0);
    expect([char.length, attributes.includes('blink')]).toEqual([1, false]);
    const svg: string = screen.toSvg();
    expect(svg).toMatch(/^<svg /);
  });

  it('has stubs for what an app reaches', async () => {
    const stub: FetchStub = () => Response.json({ name: 'Ada' });
    const app = await mount(
      `<policy>{ "permissions": { "net": ["example.com"] } }</policy><text id="t"/><script>
        const { name } = await (await fetch('https://example.com/user')).json();
        $tui.getElementById('t').textContent = name;
      </script>`,
      { fetch: stub },
    );
    expect(app.text().trim()).toBe('Ada');
  });
});

/** Compiled, never called. */
export function wrong(app: MountedApp): void {
  // @ts-expect-error: keys are names.
  void app.press(13);
  // @ts-expect-error: milliseconds are a number.
  void app.advance('1s');
  // @ts-expect-error: a golden has a name.
  expect(app).toMatchScreen();
  // @ts-expect-error: a cell is at two numbers.
  app.screen().cell('a1');
  // @ts-expect-error: a stub answers with a Response.
  void mount('<text>x</text>', { fetch: () => 5 });
  // @ts-expect-error: the option is width.
  void mount('<text>x</text>', { columns: 20 });
}
