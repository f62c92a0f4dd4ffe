/** Waiting for what a screen shows, and finding elements by it. */
import { describe, expect, it, jest } from '@jest/globals';
import { mount } from '../../cli/testing.js';

describe('waitFor', () => {
  it('waits for real work and for timers of the app', async () => {
    const real = await mount(
      `<text id="t">loading</text><script>
         import { readdir } from 'node:fs/promises';
         (async () => {
           for (let turn = 0; turn < 50; turn++) await readdir('.');
           $tui.getElementById('t').textContent = 'loaded';
           $tui.render();
         })();
       </script>`,
      { permissions: 'all' },
    );
    expect(
      await real.waitFor(() => {
        expect(real.text()).toBe('loaded');
        return real.text();
      }),
    ).toBe('loaded');
    const timer = await mount(
      `<text id="t">0</text><script>
         let n = 0; setInterval(() => { $tui.getElementById('t').textContent = String(++n); }, 100);
       </script>`,
    );
    await timer.waitFor(() => expect(timer.text()).toBe('5'));
    expect(timer.clock.now() - Date.UTC(2000, 0, 1)).toBe(500);
  });

  it("needs no timers of the test's own", async () => {
    jest.useFakeTimers();
    try {
      const app = await mount(
        `<text id="t">x</text><script>setTimeout(() => { $tui.getElementById('t').textContent = 'done'; }, 40)</script>`,
      );
      await app.findByText('done');
    } finally {
      jest.useRealTimers();
    }
  });

  it('fails with the last error and the screen', async () => {
    const app = await mount('<text>what it shows</text>');
    const failed = app.waitFor(() => Promise.reject(new Error('not yet')), { timeout: 40 });
    await expect(failed).rejects.toThrow(/^not yet\n\nThe screen after 40 ms:\nwhat it shows$/);
  });

  it('ends at once where the app fails', async () => {
    const app = await mount(
      '<text>x</text><script>setTimeout(() => { throw new Error("broken"); }, 30)</script>',
    );
    let calls = 0;
    const waits = app.waitFor(() => {
      calls++;
      throw new Error('not yet');
    });
    await expect(waits).rejects.toThrow('broken');
    expect(calls).toBeLessThan(5);
  });
});

describe('ByText', () => {
  const MARKUP = `<text id="a">Saved
      3 files</text><button id="b">Save</button><text id="c" hidden="true">Save all</text>
    <table id="t" columns='["name"]' rows='[["日本 alpha"],["beta"]]'/><input id="i" value="typed"/>
    <text id="d">twice</text><text id="e">twice</text>`;

  it('finds the element whose text it is, or the one that paints it', async () => {
    const app = await mount(MARKUP);
    const found = ['Saved 3 files', 'Save', /3 FILES/i, 'alpha', 'beta', 'typed', /^Save$/].map(
      (text) => app.getByText(text).id,
    );
    expect(found).toEqual(['a', 'b', 'a', 't', 't', 'i', 'b']);
    expect([app.queryByText('Save all'), app.queryByText(/nothing/)]).toEqual([null, null]);
    expect(() => app.getByText('gone')).toThrow('no element shows the text "gone"');
    expect(() => app.queryByText('twice')).toThrow(
      '2 elements show the text "twice":\n  <text id="d">\n  <text id="e">',
    );
  });

  it('finds notifications, which a click closes', async () => {
    const app = await mount('<text>x</text><text id="t">Kept</text>', { width: 60, height: 20 });
    setTimeout(() => app.$tui.notify('Saved  3\nrows'), 20);
    const saved = await app.findByText(/^Saved/);
    expect(saved).toBe(app.getByText('Saved 3 rows'));
    expect([saved.textContent, saved.getAttribute('role')]).toEqual(['Saved  3\nrows', 'status']);
    expect(app.document.querySelector('#notification')).toBeNull();
    app.$tui.notify('Kept', { kind: 'error' });
    await app.settle();
    expect(() => app.getByText('Kept')).toThrow('<text id="t">\n  <text id="notification">');
    await app.click(saved);
    expect([app.queryByText(/Saved/), app.notifications]).toEqual([null, ['Kept']]);
  });

  it('waits for one', async () => {
    const app = await mount(
      `<text id="t">x</text><script>setTimeout(() => { $tui.getElementById('t').textContent = 'done'; }, 300)</script>`,
    );
    expect((await app.findByText('done')).id).toBe('t');
    await expect(app.findByText('never', { timeout: 40 })).rejects.toThrow(
      /no element shows the text "never"\n\nThe screen after 40 ms:\ndone/,
    );
  });
});
