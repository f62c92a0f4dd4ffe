/** Lines that the app has printed, above its rows. They wrap as in a terminal, and are selected and scrolled as text of the page. */
import { runElements } from '../../../runtime/page/rows.js';
import { look } from '../../../runtime/page/style-sheet.js';
import { MAX_PRINTED } from '../protocol.js';
import type { PrintedOfFrame } from '../server-data.js';

/** Letters that may wrap anywhere: a font has them as wide as a cell. What else there is has cells of its own. */
const LETTERS = /^[ -~]*$/;

/** @param addClasses makes rules for the classes of a line */
export function showPrinted(
  box: HTMLElement,
  { key, styles, lines }: PrintedOfFrame,
  addClasses: (line: Element) => void,
): void {
  if (key) box.replaceChildren();
  for (const runs of lines) {
    const line = document.createElement('div');
    line.className = 'row';
    line.append(...runElements<HTMLElement>(document, runs));
    for (const [at, [text, , style]] of runs.entries()) {
      const span = line.children[at] as HTMLElement;
      span.classList.replace(`s${style}`, LETTERS.test(text) ? 't' : 'u');
      span.style.cssText = look(styles[style]);
    }
    addClasses(line);
    box.append(line);
  }
  while (box.childElementCount > MAX_PRINTED) box.firstChild!.remove();
}
