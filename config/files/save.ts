/** Saves settings to the user's file: only the saved keys change. */
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { filePath } from '../bindings.js';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { jsonValue } from '../../runtime/base/json/json.js';
import { MAX_FILE_BYTES, parseConfigText, readConfigFile } from '../layers/file-layer.js';
import { member } from '../layers/flatten.js';
import { removeDuplicates, removeJson, setJson } from './jsonc-edit.js';
import { DECLARED, suggestKey, type Entry } from '../layers/layer.js';
import { acquireLock } from './lock.js';
import { ConfigLockedError, ConfigPermissionError, fail, quotedKey } from '../diagnostics.js';
import { redacted } from '../texts/redact.js';
import { PROPERTIES } from '../schema.js';
import { isPathValue, wholePath } from '../layers/set-by.js';
import { linkTarget, makeFolder, removeAbandoned, replaceFile } from './write-file.js';

/** What to write: a value by key, or undefined to remove the key from the file. */
export type Changes = ReadonlyMap<string, unknown>;

interface SaveRules {
  /** Keys of the app's own, which are not kept in the file. */
  readonly appKeys: ReadonlyMap<string, unknown>;
  /** Throws where the value does not fit, or may not be saved. */
  readonly check: (key: string, value: unknown) => unknown;
}

/**
 * What is to be saved, checked: what was set at run time, and the overrides over that. Never what a flag, a
 * variable or a policy sets: those are for this call, this shell and this app, and the file is for all.
 */
export function valuesToSave(
  overrides: Readonly<Record<string, unknown>>,
  runtime: ReadonlyMap<string, Entry>,
  { appKeys, check }: SaveRules,
): Map<string, unknown> {
  const requested = new Map(Object.entries(overrides));
  for (const key of requested.keys()) {
    if (appKeys.has(key)) {
      fail('app-key', `${quotedKey(key)} is a key of the app: it is not kept in the user's file`);
    }
    if (!DECLARED.has(key))
      fail('unknown-key', `${quotedKey(key)} cannot be saved`, suggestKey(key));
  }
  const values = new Map<string, unknown>();
  for (const key of DECLARED.keys()) {
    if (requested.has(key)) values.set(key, check(key, requested.get(key)));
    else if (runtime.has(key)) values.set(key, check(key, runtime.get(key)?.value));
  }
  return values;
}

/**
 * What becomes of it in the file. Undefined takes a key out; so does the default, unless a policy sets the key.
 * A relative path counts from the working folder, and would count from the file's folder there.
 */
export function changesOf(
  values: ReadonlyMap<string, unknown>,
  { cwd, home }: { readonly cwd: string; readonly home: string },
  isInPolicy: (key: string) => boolean,
): Map<string, unknown> {
  const changes = new Map<string, unknown>();
  for (const [key, value] of values) {
    const property = PROPERTIES.get(key);
    const isDefault = isDeepStrictEqual(value, property?.default);
    const isPath = property !== undefined && isPathValue(property, value);
    if (isDefault && !isInPolicy(key)) changes.set(key, undefined);
    else changes.set(key, isPath ? wholePath(String(value), cwd, home) : value);
  }
  return changes;
}

/**
 * Merges the changes into the file on the disk, under a lock. A symlink's target is written, not the link.
 * Throws `ConfigPermissionError`, `ConfigLockedError`, or a DiagnosticError where the file is malformed.
 */
export function saveChanges(path: string, changes: Changes): void {
  try {
    const target = linkTarget(path);
    makeFolder(dirname(target));
    const lock = acquireLock(`${target}.lock`);
    try {
      removeAbandoned(target);
      const { text: old, hasMark } = readTarget(target);
      const text = merge(path, old, changes);
      if (text === old) return;
      replaceFile(target, hasMark ? `\ufeff${text}` : text, () => {
        if (!lock.isHeld()) throw new ConfigLockedError(target, 'another process');
      });
    } finally {
      lock.release();
    }
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    const denied = ['EACCES', 'EPERM', 'EROFS', 'ERR_ACCESS_DENIED'];
    if (denied.includes(code ?? '')) throw new ConfigPermissionError(path, error);
    // A full disk, a file where a folder has to be, links in a circle.
    if (syscall !== undefined || code === 'ELOOP') {
      fail(
        'cannot-write',
        `${path} cannot be written (${code ?? syscall ?? ''}); nothing was saved`,
      );
    }
    throw error;
  }
}

function readTarget(target: string): { readonly text: string; readonly hasMark: boolean } {
  const read = readConfigFile(target);
  if (read.state === 'unreadable') throw new DiagnosticError([read.diagnostic]);
  return read.state === 'missing' ? { text: '', hasMark: false } : read;
}

/** @param file the name in messages */
function merge(file: string, old: string, changes: Changes): string {
  const parsed = parseConfigText({ file, text: old }, 'nothing was saved');
  if (!parsed.ok) throw new DiagnosticError([parsed.diagnostic]);
  // A missing or blank file is not written only to remove keys from it.
  const blank = old.trim() === '';
  if (blank && [...changes.values()].every((value) => value === undefined)) return old;
  let text = blank ? '{}\n' : old;
  for (const [key, value] of changes) {
    const keys = filePath(key);
    text = removeDuplicates(text, keys);
    refuseScalarSection(file, text, keys);
    if (value === undefined) text = removeJson(text, keys);
    else if (!isDeepStrictEqual(valueAt(file, text, keys), value))
      text = setJson(text, keys, value);
  }
  verify(file, text, changes);
  return text;
}

/** `"log": 5` in the file is an error of the user's, which writing `log.level` must not discard. */
function refuseScalarSection(file: string, text: string, keys: readonly string[]): void {
  const source = { file, text };
  const parsed = parseConfigText(source);
  let at = parsed.ok ? parsed.tree : undefined;
  for (const name of keys.slice(0, -1)) {
    at = at && member(at, name);
    if (at === undefined || at.type === 'object') continue;
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'bad-value',
        message: `${name}: expected an object; "${keys.join('.')}" cannot be saved in it`,
        source: redacted(source, { start: 0, end: text.length }, []),
        span: { start: at.offset, end: at.offset + at.length },
        suggestion: 'write it as { … }',
      },
    ]);
  }
}

/** Never a file that reads back as something else than was saved, or that is not read at all. */
function verify(file: string, text: string, changes: Changes): void {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
    fail('too-large', `${file} would be larger than ${MAX_FILE_BYTES} bytes; nothing was saved`);
  }
  for (const [key, value] of changes) {
    if (!isDeepStrictEqual(valueAt(file, text, filePath(key)), value)) {
      throw new Error(`"${key}" could not be written into ${file}; nothing was saved`);
    }
  }
}

function valueAt(file: string, text: string, keys: readonly string[]): unknown {
  const parsed = parseConfigText({ file, text });
  let at = parsed.ok ? parsed.tree : undefined;
  for (const name of keys) at = at?.type === 'object' ? member(at, name) : undefined;
  return at === undefined ? undefined : jsonValue(at);
}
