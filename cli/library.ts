/** The package's main entry: `createApp` with the standard elements, and the base classes of custom ones. */
export { createCheckedApp as createApp, type CreateAppOptions } from './create-app.js';
export { elements, registry } from '#elements';
export { createRegistry } from '../runtime/element/registry.js';
export { CustomEvent, TuiElement, TuiEvent } from '../runtime/element/tui-element.js';
export type { App, AppOptions, AppOutput, FrameResult, TuiGlobal } from '../runtime/app/app.js';
export type {
  ElementClass,
  MutationRecord,
  Registry,
  TuiDocument,
  TuiNode,
} from '../runtime/element/tui-element.js';
export type {
  AttributeTable,
  AttributeValues,
  ContentModel,
  EventTable,
  Example,
  Painter,
  StyleTable,
  StyleValues,
} from '../runtime/element/contract.js';
export type { Rect, Size } from '../runtime/base/geometry.js';
export {
  DiagnosticError,
  formatDiagnostic,
  type Diagnostic,
  type Source,
  type Span,
} from '../runtime/base/diagnostics.js';
export { ManualClock, systemClock, type Clock } from '../runtime/script/clock.js';
export { Logger, type LogEntry } from '../runtime/script/logger.js';
export { MemoryTerminal } from '../runtime/terminal/memory-terminal.js';
export { Config, type ConfigApi } from '../config/index.js';
export { generateConfigHelp, generateEnvVarHelp, generateFlagHelp } from '../config/texts/help.js';
export { parseCliFlags, type CliFlags } from './command-line/arguments.js';
