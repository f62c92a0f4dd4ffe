/** The dialog of `$tui.confirm`: a text and two buttons. */
import { append } from '../../element/tree.js';
import type { ConfirmOptions } from '../../element/calls/questions.js';
import { createButtons, createFrame, gap, type Asking, type AskingDialog } from './parts.js';

export function createConfirm(asking: Asking, options: ConfirmOptions): AskingDialog {
  const { document, finish, word } = asking;
  const { ok = word('ok'), cancel = word('cancel'), danger = false } = options;
  const { element } = createFrame(asking, 'alertdialog');
  const { row } = createButtons(document, [
    {
      label: ok,
      variant: danger ? 'danger' : 'primary',
      isDefault: !danger,
      press: () => finish(true),
    },
    { label: cancel, isDefault: danger, press: () => finish(false) },
  ]);
  append(element, gap(document), row);
  return {
    element,
    none: false,
    isBusy: false,
    answer: (value) => {
      if (typeof value !== 'boolean') return 'expected true or false';
      finish(value);
      return undefined;
    },
  };
}
