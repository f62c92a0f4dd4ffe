/**
 * Saved values of one app's own keys: a file beside the settings, in the folder `apps`, named by the app's path.
 * Keys of the schema are not read there, and keys that the app does not declare any more are left alone.
 */
import { dirname, join } from 'node:path';
import { formatPlace } from '../../runtime/base/diagnostics.js';
import { jsonValue } from '../../runtime/base/json/json.js';
import { readValue, type Declared } from '../declared.js';
import { ConfigDiagnostics } from '../diagnostics.js';
import { parseConfigText, readConfigFile } from './file-layer.js';
import { flatten } from './flatten.js';
import { EMPTY_LAYER, type Entry, type Layer } from './layer.js';

/** @param real the app's real path */
export function appConfigPath(configPath: string, real: string): string {
  // Node's crypto takes 2 ms to load, and most apps have no keys of their own.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 32);
  return join(dirname(configPath), 'apps', `${hash}.json`);
}

/** A file that cannot be read, and a value that does not fit any more, are warnings: the app runs without them. */
export function readAppFile(path: string, declared: ReadonlyMap<string, Declared>): Layer {
  const read = readConfigFile(path);
  if (read.state === 'missing') return EMPTY_LAYER;
  if (read.state === 'unreadable') {
    return { entries: new Map(), diagnostics: [{ ...read.diagnostic, severity: 'warning' }] };
  }
  const source = { file: path, text: read.text };
  const parsed = parseConfigText(source);
  if (!parsed.ok) {
    return { entries: new Map(), diagnostics: [{ ...parsed.diagnostic, severity: 'warning' }] };
  }
  const diagnostics = new ConfigDiagnostics('file');
  const entries = new Map<string, Entry>();
  const isKey = (key: string): boolean => declared.has(key);
  for (const { key, node } of flatten(parsed.tree, isKey).leaves) {
    const own = declared.get(key);
    if (own === undefined) continue;
    const span = { start: node.offset, end: node.offset + node.length };
    const place = formatPlace(source, span);
    const checked = readValue(own, jsonValue(node));
    if (checked.ok) entries.set(key, { value: checked.value, source: 'file', place });
    else {
      const message = `${key}: the saved value does not fit: ${checked.message}`;
      diagnostics.add({
        severity: 'warning',
        code: 'bad-value',
        message,
        key,
        source: { file: place, text: '' },
      });
    }
  }
  return { entries, diagnostics: diagnostics.list() };
}
