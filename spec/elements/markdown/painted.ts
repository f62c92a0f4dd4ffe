/** What of a markdown text is on the screen, and what the HTML of a reference says: as texts that can be compared. */
import { parseFragment, type DefaultTreeAdapterTypes as Html } from 'parse5';
import type { Markdown } from '../../../elements/markdown/markdown.js';
import { mount } from '../../support/mount.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';

export type App = Awaited<ReturnType<typeof mount>>;

/** An app with nothing but a markdown text, without lines, on a screen on which nothing wraps. */
export async function open(
  value = '',
  { width = 120, height = 100, theme = 'fullcolor-dark' } = {},
): Promise<{ app: App; markdown: Markdown; show(text: string): void }> {
  // Lines of headings and tables are no words.
  const sheet = '<style>markdown text { border: none }</style>';
  const app = await mount(`${sheet}<markdown id="m" images="none"/>`, { width, height, theme });
  const markdown = app.document.getElementById('m') as unknown as Markdown;
  const show = (text: string): void => {
    markdown.value = text;
    app.app.frame();
  };
  if (value !== '') show(value);
  return { app, markdown, show };
}

/** The cells of every text, in the order of the document; blanks are one, and at the ends none. */
export function paintedText(app: App, markdown: Markdown): string {
  const screen = app.screen();
  const { width } = screen;
  const parts: string[] = [];
  for (const element of markdown.querySelectorAll('text')) {
    const { x, y, width: columns, height } = (element as TuiElement).getBoundingClientRect();
    // The mark of a task is none of the words.
    let text = '';
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + columns; column++) {
        text += screen.chars[row * width + column] ?? '';
      }
      text += '\n';
    }
    const isHtml = element.classList.contains('md-html');
    parts.push(isHtml ? textOfHtml(text) : withInlineHtml(element as TuiElement, text));
  }
  return tidy(parts.join('\n'));
}

/** Tags among the words are read as the reference has them; nothing else that looks like a tag is one. */
function withInlineHtml(element: TuiElement, text: string): string {
  const tags = [...element.querySelectorAll('.md-html')].map((span) =>
    tidy(span.textContent ?? ''),
  );
  if (tags.length === 0) return text;
  const flat = tidy(text);
  let rest = flat;
  let html = '';
  for (const tag of tags) {
    const at = rest.indexOf(tag);
    if (at < 0) throw new Error(`${tag} is not painted in ${flat}`);
    html += escape(rest.slice(0, at)) + tag;
    rest = rest.slice(at + tag.length);
  }
  return textOfHtml(html + escape(rest));
}

function escape(text: string): string {
  return text.replace(
    /[&<>]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign,
  );
}

/** The text of HTML: of an image its description, of a box to tick its mark. */
export function textOfHtml(html: string): string {
  const BLOCKS = /^(p|h\d|li|ul|ol|pre|blockquote|td|th|tr|hr|div|table|br)$/;
  let text = '';
  const read = (node: Html.Node): void => {
    if ('value' in node) text += node.value;
    if (!('tagName' in node)) {
      if ('childNodes' in node) node.childNodes.forEach(read);
      return;
    }
    const attribute = (name: string): string | undefined =>
      node.attrs.find((each) => each.name === name)?.value;
    if (BLOCKS.test(node.tagName)) text += '\n';
    if (node.tagName === 'img') text += attribute('alt') ?? '';
    if (node.tagName === 'input') text += attribute('checked') === undefined ? '[ ]' : '[x]';
    node.childNodes.forEach(read);
    if (BLOCKS.test(node.tagName)) text += '\n';
  };
  read(parseFragment(html));
  return tidy(text);
}

function tidy(text: string): string {
  return text
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
