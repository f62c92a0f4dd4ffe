/** `examples/install.tui` and `examples/pick.tui` in use: a wizard with a step that depends on an answer, and a picker. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Form } from '../../elements/form/form.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

type App = Awaited<ReturnType<typeof mount>>;

const install = (): Promise<App> =>
  mount({ file: 'examples/install.tui' }, { width: 70, height: 16 });
const heading = (app: App): string => app.text().split('\n')[1]!.trim();
const form = (app: App): Form => app.document.getElementById('form') as Form;

describe('install.tui', () => {
  it('is filled in by keys, with a step for the server', async () => {
    const app = await install();
    expect(heading(app)).toBe('Where to install  1 of 4');
    await app.press('Enter');
    expect(heading(app)).toBe('What to install  2 of 4');
    await app.press('Tab', 'Space');
    expect(heading(app)).toBe('What to install  2 of 5');
    await app.press('Ctrl+PageDown');
    expect(heading(app)).toBe('Server  3 of 5');
    await app.press('Tab', 'Ctrl+U');
    await app.type('80');
    await app.press('Enter');
    expect(app.text()).toContain('The value must be 1024 or more.');
    await app.type('80');
    await app.press('Enter', 'Tab');
    await app.type('correct horse');
    await app.press('Enter');
    expect(app.text()).toContain('The passwords differ.');
    await app.type('correct horse');
    await app.press('Enter');
    expect(app).toMatchScreen('install summary');
    await app.press('Enter');
    await app.advance(600);
    expect(app.text()).toContain('Installed 3 parts.');
    expect(form(app).getData()).toEqual({
      folder: '~/orbit',
      channel: 'stable',
      parts: ['cli', 'server', 'docs'],
      host: 'localhost',
      port: 8080,
      start: true,
      user: 'admin',
      password: 'correct horse',
    });
  });

  it('leaves out what is not installed', async () => {
    const app = await install();
    expect(() => form(app).fill({ port: 9000 })).toThrow('the control "port" is disabled');
    form(app).fill({ parts: ['server'] });
    form(app).fill({ port: 9000 });
    expect(form(app).getData()).toMatchObject({ parts: ['server'], port: 9000 });
    form(app).fill({ parts: [] });
    expect(form(app).getData()).not.toHaveProperty('port');
  });
});

describe('pick.tui', () => {
  const LINES = ['README.md', 'src/main.ts', 'src/pick.ts', 'spec/pick.spec.ts'].join('\n');
  const pick = async (stdin = LINES): Promise<App> => {
    const app = await mount({ file: 'examples/pick.tui' }, { width: 50, height: 8, stdin });
    await app.waitFor(() => expect(app.text()).toContain(' of '));
    await app.advance(100);
    return app;
  };

  it('finds the best match first, and picks it', async () => {
    const app = await pick();
    expect(app.text()).toContain('4 of 4');
    await app.type('pick');
    expect(app).toMatchScreen('pick');
    await app.press('Down', 'Up', 'Enter');
    expect([app.exitCode, app.result]).toEqual([0, 'src/pick.ts']);
  });

  it('picks several that are marked, in the order of their marks', async () => {
    const app = await pick();
    await app.press('Tab', 'Down', 'Tab');
    expect(app.text()).toContain('2 marked, 4 of 4');
    await app.press('Enter');
    expect(app.result).toBe('README.md\nsrc/pick.ts');
  });

  it('picks by the mouse, and nothing where nothing matches', async () => {
    const app = await pick();
    await app.type('zzz');
    await app.press('Enter');
    expect(app.exitCode).toBeUndefined();
    await app.press('Ctrl+U');
    await app.click('#rows text:nth-child(2)');
    expect(app.result).toBe('src/main.ts');
  });

  it('is cancelled by Escape', async () => {
    const app = await pick();
    await app.press('Escape');
    expect([app.exitCode, app.result]).toEqual([130, undefined]);
  });
});
