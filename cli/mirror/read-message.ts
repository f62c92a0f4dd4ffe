/** Reads a message of a client: bounded JSON, validated against the table of messages. */
import type { ValidateFunction } from 'ajv';
import { CLIENT_MESSAGES, schemaOf, type ClientMessage } from './messages.js';

/** A message that breaks the protocol. */
export class BadMessageError extends Error {
  override readonly name = 'BadMessageError';
}

type Type = ClientMessage['type'];

/** Resolves to what reads messages. ajv is loaded here, when a mirror is opened. */
export async function messageReader(): Promise<(text: string) => ClientMessage> {
  const { Ajv } = await import('ajv');
  const ajv = new Ajv({ allErrors: false });
  const checks = new Map<string, ValidateFunction>(
    (Object.keys(CLIENT_MESSAGES) as Type[]).map((type) => [
      type,
      ajv.compile(schemaOf(CLIENT_MESSAGES[type])),
    ]),
  );
  return (text) => {
    const value = parse(text);
    const type = (value as { readonly type?: unknown } | null)?.type;
    const check = typeof type === 'string' ? checks.get(type) : undefined;
    if (check === undefined) throw new BadMessageError('a message of no known type');
    if (!check(value)) {
      const { instancePath = '', message = '' } = check.errors?.[0] ?? {};
      throw new BadMessageError(`${String(type)}${instancePath} ${message}`);
    }
    return value as ClientMessage;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadMessageError('a message that is not JSON');
  }
}
