/** The app's own help: F1 and `?` show the text of its `<help>` in a dialog, and close it again. */
import { dedent } from '../text/dedent.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import type { KeyAction } from './events.js';

export class Help {
  private dialog: TuiElement | undefined;

  constructor(private readonly document: TuiDocument) {}

  /** Takes the keys of the help. @returns false for every other key, and where the app has no help */
  key(event: KeyAction): boolean {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (ctrlKey || altKey || metaKey || !(key === '?' || (key === 'F1' && !shiftKey))) return false;
    if (this.dialog?.isConnected === true) {
      this.dialog.remove();
      return true;
    }
    const text = dedent(this.document.querySelector('help')?.textContent ?? '');
    if (text === '') return false;
    this.show(text);
    return true;
  }

  private show(text: string): void {
    const { document } = this;
    const dialog = document.createElement('dialog');
    const content = document.createElement('text');
    content.setAttribute('style', 'white-space: pre-wrap; min-width: 19');
    content.textContent = text;
    dialog.append(content);
    dialog.setAttribute('title', 'Help (Esc closes)');
    dialog.setAttribute('modal', 'true');
    dialog.setAttribute('open', 'true');
    dialog.addEventListener('close', () => dialog.remove());
    document.documentElement.append(dialog);
    this.dialog = dialog;
  }
}
