/**
 * The charts of docs/charts-compared.md: the first text block of each section is what its chart paints, and each has a
 * picture for dark and one for light screens.
 */
import { readFile } from 'node:fs/promises';
import { LOOKS, sources } from './generate-elements.mjs';

const PAGE = new URL('../docs/charts-compared.md', import.meta.url);
const FOLDER = 'docs/images/charts';

const one = (name, labels, values) =>
  `series='[{"name":"${name}"}]' labels='${JSON.stringify(labels)}' bars='${JSON.stringify(values.map((value) => [value]))}'`;
const numbered = (prefix, count) => Array.from({ length: count }, (_, index) => prefix + index);
const waiting = ['1', '2', '5', '10', '20', '50', '100', '200'];
const requests = [4, 31, 120, 410, 260, 90, 14, 2];
const gigabytes = (count) => count * 2 ** 30;

/** By the heading of the section: the size in cells, and the attributes. */
const CHARTS = {
  'Processors, in percent': {
    size: [48, 5],
    alt: 'Load of five processors in percent',
    attributes: `${one('Load', numbered('cpu', 5), [3.2, 97.8, 45, 61.5, 12])} showValues unit="%" showAxis="false" style="gap: 0"`,
  },
  Disks: {
    size: [48, 5],
    alt: 'Disks by use, in GiB',
    attributes: `${one('Used', ['/', '/var/lib/docker/a', '/var/lib/docker/b'], [490, 8, 96].map(gigabytes))} showValues number-format="bytes-iec" style="gap: 0"`,
  },
  'Latencies: bars that touch': {
    size: [45, 8],
    alt: 'Requests by response time, in bars that touch',
    attributes: `${one('Requests', waiting, requests)} style="orientation: vertical; gap: 0; bar-width: auto; height: 8"`,
  },
  'Latencies on a logarithm': {
    size: [48, 10],
    alt: 'Requests by response time on a logarithm',
    attributes: `${one('Requests', waiting, requests)} showValues style="gap: 0; value-scale: log"`,
  },
  Budget: {
    size: [48, 8],
    alt: 'Budget and actual amounts in euros, below and above zero',
    attributes: `series='[{"name":"Plan"},{"name":"Actual"}]' labels='["Sales","Rent","Tax"]' bars='[[65000,71234.5],[-42000,-43810.6],[-5000,-4999.99]]' showValues unit="€" style="gap: 0"`,
  },
  'An election': {
    size: [48, 4],
    alt: 'Shares of three parties in two elections',
    attributes: `series='[{"name":"A","stack":"s"},{"name":"B","stack":"s"},{"name":"C","stack":"s"}]' labels='["2021","2025"]' bars='[[44,34,22],[32,49,19]]' showValues style="gap: 0; stack-scale: percent; value-position: inside"`,
  },
  Temperatures: {
    size: [48, 11],
    alt: 'Temperatures of twelve months above and below zero',
    attributes: `${one('Temperature', 'JFMAMJJASOND'.split(''), [-22.75, -15, -3, 4.25, 11, 16.75, 20, 18.25, 12, 5, -4, -14])} showValues style="orientation: vertical; height: 11"`,
  },
  'Body temperature': {
    size: [30, 1],
    alt: 'Body temperatures on a scale that fits them',
    attributes: `series='[{"name":"temp"}]' bars='[[36.6],[36.9],[37.4],[38.2],[38],[37.3],[36.8]]' showValues unit="°C" style="baseline: fit"`,
  },
  'A spike that has gone by': {
    size: [28, 1],
    alt: 'A stream whose scale follows what shows',
    attributes: `series='[{"name":"cpu"}]' bars='${JSON.stringify([100, ...Array.from({ length: 59 }, (_, index) => [3, 5, 2, 4, 1][index % 5])].map((value) => [value]))}' showValues`,
  },
  'Forty countries': {
    size: [48, 8],
    alt: 'Forty countries in falling order',
    attributes: `${one(
      'C',
      numbered('C', 40),
      Array.from({ length: 40 }, (_, index) => 40 - index),
    )} style="orientation: vertical; height: 8"`,
  },
  'Two hundred entries': {
    size: [48, 5],
    alt: 'The first of two hundred entries, and how many are left out',
    attributes: `${one(
      'E',
      numbered('e', 200),
      Array.from({ length: 200 }, (_, index) => (index * 37) % 100),
    )} showValues`,
  },
  'A limit': {
    size: [48, 5],
    alt: 'Three bars and a line at their limit',
    attributes: `${one('S', ['a', 'b', 'c'], [42, 97, 74])} max="100" marks='[{"value":80,"label":"limit"}]' style="gap: 0"`,
  },
  'Past the scale': {
    size: [48, 3],
    alt: 'Bars that the scale cuts, marked with arrows',
    attributes: `${one('S', ['a', 'b', 'c'], [100, 150, -5])} min="0" max="100" showValues showAxis="false" style="gap: 0"`,
  },
  'Far apart': {
    size: [48, 5],
    alt: 'A huge value beside two tiny ones',
    attributes: `${one('S', ['a', 'b', 'c'], [1e12, 1e-9, -1e-9])} showValues style="gap: 0"`,
  },
  'Eight columns': {
    size: [8, 3],
    alt: 'Three months in eight columns',
    attributes: `${one('S', ['January', 'February', 'May'], [3, 6, 9])} showAxis="false" style="gap: 0"`,
  },
};

/** @returns {Promise<Record<string, string>>} file contents by path from the project's folder */
export async function generate() {
  const { registry, createMount } = await sources();
  const mount = createMount(registry);
  const files = {};
  let page = await readFile(PAGE, 'utf8');
  for (const [heading, { size, alt, attributes }] of Object.entries(CHARTS)) {
    const [width, height] = size;
    const name = heading.toLowerCase().replace(/[^a-z]+/g, '-');
    let text = '';
    for (const { suffix, ...look } of LOOKS) {
      const markup = `<data-bars ${attributes} />`;
      const app = await mount(markup, { width, height, theme: look.theme });
      files[`${FOLDER}/${name}${suffix}.svg`] = app.screen().toSvg({ title: alt, ...look });
      text = app.text();
      app.unmount();
    }
    page = withChart(page, heading, text, picture(alt, `images/charts/${name}`));
  }
  files['docs/charts-compared.md'] = page;
  return files;
}

/** The page with the chart of one section, its first text block and first picture, as it is painted now. */
function withChart(page, heading, text, image) {
  const start = page.indexOf(`\n## ${heading}\n`);
  const next = page.indexOf('\n## ', start + 1);
  const section = page.slice(start, next);
  const rows = text.split('\n').map((row) => row.trimEnd());
  const painted = section
    .replace(/```text\n[^]*?\n```/, () =>
      ['```text', ...rows, '```'].join('\n').replace(/\n+```$/, '\n```'),
    )
    .replace(/<picture>.*<\/picture>/, () => image);
  if (start < 0 || !painted.includes(image)) {
    throw new Error(
      `docs/charts-compared.md: the section "${heading}" needs a text block and a picture`,
    );
  }
  return page.slice(0, start) + painted + page.slice(next);
}

function picture(alt, file) {
  return `<picture><source media="(prefers-color-scheme: light)" srcset="${file}-light.svg"><img alt="${alt}" src="${file}.svg"></picture>`;
}
