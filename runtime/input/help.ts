/** The app's own help: F1 and `?` show the text of its `<help>` in a dialog, and close it again. */
import { dedent } from '../base/text/dedent.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import type { KeyAction } from './events.js';
import {
  childNodesOf,
  dataOf,
  isText,
  queryAll,
  removeNode,
  queryFirst,
  createElement,
  setAttribute,
  setData,
  setText,
  append,
  listen,
  documentElementOf,
  isConnected,
  textOf,
} from '../element/tree.js';

/** Words that are indented a little: Markdown would drop that. Lists, tables and the like begin with other signs. */
const INDENTED = /^ {1,3}(?=[^\s#>|`~*+<=_-])(?!\d+[.)] )/gm;

/** No blank to Markdown. */
const KEPT = '\u00a0';

function keepIndentation(blanks: string): string {
  return KEPT.repeat(blanks.length);
}

export class Help {
  #dialog: TuiElement | undefined;

  readonly #document: TuiDocument;

  constructor(document: TuiDocument) {
    this.#document = document;
  }

  /** Takes the keys of the help. @returns false for every other key, and where the app has no help */
  key(event: KeyAction): boolean {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (ctrlKey || altKey || metaKey || !(key === '?' || (key === 'F1' && !shiftKey))) return false;
    if (this.#dialog !== undefined && isConnected(this.#dialog)) {
      removeNode(this.#dialog);
      return true;
    }
    const help = queryFirst(this.#document, 'help');
    const text = help === null ? '' : dedent(textOf(help));
    if (text === '') return false;
    this.#show(text);
    return true;
  }

  /** The text as Markdown, with its line breaks; as it is where no registry has that. */
  #content(text: string): TuiElement {
    const document = this.#document;
    if (!document.registry.has('markdown')) {
      const content = createElement(document, 'text');
      setAttribute(content, 'style', 'white-space: pre-wrap; min-width: 19');
      setText(content, text);
      return content;
    }
    const content = createElement(document, 'markdown');
    setAttribute(content, 'images', 'none');
    setAttribute(content, 'breaks', 'true');
    // The dialog scrolls.
    setAttribute(content, 'style', 'min-width: 19; overflow-y: hidden; flex-shrink: 0');
    setAttribute(content, 'value', text.replace(INDENTED, keepIndentation));
    for (const element of queryAll(content, '.md-p')) {
      for (const node of childNodesOf(element)) {
        if (isText(node)) setData(node, dataOf(node).replaceAll(KEPT, ' '));
      }
    }
    return content;
  }

  #show(text: string): void {
    const document = this.#document;
    const dialog = createElement(document, 'dialog');
    append(dialog, this.#content(text));
    setAttribute(dialog, 'title', 'Help (Esc closes)');
    setAttribute(dialog, 'modal', 'true');
    setAttribute(dialog, 'open', 'true');
    listen(dialog, 'close', () => removeNode(dialog));
    append(documentElementOf(document), dialog);
    this.#dialog = dialog;
  }
}
