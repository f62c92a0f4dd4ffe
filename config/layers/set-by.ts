/**
 * The layers that may set a key, as the schema declares it.
 *
 * `app` is missing where tui itself acts on the key: it writes the log's file, opens ports, sends keys to the
 * AI service. An app that could set such a key would act with the user's rights.
 */
import { join, resolve } from 'node:path';
import { PROPERTIES } from '../schema.js';
import type { ConfigProperty } from '../types.js';

/** What an app does with a value: keep it for this run, or write it to the user's file. */
export type AppAction = 'set' | 'save';

export interface Refusal {
  readonly code: 'reserved-key';
  readonly message: string;
  readonly suggestion: string;
}

/** Why an app's policy may not set the key; undefined where it may. Keys of the app's own it always may. */
export function policyRefusal(key: string): Refusal | undefined {
  const property = PROPERTIES.get(key);
  if (property === undefined || property.setBy.includes('policy')) return undefined;
  return {
    code: 'reserved-key',
    message: `${key}: only the user may set this key; the value is ignored`,
    suggestion: `remove it: the user sets it with ${property.flag} or ${property.env}`,
  };
}

/** Why an app's scripts may not set the key to this value; undefined if they may. */
export function appRefusal(key: string, value: unknown, action: AppAction): Refusal | undefined {
  const property = PROPERTIES.get(key);
  if (property === undefined) return undefined;
  if (!property.setBy.includes('app')) {
    return {
      code: 'reserved-key',
      message: `${key}: an app may not ${action} this key, since tui acts on it with the user's rights`,
      suggestion: `the user sets it with ${property.flag}, ${property.env}, or in the configuration file`,
    };
  }
  if (action === 'set' || !isPathValue(property, value)) return undefined;
  return {
    code: 'reserved-key',
    message: `${key}: an app may not save a path, since tui opens it with the user's rights`,
    suggestion: `save one of ${(property.enum ?? []).join(', ')}`,
  };
}

/** An absolute path: `~` is the home folder, and what is relative counts from `folder`. */
export function wholePath(value: string, folder: string, home: string): string {
  if (value === '~' || value.startsWith('~/')) return join(home, value.slice(1));
  return resolve(folder, value);
}

/** A key of `enum` and paths (`theme`) holds a path where the value is none of the names. */
export function isPathValue(property: ConfigProperty, value: unknown): boolean {
  if (property.format !== 'path' || typeof value !== 'string' || value === '') return false;
  return property.enum?.includes(value) !== true;
}

/** Whether a policy that sets the key to this value has it shown in the question. */
export function isShownOfPolicy(property: ConfigProperty, value: unknown): boolean {
  return !property.setBy.includes('app') || isPathValue(property, value);
}
