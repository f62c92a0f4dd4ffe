/** Reports a `contextmenu` that names no menu; for lint. */
import { didYouMean } from '../base/diagnostics.js';
import { SHOW_POPUP } from '../element/internals.js';
import { reportToDocument } from '../element/services.js';
import { documentOf, elementById, getAttribute, idOf, queryAll } from '../element/tree.js';
import { describeElement, sourceOf, type TuiElement } from '../element/tui-element.js';

export function checkContextMenu(element: TuiElement): void {
  const id = getAttribute(element, 'contextmenu')?.trim() ?? '';
  if (id === '' || elementById(element, id)?.[SHOW_POPUP] !== undefined) return;
  const menus = queryAll(documentOf(element), '[id]').filter(
    (each) => each[SHOW_POPUP] !== undefined,
  );
  const written = sourceOf(element);
  reportToDocument(element, {
    severity: 'warning',
    code: 'unknown-id',
    message: `${describeElement(element)}: no <menu> has the id "${id}"`,
    source: written?.source,
    span: written?.valueSpan('contextmenu') ?? written?.name,
    suggestion: didYouMean(id, menus.map(idOf)) ?? `write <menu id="${id}"><item>…</item></menu>`,
  });
}
