/** Libraries for a browser's canvas, unmodified from npm. */
import { afterEach, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

it.each(['d3-shape', 'roughjs', 'smoothie'])('%s', async (library) => {
  const app = await mount(
    { file: `fixtures/canvas/${library}.tui` },
    { width: 62, height: 17, permissions: 'policy' },
  );
  expect(app).toMatchScreen(library);
});
