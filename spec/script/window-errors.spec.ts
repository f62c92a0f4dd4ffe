/** Errors that no script catches: `error` at the window, and `reportError`. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

const BUTTON = '<button id="b">press</button>';

describe('an error that no script catches', () => {
  it('is fired at the window with its values, and then reported', async () => {
    const app = await mount(
      `${BUTTON}<script>
        export const seen = [];
        window.addEventListener('error', ({ type, message, error, isTrusted, target }) => {
          seen.push(type, message.includes('torn'), error.code, isTrusted, target === window);
        });
        document.querySelector('button').onclick = () => {
          throw Object.assign(new Error('torn'), { code: 7 });
        };
      </script>`,
      { errors: 'keep' },
    );
    await app.click('#b');
    expect(app.$tui.exports['seen']).toEqual(['error', true, 7, true, true]);
    expect(app.diagnostics).toHaveLength(1);
  });

  it.each([
    [
      'a listener prevents the event',
      "window.addEventListener('error', (e) => e.preventDefault())",
    ],
    ['onerror returns true', 'window.onerror = (message, file, line, column, e) => e.code === 7'],
  ])('is not reported where %s', async (_name, code) => {
    const app = await mount(
      `${BUTTON}<script>
        ${code};
        const fail = () => { throw Object.assign(new Error('torn'), { code: 7 }); };
        document.querySelector('button').onclick = fail;
        setTimeout(fail);
        reportError(Object.assign(new Error('torn'), { code: 7 }));
      </script>`,
      { errors: 'keep' },
    );
    await app.click('#b');
    await app.advance(10);
    expect(app.diagnostics).toEqual([]);
    expect(app.exitCode).toBeUndefined();
  });

  it('in a listener of error is reported and fires no other', async () => {
    const app = await mount(
      `<text>x</text><script>
        export let count = 0;
        window.onerror = () => { count++; throw new Error('again'); };
        reportError(new Error('first'));
      </script>`,
      { errors: 'keep' },
    );
    expect(app.$tui.exports['count']).toBe(1);
    expect(app.diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('again'),
      expect.stringContaining('first'),
    ]);
  });
});

it.each(['document', 'window', 'document.body'])('%s has handler properties', async (target) => {
  const app = await mount(
    `<text>x</text><script>
      export const seen = ['onclick' in ${target}, 'oninput' in ${target}, ${target}.onkeydown];
      ${target}.onkeydown = ({ key }) => seen.push(key);
    </script>`,
  );
  await app.press('a');
  expect(app.$tui.exports['seen']).toEqual([true, true, null, 'a']);
});
