/** Charts as people see them: every mode with every kind of data, in every depth, at many sizes. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import {
  kindsDocument,
  looksDocument,
  marksDocument,
  MODES,
  ORIENTATIONS,
  sizesDocument,
} from './gallery.js';

type Options = Parameters<typeof mount>[1];

/** Mounted on a screen that is as high as what it shows. */
async function mountFitting(document: string, options: Options): ReturnType<typeof mount> {
  const app = await mount(document, { ...options, height: 60 });
  await app.resize(app.width, app.text().split('\n').length);
  return app;
}

const THEMES = ['bw-dark', 'color16-dark', 'color-dark', 'fullcolor-dark', 'fullcolor-std'];

afterEach(unmountAll);

describe.each(ORIENTATIONS)('%s', (orientation) => {
  describe.each(MODES)('%s', (mode) => {
    it.each(THEMES)('every kind of data in %s', async (theme) => {
      const document = kindsDocument(orientation, mode);
      const app = await mountFitting(document, { width: 120, theme });
      expect(app).toMatchScreen(`${orientation} ${mode} ${theme}`);
    });

    it('at many widths', async () => {
      const widths = [0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 30, 40];
      const document = sizesDocument(orientation, mode, 'width', widths);
      const app = await mountFitting(document, { width: 100 });
      expect(app).toMatchScreen(`${orientation} ${mode} widths`);
    });

    it('at many heights', async () => {
      const document = sizesDocument(orientation, mode, 'height', [0, 1, 2, 3, 4, 5, 6, 8, 10, 12]);
      const app = await mountFitting(document, { width: 106 });
      expect(app).toMatchScreen(`${orientation} ${mode} heights`);
    });
  });
});

describe('looks', () => {
  const themes = [...THEMES, 'gray-dark', 'gray-std', 'color16-std', 'color-std'];
  it.each(themes)('that are asked for, in %s', async (theme) => {
    const app = await mountFitting(looksDocument(), { width: 122, theme });
    expect(app).toMatchScreen(`looks ${theme}`);
  });

  it('that are asked for, in ASCII and in little room', async () => {
    const plain = { theme: 'bw-dark', glyphs: 'ascii' as const };
    const app = await mountFitting(looksDocument(), { width: 122, ...plain });
    expect(app.text()).toMatch(/^[ -~\n]*$/);
    expect(app).toMatchScreen('looks ascii');
    const narrow = await mountFitting(looksDocument(), { width: 56 });
    expect(narrow).toMatchScreen('looks narrow');
  });
});

it('lines past the scale, at many widths', async () => {
  const app = await mountFitting(marksDocument(), { width: 126 });
  expect(app).toMatchScreen('marks widths');
});

it('the sparkline of the specification', async () => {
  const bars = JSON.stringify([10, 25, 40, 55, 70, 85, 75, 60, 45, 30].map((value) => [value]));
  const app = await mount(`<data-bars series='[{"name":"CPU"}]' bars='${bars}' showValues />`, {
    width: 40,
    height: 1,
  });
  expect(app.text()).toContain('▁▂▄▅▇█▇▆▄▃');
  expect(app).toMatchScreen('sparkline of the specification');
});

it('the gallery, where all of it has room', async () => {
  const app = await mount({ file: 'examples/bars.tui' }, { width: 100, height: 40 });
  expect(app).toMatchScreen('gallery');
  const before = app.output.length;
  await app.advance(250);
  // One more point in the three charts that stream; all others stay as they are.
  expect(app.output.length - before).toBeGreaterThan(0);
  expect(app.output.length - before).toBeLessThan(4000);
  await app.press('q');
  expect(app.exitCode).toBe(0);
});
