/** `tui --help FILE`: prints the `<help>` of an app without running it. */
import { basename } from 'node:path';
import type { Source } from '../../runtime/base/diagnostics.js';
import type { MarkupElement, MarkupNode } from '../../runtime/markup/nodes.js';
import { parseMarkup } from '../../runtime/markup/parse.js';
import { dedent } from '../../runtime/base/text/dedent.js';
import { sanitizeLines } from '../../runtime/base/text/sanitize.js';
import { print } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { readApp } from '../sandbox/launch/open-app.js';
import type { Call } from './table.js';

export async function appHelp(
  call: Pick<Call, 'console' | 'permissions'>,
  file: string,
): Promise<number> {
  const source = await readApp(call, file);
  const text = helpOf(source);
  const name = file === '-' ? file : basename(file);
  print(
    call.console,
    text === ''
      ? `${sanitizeLines(name).join(' ')} has no <help>. The help of tui itself: tui --help`
      : sanitizeLines(text).join('\n'),
  );
  return EXIT.done;
}

function helpOf(source: Source): string {
  // In the order of the document, as the app itself finds it.
  const stack: MarkupNode[] = [...parseMarkup(source).nodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type !== 'element') continue;
    if (node.name === 'help') return dedent(textOf(node));
    for (const child of [...node.children].reverse()) stack.push(child);
  }
  return '';
}

function textOf({ children }: MarkupElement): string {
  return children.map((child) => (child.type === 'text' ? child.data : '')).join('');
}
