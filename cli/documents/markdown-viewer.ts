/**
 * The app that shows a Markdown file: it gets the path of the file, and whether it is on a terminal, as its arguments.
 * It may read the folder of the file, and follows links there.
 */
import type { Source } from '../../runtime/diagnostics.js';

const TEXT = `<tui>
  <help>
    # A Markdown file

    - arrows, **Space**, **PageUp**, **PageDown**, **Home** and **End** scroll
    - **Tab** goes through the links, **Enter** follows one in this folder; others are links of the terminal
    - **Backspace** goes back, **f** forward
    - **o** shows and hides the headings; **Enter** or a click on one leads there
    - **/** searches, **n** and **N** go on to the next and the one before
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
    @media (max-width: 64) { #side, #keys { display: none; } }
    @media (max-height: 5) { #line { display: none; } }
    .plain #columns { flex: none; flex-direction: column; }
    .plain #text { overflow: visible; flex: none; padding: 0; }
    .plain #text .md-pre { overflow: visible; }
    .plain #text .md-lines { white-space: pre-wrap; }
  </style>
  <container id="columns">
    <container id="side"><list id="outline" aria-label="Headings" selectable="single"></list></container>
    <markdown id="text" aria-label="Text"></markdown>
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
      try {
        real = await realpath(path);
      } catch {
        // What leads out of what may be read does not exist here.
        return refuse('does not exist in this folder');
      }
      if (!isInside(real)) refuse('leads out of the folder');
      if (!(await stat(real)).isDirectory()) return real;
      for (const index of ['README.md', 'readme.md', 'index.md']) {
        try {
          return await fileAt(join(real, index), name);
        } catch {}
      }
      return refuse('is a folder without a README.md');
    }

    async function read(path, name) {
      const handle = await open(path, 'r');
      try {
        const { size, isFile } = await handle.stat().then((found) => ({ size: found.size, isFile: found.isFile() }));
        if (!isFile) throw new Refused(name + ' is not a file');
        if (size > MAX_BYTES) throw new Refused(name + ' is larger than 64 MB');
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

    /** Text that is no Markdown as a block of code. */
    function fenced(content, language) {
      const longest = content.match(/\`{3,}/g)?.reduce((most, { length }) => Math.max(most, length), 3) ?? 3;
      const fence = '\`'.repeat(longest + 1);
      return fence + language.replace(/[^\\w+-]/g, '') + '\\n' + content + '\\n' + fence + '\\n';
    }

    async function show(page) {
      const content = await read(page.path, basename(page.path));
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
      if (page.heading !== undefined) text.showHeading(page.heading);
      else text.scrollTop = page.top;
      delete page.heading;
      say('');
    }

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

    async function follow(event) {
      const { href } = event;
      leave();
      if (href.startsWith('#')) {
        pages.splice(at + 1, Infinity, { path: pages[at].path, top: pages[at].top });
        at++;
        return;
      }
      if (/^[a-z][a-z0-9+.-]*:/i.test(href)) {
        $tui.notify(href + ': your terminal opens it, mostly by Ctrl and a click');
        return;
      }
      const [, place = '', heading] = /^([^?#]*)(?:\\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? [];
      const name = decoded(place);
      const path = name.startsWith('/') ? join(root, name) : join(dirname(pages[at].path), name);
      await go({ path: await fileAt(path, name), top: 0, ...(heading === undefined ? {} : { heading: decoded(heading) }) });
    }

    function decoded(name) {
      try {
        return decodeURIComponent(name);
      } catch {
        return name;
      }
    }

    /** What cannot be shown is a notice, and the page stays. */
    const tried = (work) =>
      work.catch((error) => {
        if (!(error instanceof Refused)) throw error;
        $tui.notify(error.message);
      });

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
      say('"' + value + '" ' + (found.at + 1) + ' of ' + lines.length);
    }

    function ask(isOpen) {
      get('search').classList.toggle('gone', !isOpen);
      if (isOpen) words.focus();
      else words.blur();
    }

    const scroll = (rows) => text.scrollBy(0, rows);
    const KEYS = {
      q: () => $tui.exit(),
      '/': () => ask(true),
      n: () => search(1),
      N: () => search(-1),
      o: () => get('side').classList.toggle('gone'),
      f: () => tried(move(1)),
      Backspace: () => tried(move(-1)),
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
      } else if (Object.hasOwn(KEYS, key)) KEYS[key]();
      else if (Object.hasOwn(SCROLL, key) && !outline.contains(target)) SCROLL[key]();
      else return;
      event.preventDefault();
    });
    outline.addEventListener('input', () => {
      leave();
      text.showHeading(outline.value);
    });
    text.addEventListener('link', (event) => tried(follow(event)));

    if (kind === 'plain') {
      document.documentElement.classList.add('plain');
      for (const id of ['side', 'line', 'search']) get(id).remove();
    }
    await go({ path: file, top: 0 });
  </script>
</tui>
`;

export const MARKDOWN_VIEWER: Source = { file: '<markdown>', text: TEXT };
