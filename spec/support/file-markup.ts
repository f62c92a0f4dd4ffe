/** The markup of a tree as a `.tui` file has it: void elements are closed, and `<textarea>` and `<code>` are as written. */
import type { TuiElement } from '../../runtime/element/tui-element.js';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0' };

export function fileMarkup(element: TuiElement): string {
  return element.outerHTML
    .replace(/<(input|img|br)( [^>]*)?>/g, '<$1$2/>')
    .replace(
      /(<(?:textarea|code)(?: [^>]*)?>)\n?([^]*?)(?=<\/(?:textarea|code)>)/g,
      (_, tag: string, text: string) => {
        return tag + text.replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
      },
    );
}
