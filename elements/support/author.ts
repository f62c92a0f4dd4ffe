/**
 * Everything that an element's file imports, from the layers it may know: the base class, its hooks, the types of its
 * tables, the tree and the services, what it paints with, and what controls share. The one file of re-exports:
 * see docs/decisions/2026-11-27-one-import-for-elements.md. Modules of `support/` import directly.
 */

// The class, its tables and its hooks.
export * from '../../runtime/element/contract.js';
export * from '../../runtime/element/internals.js';
export {
  describeElement,
  TuiElement,
  addState,
  removeState,
  sourceOf,
  statesOf,
  type ElementList,
  type InputAction,
  type Insets,
  type Operation,
  type PopupPlace,
  type RowData,
  type PointerCell,
  type Available,
  type Size,
  type TuiDocument,
} from '../../runtime/element/tui-element.js';
export { setDeclared } from '../../runtime/element/attribute-values.js';
export type {
  AccessibleAction,
  AccessibleElement,
  AccessibleLine,
} from '../../runtime/base/accessible-node.js';

// The document around it.
export { reportAttributeError } from '../../runtime/element/attribute-errors.js';
export * from '../../runtime/element/services.js';
export {
  addCommand,
  canRun,
  commandChanged,
  isBusy,
  removeCommand,
  unwatchCommands,
  watchCommands,
  keysOf,
} from '../../runtime/element/commands/commands.js';
export { commandButton, commandFields } from '../../runtime/element/commands/accessible-command.js';
export { keyAction } from '../../runtime/element/commands/key-tables.js';
export type { Command as CommandState } from '../../runtime/element/commands/commands.js';
export * from '../../runtime/element/tree.js';

// What it paints.
export * from '../../runtime/base/text/block-glyphs.js';
export { cellWidth } from '../../runtime/base/text/graphemes.js';
export { sanitize } from '../../runtime/base/text/sanitize.js';
export { truncate } from '../../runtime/base/text/truncate.js';
export { DEFAULT_COLOR, TRANSPARENT } from '../../runtime/base/color.js';
export type { Rect } from '../../runtime/base/geometry.js';
export { BOLD, DIM, REVERSE, UNDERLINE } from '../../runtime/paint/cells.js';

// What controls share.
export * from './control.js';
export * from './forms/forms.js';
export * from './forms/form-data.js';
export { DATA, IS_SUBMIT_BUTTON, LABELED_CONTROL, RESET, SUBMITS } from './internals.js';
export { PRESS_KEYS } from './keys/key-tables.js';
export * from './labels.js';
export * from './looks.js';
