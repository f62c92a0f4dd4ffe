/** The settings that each command reads, and the message when a value has another type. */
import { kindOf } from '../runtime/base/json/json.js';
import type { Entry } from './layers/layer.js';
import { withoutSecrets } from './texts/redact.js';
import { PROPERTIES } from './schema.js';
import type { ConfigReader } from './types.js';

/** Whether a call reads the key, or a key within a section. An app reads its own keys whatever runs it. */
export function isRead(key: string, reader: ConfigReader | undefined): boolean {
  const within = [...PROPERTIES].filter(([name]) => name === key || name.startsWith(`${key}.`));
  return (
    within.length === 0 ||
    within.some(([, { readBy }]) =>
      reader === undefined ? readBy.length > 0 : readBy.includes(reader),
    )
  );
}

const GETTERS = { string: 'getString', boolean: 'getBoolean', number: 'getNumber' } as const;

/** The error for a value that is read as another type. */
export function mismatch(
  key: string,
  expected: keyof typeof GETTERS,
  { value, source, place }: Entry,
  isSecret: boolean,
): { readonly message: string; readonly suggestion: string } {
  const found = isSecret ? 'another type' : withoutSecrets(kindOf(value));
  const from = source === place ? source : `${source}, ${place}`;
  const type = typeof value;
  const getter = type in GETTERS ? GETTERS[type as keyof typeof GETTERS] : 'getValue';
  return {
    message: `${key}: expected a ${expected}, found ${found} (from ${from})`,
    suggestion: `read it with ${getter}`,
  };
}
