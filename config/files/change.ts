/** Changes single keys of the user's file: `tui config set` and `unset`. */
import { dirname, resolve } from 'node:path';
import {
  bindingKey,
  bindingPath,
  filePath,
  readBindingText,
  type BindingPath,
} from '../bindings.js';
import { parseConfigText, readConfigFile } from '../layers/file-layer.js';
import { messageOf, readText } from '../declared.js';
import { member } from '../layers/flatten.js';
import { DECLARED, suggestKey } from '../layers/layer.js';
import { fail, quotedKey } from '../diagnostics.js';
import { shownValue } from '../texts/redact.js';
import { saveChanges } from './save.js';
import { PROPERTIES, SECTIONS } from '../schema.js';
import { isPathValue } from '../layers/set-by.js';
import { linkTarget, makeFolder, replaceFile } from './write-file.js';

/**
 * Sets a key in the file, to its default as well, since the user requested it. Returns the value as it is shown.
 *
 * @param text as a variable would have it
 * @throws DiagnosticError, ConfigPermissionError, ConfigLockedError
 */
export function setInFile(path: string, key: string, text: string, cwd: string): string {
  const binding = bindingPath(key);
  if (binding !== undefined) return setBinding(path, binding, text);
  const declared = DECLARED.get(key);
  const property = PROPERTIES.get(key);
  if (declared === undefined || property === undefined) return unknown(key);
  const checked = readText(declared, text);
  if (!checked.ok) return fail('bad-value', messageOf(key, checked), checked.suggestion);
  const isRelative = isPathValue(property, checked.value) && !text.startsWith('~');
  const value = isRelative ? resolve(cwd, text) : checked.value;
  saveChanges(path, new Map([[key, value]]));
  return shownValue(value, declared.secret);
}

function setBinding(path: string, binding: BindingPath, text: string): string {
  const key = bindingKey(binding);
  if (binding.command === undefined) {
    return fail('bad-value', `${key}: expected keys.APP.COMMAND`, `write ${key}.COMMAND`);
  }
  const checked = readBindingText(text);
  if (!checked.ok) return fail('bad-value', `${key}: ${checked.message}`, checked.suggestion);
  saveChanges(path, new Map([[key, checked.value]]));
  return shownValue(checked.value, false);
}

/**
 * Takes a key out of the file, one that is unknown there as well. False where it was not in it.
 *
 * @throws DiagnosticError, ConfigPermissionError, ConfigLockedError
 */
export function unsetInFile(path: string, key: string): boolean {
  if (SECTIONS.has(key) && typeAt(path, key) === 'object') return unknown(key);
  const isThere = typeAt(path, key) !== undefined;
  if (isThere) saveChanges(path, new Map([[key, undefined]]));
  else if (!DECLARED.has(key) && bindingPath(key) === undefined) return unknown(key);
  return isThere;
}

/** Makes the file where there is none, for an editor. */
export function makeFile(path: string): void {
  if (readConfigFile(path).state !== 'missing') return;
  const target = linkTarget(path);
  makeFolder(dirname(target));
  replaceFile(target, '{\n}\n', () => undefined);
}

function unknown(key: string): never {
  return fail(
    'unknown-key',
    `${quotedKey(key)} is not a key of the configuration`,
    suggestKey(key) ?? 'see tui config for all of them',
  );
}

/** The type of what the file has under a key; undefined where it has nothing, or cannot be read. */
function typeAt(path: string, key: string): string | undefined {
  const read = readConfigFile(path);
  const parsed =
    read.state === 'read' ? parseConfigText({ file: path, text: read.text }) : undefined;
  let at = parsed?.ok === true ? parsed.tree : undefined;
  for (const name of filePath(key)) at = at?.type === 'object' ? member(at, name) : undefined;
  return at?.type;
}
