/** `createApp` with the standard elements filled in. */
import { registry as standardRegistry } from '#elements';
import { createApp as createAppOf, type App, type AppOptions } from '../runtime/app.js';
import type { Registry } from '../runtime/element/tui-element.js';

export interface CreateAppOptions extends Omit<AppOptions, 'registry'> {
  /** Default: the standard elements. */
  readonly registry?: Registry | undefined;
}

/** Reads and checks a document. Throws a DiagnosticError where something in it is an error. */
export function createApp(text: string, options: CreateAppOptions = {}): App {
  return createAppOf(text, { ...options, registry: options.registry ?? standardRegistry });
}
