/** The index of the documentation: its links lead to pages and headings, and every page is in it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const LINKS = [...readFileSync('docs/README.md', 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(
  ([, link = '']) => link,
);

/** The anchors of a page's headings, as GitHub names them. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(LINKS)('%s leads somewhere', (link) => {
  const [path = '', anchor] = link.split('#');
  const file = join('docs', path);
  expect(existsSync(file)).toBe(true);
  if (anchor !== undefined) expect(anchorsOf(readFileSync(file, 'utf8'))).toContain(anchor);
});

it('has every page', () => {
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((page) => !LINKS.some((link) => link.startsWith(page)))).toEqual([]);
});

/** Pages about tui itself, for readers of its sources and measurements. */
const INTERNAL = [
  'README.md',
  'architecture.md',
  'dependencies.md',
  'performance.md',
  'threat-model.md',
];

it.each(['docs', 'docs/reference'])('pages of %s open with what a reader can do', (folder) => {
  const pages = readdirSync(folder).filter(
    (name) => name.endsWith('.md') && !INTERNAL.includes(name),
  );
  expect(pages.length).toBeGreaterThan(5);
  const opens = (page: string): boolean =>
    /After (?:reading )?this page/.test(readFileSync(join(folder, page), 'utf8').slice(0, 600));
  expect(pages.filter((page) => !opens(page))).toEqual([]);
});

/** Parts of other elements, which the README does not name one by one. */
const PARTS = ['item', 'label', 'li', 'optgroup', 'option', 'radio-group', 'tab', 'td', 'th', 'tr'];

it('the README names every element', () => {
  const readme = readFileSync('README.md', 'utf8');
  const pages = readdirSync('docs/reference/elements').filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  const tags = pages.map((name) => name.slice(0, -'.md'.length));
  expect(PARTS.filter((tag) => !tags.includes(tag))).toEqual([]);
  const missing = tags.filter((tag) => !PARTS.includes(tag) && !readme.includes(`\`${tag}\``));
  expect(missing).toEqual([]);
});
