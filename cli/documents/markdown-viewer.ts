/**
 * The app that shows a Markdown file: it gets the path of the file, and whether it is on a terminal, as its arguments.
 * It may read the folder of the file, and follows links there.
 */
import type { Source } from '../../runtime/base/diagnostics.js';

const TEXT = `<tui>
  <help>
    # A Markdown file

    - arrows, **Space**, **PageUp**, **PageDown**, **Home** and **End** scroll
    - **Tab** goes through the links, **Enter** follows one in this folder; others are links of the terminal
    - **Backspace** goes back, **f** forward
    - **o** shows and hides the headings; **Enter** or a click on one leads there
    - **/** searches, **n** and **N** go on to the next and the one before
    - **r** reads the file again
    - **q** leaves
  </help>
  <style>
    #columns { flex-direction: row; flex-grow: 1; flex-basis: 0; gap: 1; }
    #side { width: 26; flex-shrink: 0; border-right: thin; overflow-y: scroll; }
    #outline { flex-shrink: 0; }
    #text { flex-grow: 1; flex-basis: 0; padding: 0 1; }
    #line { height: 1; flex-shrink: 0; padding: 0 1; gap: 2; flex-direction: row; color: var(--muted); }
    #place { flex-shrink: 1; white-space: nowrap; text-overflow: ellipsis; }
    #keys { margin-left: auto; flex-shrink: 9; white-space: nowrap; text-overflow: ellipsis; }
    #search { flex-shrink: 0; height: 1; flex-direction: row; padding: 0 1; gap: 1; }
    #words { flex-grow: 1; }
    .gone { display: none; }
    @media (max-width: 64) {
      #side, #keys { display: none; }
      .headings #side { display: flex; width: 100%; border-right: none; }
      .headings #text { display: none; }
    }
    @media (max-height: 5) { #line { display: none; } }
    .plain #columns { flex: none; flex-direction: column; }
    .plain #text { overflow: visible; flex: none; padding: 0; }
    .plain #text .md-pre { overflow: visible; }
    .plain #text .md-lines { white-space: pre-wrap; min-width: 0 !important; }
  </style>
  <container id="columns">
    <container id="side"><list id="outline" aria-label="Headings" selectable="single"></list></container>
    <markdown id="text" aria-label="Text" follow="false"></markdown>
  </container>
  <container id="search" class="gone"><text>/</text><input id="words" aria-label="Search"></input></container>
  <container id="line"><text id="place"></text><text id="keys">/ search  o headings  q quit  F1 help</text></container>
  <script>
    import { open, realpath, stat } from 'node:fs/promises';
    import { basename, dirname, extname, join, sep } from 'node:path';

    const [start, kind] = $tui.argv;
    const { document } = $tui;
    const get = (id) => $tui.getElementById(id);
    const text = get('text');
    const outline = get('outline');
    const words = get('words');
    const columns = get('columns');
    const narrow = matchMedia('(max-width: 64)');
    const MARKDOWN = /\\.(md|markdown|mdown|mkd)$/i;
    const MAX_BYTES = 64 * 1024 * 1024;
    const MAX_HEADINGS = 2000;

    const file = await realpath(start);
    const root = dirname(file);
    const isInside = (path) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
    /** Pages that were shown, and where they were left; \`at\` is the one that shows. */
    const pages = [];
    let at = -1;
    let found = { words: '', lines: [], at: 0 };

    class Refused extends Error {}

    /** The file that a path leads to, links of the file system followed. */
    async function fileAt(path, name) {
      const refuse = (why) => {
        throw new Refused(name + ' ' + why);
      };
      if (!isInside(path)) refuse('is outside of the folder');
      let real;
      let found;
      try {
        real = await realpath(path);
        if (isInside(real)) found = await stat(real);
      } catch {
        // What leads out of what may be read does not exist here.
        return refuse('does not exist in this folder, or may not be read');
      }
      if (found === undefined) return refuse('leads out of the folder');
      if (found.isFile()) return real;
      // To open a pipe would wait for a program that writes to it.
      if (!found.isDirectory()) refuse('is not a file');
      for (const index of ['README.md', 'readme.md', 'index.md']) {
        try {
          return await fileAt(join(real, index), name);
        } catch {}
      }
      return refuse('is a folder without a README.md');
    }

    async function read(path) {
      const name = short(basename(path));
      const handle = await open(await fileAt(path, name), 'r').catch((error) => {
        throw error instanceof Refused ? error : new Refused(name + ' may not be read');
      });
      try {
        const found = await handle.stat();
        if (!found.isFile()) throw new Refused(name + ' is not a file');
        if (found.size > MAX_BYTES) throw new Refused(name + ' is larger than 64 MB');
        const bytes = await handle.readFile();
        if (bytes.includes(0)) throw new Refused(name + ' is not text');
        const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        return MARKDOWN.test(path) || path === file ? content : fenced(content, extname(path).slice(1));
      } catch (error) {
        throw error instanceof Refused ? error : new Refused(name + ' is not text in UTF-8');
      } finally {
        await handle.close();
      }
    }

    /** Text other than Markdown, as a block of code. */
    function fenced(content, language) {
      const longest = content.match(/\`{3,}/g)?.reduce((most, { length }) => Math.max(most, length), 3) ?? 3;
      const fence = '\`'.repeat(longest + 1);
      return fence + language.replace(/[^\\w+-]/g, '') + '\\n' + content + '\\n' + fence + '\\n';
    }

    async function show(page) {
      const content = await read(page.path);
      const folder = dirname(page.path);
      if (text.getAttribute('base') !== folder) {
        // With another folder all of the text before would be made again.
        text.value = '';
        text.setAttribute('base', folder);
      }
      text.value = content;
      document.title = basename(page.path);
      found = { words: '', lines: [], at: 0 };
      if (kind === 'plain') return;
      const headings = text.outline;
      outline.replaceChildren(
        ...headings.slice(0, MAX_HEADINGS).map(({ level, text: heading, id }) => {
          const item = $tui.createElement('li');
          item.setAttribute('value', id);
          item.textContent = '\\u00a0'.repeat(level - 1) + heading;
          return item;
        }),
      );
      get('side').classList.toggle('gone', headings.length < 2);
      $tui.render();
      if (page.heading === undefined) text.scrollTop = page.top;
      else if (!text.showHeading(page.heading)) $tui.notify(noHeading(page.heading));
      delete page.heading;
      say('');
    }

    const short = (name) => (name.length > 100 ? name.slice(0, 99) + '…' : name).replace(/\\s+/g, ' ');
    const noHeading = (name) => 'this file has no heading #' + short(name);

    function say(message) {
      if (kind === 'plain') return;
      const path = pages[at]?.path ?? file;
      const name = path.slice(root.length + (root.endsWith(sep) ? 0 : 1));
      get('place').textContent = message === '' ? name : name + '  ' + message;
    }

    const leave = () => {
      if (at >= 0) pages[at].top = text.scrollTop;
    };

    async function go(page) {
      await show(page);
      pages.splice(at + 1, Infinity, page);
      at = pages.length - 1;
      say('');
    }

    async function move(step) {
      const page = pages[at + step];
      if (page === undefined) return;
      leave();
      await show(page);
      at += step;
      say('');
    }

    async function follow(href) {
      if (/^[a-z][a-z0-9+.-]*:/i.test(href)) {
        $tui.notify(short(href) + ': your terminal opens it, mostly by Ctrl and a click');
        return;
      }
      const [, place = '', fragment = ''] = /^([^?#]*)(?:\\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? [];
      const name = decoded(place);
      const heading = decoded(fragment);
      if (name === '') {
        // In this file: the text has scrolled there, where there is such a heading.
        const { path, top } = pages[at];
        const isThere = heading === '' || text.outline.some(({ id }) => id === heading);
        if (!isThere) throw new Refused(noHeading(heading));
        pages.splice(at + 1, Infinity, { path, top });
        at++;
        if (heading === '') text.scrollTop = 0;
        return;
      }
      const path = name.startsWith('/') ? join(root, name) : join(dirname(pages[at].path), name);
      await go({ path: await fileAt(path, short(name)), top: 0, ...(heading === '' ? {} : { heading }) });
    }

    function decoded(name) {
      try {
        return decodeURIComponent(name);
      } catch {
        return name;
      }
    }

    let last = Promise.resolve();
    /** One after the other. What cannot be shown is a notice, and the page stays. */
    function tried(work) {
      last = last.then(work).catch((error) => {
        if (!(error instanceof Refused)) throw error;
        $tui.notify(error.message);
      });
      return last;
    }

    async function reread() {
      leave();
      await show(pages[at]);
    }

    /** True while the headings are in the place of the text. */
    const isInPlace = () => columns.classList.contains('headings');

    /** Beside the text; where there is no room for both, in its place. */
    function toggleHeadings() {
      if (isInPlace()) closeHeadings(false);
      else if (!narrow.matches) get('side').classList.toggle('gone');
      else if (text.outline.length === 0) say('it has no headings');
      else {
        leave();
        columns.classList.add('headings');
        outline.focus();
      }
    }

    /** From the headings back to the text, where it was or at the one that is chosen. */
    function closeHeadings(isChosen) {
      columns.classList.remove('headings');
      $tui.render();
      if (!isChosen || !text.showHeading(outline.value ?? '')) text.scrollTop = pages[at].top;
    }

    function search(step) {
      const { value } = words;
      if (value === '') return;
      if (found.words !== value) found = { words: value, lines: text.find(value), at: step > 0 ? -1 : 0 };
      const { lines } = found;
      if (lines.length === 0) {
        say('"' + value + '" is not in it');
        return;
      }
      found.at = (found.at + step + lines.length) % lines.length;
      text.showLine(lines[found.at]);
      text.markLine(lines[found.at]);
      say('"' + value + '" ' + (found.at + 1) + ' of ' + lines.length);
    }

    function ask(isOpen) {
      get('search').classList.toggle('gone', !isOpen);
      if (!isOpen) words.blur();
      else {
        words.focus();
        words.select();
      }
    }

    const scroll = (rows) => text.scrollBy(0, rows);
    const KEYS = {
      q: () => $tui.exit(),
      '/': () => ask(true),
      n: () => search(1),
      N: () => search(-1),
      o: toggleHeadings,
      r: () => tried(reread),
      f: () => tried(() => move(1)),
      Backspace: () => tried(() => move(-1)),
    };
    const SCROLL = {
      ArrowUp: () => scroll(-1),
      ArrowDown: () => scroll(1),
      k: () => scroll(-1),
      j: () => scroll(1),
      PageUp: () => scroll(1 - text.clientHeight),
      PageDown: () => scroll(text.clientHeight - 1),
      ' ': () => scroll(text.clientHeight - 1),
      Home: () => (text.scrollTop = 0),
      End: () => (text.scrollTop = text.scrollHeight),
    };

    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const { key, target } = event;
      if (target === words) {
        if (key !== 'Enter' && key !== 'Escape') return;
        ask(false);
        if (key === 'Enter') search(1);
      } else if (isInPlace() && key === 'Enter') closeHeadings(true);
      else if (isInPlace() && key === 'Escape') closeHeadings(false);
      else if (Object.hasOwn(KEYS, key)) KEYS[key]();
      else if (Object.hasOwn(SCROLL, key) && !outline.contains(target)) SCROLL[key]();
      else return;
      event.preventDefault();
    });
    outline.addEventListener('input', () => {
      if (isInPlace()) return;
      leave();
      text.showHeading(outline.value);
    });
    narrow.addEventListener('change', () => {
      if (isInPlace()) closeHeadings(false);
    });
    outline.addEventListener('click', ({ target }) => {
      if (isInPlace() && target !== outline) closeHeadings(true);
    });
    text.addEventListener('link', ({ href }) => {
      // Before the text scrolls to a heading in it.
      leave();
      tried(() => follow(href));
    });

    if (kind === 'plain') {
      document.documentElement.classList.add('plain');
      for (const id of ['side', 'line', 'search']) get(id).remove();
    }
    await go({ path: file, top: 0 });
  </script>
</tui>
`;

export const MARKDOWN_VIEWER: Source = { file: '<markdown>', text: TEXT };
