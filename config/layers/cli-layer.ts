/**
 * Parsed flags as a layer. The flags were checked when they were read; values given by code are checked here.
 */
import { messageAt, readValue } from '../declared.js';
import { DECLARED, suggestKey, type Entry, type Layer } from './layer.js';
import { ConfigDiagnostics, quotedKey } from '../diagnostics.js';
import { PROPERTIES, flagFor } from '../schema.js';

/** @param flags values by key, as `parseCliFlags` returns them */
export function readFlags(flags: Readonly<Record<string, unknown>>): Layer {
  const diagnostics = new ConfigDiagnostics('cli');
  const entries = new Map<string, Entry>();
  for (const [key, value] of Object.entries(flags)) {
    if (value === undefined) continue;
    const declared = DECLARED.get(key);
    const property = PROPERTIES.get(key);
    if (declared === undefined || property === undefined) {
      const message = `${quotedKey(key)} is not a key that a flag can set`;
      const suggestion = suggestKey(key);
      diagnostics.add({ severity: 'error', code: 'unknown-key', message, key, suggestion });
      continue;
    }
    const place = flagFor(property, value);
    const checked = readValue(declared, value);
    if (checked.ok) entries.set(key, { value: checked.value, source: 'cli', place });
    else {
      const { suggestion } = checked;
      diagnostics.add({
        severity: 'error',
        code: 'bad-value',
        message: messageAt(place, checked),
        key,
        suggestion,
      });
    }
  }
  return { entries, diagnostics: diagnostics.list() };
}
