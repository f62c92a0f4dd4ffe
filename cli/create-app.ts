/** `createApp` with the standard elements filled in. */
import { checkKind, checkOptions, type OptionKinds } from '../runtime/base/check-options.js';
import { registry as standardRegistry } from '#elements';
import { ownParts } from '../runtime/script/bundle/part-modules.js';
import { createApp as createAppOf, type App, type AppOptions } from '../runtime/app/app.js';
import type { Registry } from '../runtime/element/tui-element.js';

export interface CreateAppOptions extends Omit<AppOptions, 'registry'> {
  /** Default: the standard elements. */
  readonly registry?: Registry | undefined;
}

/** Reads and checks a document. Throws a DiagnosticError where something in it is an error. */
export function createApp(text: string, options: CreateAppOptions = {}): App {
  return createAppOf(text, { ...options, registry: options.registry ?? standardRegistry });
}

const KINDS: OptionKinds<CreateAppOptions> = {
  registry: 'object',
  file: 'string',
  width: 'size',
  height: 'size',
  theme: ['string', 'object'],
  isForgiving: 'boolean',
  isEditable: 'boolean',
  onRead: 'function',
  errorDisplay: 'string',
  onDiagnostic: 'function',
  survivesErrors: 'boolean',
  predecessor: 'object',
  readParts: 'function',
  readTheme: 'function',
  state: 'object',
  readMessages: 'function',
  readBlueNoise: 'function',
  glyphs: 'string',
  config: 'object',
  output: 'object',
  display: 'object',
  input: 'object',
  capabilities: 'object',
  env: 'object',
  clock: 'object',
  animate: 'boolean',
  argv: 'array',
  logger: 'object',
  inline: 'boolean',
  mouse: 'boolean',
  showStats: 'boolean',
  copyOnSelect: 'boolean',
  compiler: 'object',
  permissions: 'object',
  access: 'function',
  clipboard: 'object',
  writeClipboard: 'function',
  onFrameRequest: 'function',
  onFrame: 'function',
  onExit: 'function',
  onTitle: 'function',
  onPrint: 'function',
  onStarted: 'function',
  onResult: 'function',
  onSubmit: 'function',
  isAttended: 'boolean',
  stdin: 'function',
};

/** The same for programs, whose arguments are checked. @throws TypeError for what none of them may be */
export function createCheckedApp(text: string, options: CreateAppOptions = {}): App {
  checkKind('createApp', 'text', text, 'string');
  checkOptions<CreateAppOptions>('createApp', options, KINDS);
  // A program opens documents that it trusts with what it may read itself.
  return createApp(text, { readParts: ownParts, ...options });
}
