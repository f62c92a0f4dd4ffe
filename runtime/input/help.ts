/** The app's own help: F1 and `?` show the text of its `<help>` in a dialog, and close it again. */
import { dedent } from '../text/dedent.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import type { KeyAction } from './events.js';
import {
  removeNode,
  queryFirst,
  createElement,
  setAttribute,
  setText,
  append,
  listen,
  documentElementOf,
  isConnected,
  textOf,
} from '../element/tree.js';

export class Help {
  private dialog: TuiElement | undefined;

  constructor(private readonly document: TuiDocument) {}

  /** Takes the keys of the help. @returns false for every other key, and where the app has no help */
  key(event: KeyAction): boolean {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (ctrlKey || altKey || metaKey || !(key === '?' || (key === 'F1' && !shiftKey))) return false;
    if (this.dialog !== undefined && isConnected(this.dialog)) {
      removeNode(this.dialog);
      return true;
    }
    const help = queryFirst(this.document, 'help');
    const text = help === null ? '' : dedent(textOf(help));
    if (text === '') return false;
    this.show(text);
    return true;
  }

  private show(text: string): void {
    const { document } = this;
    const dialog = createElement(document, 'dialog');
    const content = createElement(document, 'text');
    setAttribute(content, 'style', 'white-space: pre-wrap; min-width: 19');
    setText(content, text);
    append(dialog, content);
    setAttribute(dialog, 'title', 'Help (Esc closes)');
    setAttribute(dialog, 'modal', 'true');
    setAttribute(dialog, 'open', 'true');
    listen(dialog, 'close', () => removeNode(dialog));
    append(documentElementOf(document), dialog);
    this.dialog = dialog;
  }
}
