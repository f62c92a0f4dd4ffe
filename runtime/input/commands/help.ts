/**
 * The app's own help: F1 and `?` show the text of its `<help>` and its commands with their keys in a dialog, and close
 * it again.
 */
import { dedent } from '../../base/text/dedent.js';
import type { TuiDocument, TuiElement } from '../../element/tui-element.js';
import type { CommandKeys } from './command-keys.js';
import type { KeyAction } from '../events.js';
import { listCommands } from './list-commands.js';
import {
  childNodesOf,
  dataOf,
  isText,
  queryAll,
  removeAttribute,
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
} from '../../element/tree.js';

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
  readonly #commands: CommandKeys;

  constructor(document: TuiDocument, commands: CommandKeys) {
    this.#document = document;
    this.#commands = commands;
  }

  /** Takes the keys of the help. @returns false for every other key, and where the app has no help */
  key(event: KeyAction): boolean {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (ctrlKey || altKey || metaKey || !(key === '?' || (key === 'F1' && !shiftKey))) return false;
    if (this.#dialog !== undefined && isConnected(this.#dialog)) {
      // Closed first: the focus goes back to where it was, or to no element.
      removeAttribute(this.#dialog, 'open');
      removeNode(this.#dialog);
      return true;
    }
    return this.show();
  }

  /** @returns false where the app has neither help nor commands */
  show(): boolean {
    const help = queryFirst(this.#document, 'help');
    const text = help === null ? '' : dedent(textOf(help));
    const commands = this.#commands.exist
      ? listCommands(this.#document, this.#commands, text === '')
      : [];
    if (text === '' && commands.length === 0) return false;
    const content = text === '' ? [] : [this.#content(text)];
    this.#show([...content, ...commands]);
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

  #show(content: readonly TuiElement[]): void {
    const document = this.#document;
    const dialog = createElement(document, 'dialog');
    append(dialog, ...content);
    setAttribute(dialog, 'title', 'Help (Esc closes)');
    setAttribute(dialog, 'modal', 'true');
    setAttribute(dialog, 'open', 'true');
    listen(dialog, 'close', () => removeNode(dialog));
    append(documentElementOf(document), dialog);
    this.#dialog = dialog;
  }
}
