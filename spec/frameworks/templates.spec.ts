/** Libraries that write HTML, unmodified from npm; the apps are in fixtures/frameworks/. */
import { expect, it } from '@jest/globals';
import { useApp, WORKS } from './support/scenario.js';

it.each(['petite-vue', 'alpinejs', 'htm'])('%s', async (library) => {
  expect(await useApp({ file: `fixtures/frameworks/${library}.tui` })).toEqual(WORKS);
});

// Their development builds, which tests run, log what they are.
const LOGS = {
  'lit-html': /dev mode|Multiple versions/,
  lit: /dev mode|Multiple versions/,
  'vue-template': /Feature flags/,
};

it.each(Object.entries(LOGS))('%s', async (library, log) => {
  const { logs, ...use } = await useApp({ file: `fixtures/frameworks/${library}.tui` });
  expect({ ...use, logs: [] }).toEqual(WORKS);
  expect(logs.filter((message) => !log.test(message))).toEqual([]);
});
