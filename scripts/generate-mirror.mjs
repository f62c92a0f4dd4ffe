/** The page about the protocol of the mirror, from the table of its messages. */
import { formatted, sourceOf, table } from './page-tools.mjs';

const PAGE = 'docs/reference/mirror-protocol.md';

/** @returns {Promise<Record<string, string>>} file contents by path from the project's folder */
export async function generate() {
  const declared = await sourceOf(
    'cli/mirror',
    `export * from './messages.ts'; export * from './protocol.ts';`,
  );
  return await formatted({ [PAGE]: page(declared) });
}

function page({ CLIENT_MESSAGES, SERVER_MESSAGES, ACTIONS, ...protocol }) {
  const { PROTOCOL, MAX_MESSAGE, MAX_PIECES, CLOSE, SOCKET_PATH, TICKET_PREFIX } = protocol;
  const { CHALLENGE_PATH, SESSION_PATH } = protocol;
  const actions = Object.entries(ACTIONS).map(([type, { value, summary }]) => [
    `\`${type}\``,
    type === 'key' ? value : value === '' ? '' : `\`value\`: ${value}`,
    summary,
  ]);
  return `# The protocol of the mirror

After this page you can write a client of the mirror in any language. What the mirror is for, and a client that speaks this: [the mirror](../mirror.md).

## Connecting

The token is never sent. Client and server prove to each other that they know it:

1. POST \`{}\` to \`http://HOST:PORT${CHALLENGE_PATH}\`. The response is \`{"run": "…", "challenge": "…"}\`.
2. Compute, with \`hmac(key, text)\` as HMAC-SHA-256 of UTF-8 in lower-case hexadecimal digits and \`\\n\` as a line feed:
   - \`key = hmac(TOKEN, "tui.v1 run\\n" + run)\`
   - \`proof = hmac(key, "tui.v1 client\\n" + host + "\\n" + challenge + "\\n" + nonce)\`, with \`host\` as in the header \`Host\`
     (\`127.0.0.1:8080\`) and \`nonce\` as 32 to 64 random hexadecimal digits
3. POST \`{"challenge": "…", "nonce": "…", "proof": "…"}\` to \`${SESSION_PATH}\`. The response is \`{"ticket": "…"}\`.
4. Open \`ws://HOST:PORT${SOCKET_PATH}\` with the subprotocols \`${PROTOCOL}\` and \`${TICKET_PREFIX}TICKET\`.
5. The first message is \`hello\`. Close the connection unless its \`proof\` is
   \`hmac(key, "tui.v1 server\\n" + host + "\\n" + challenge + "\\n" + nonce + "\\n" + ticket)\`: another program has the port.

- A printed name below \`localhost\` leads to a browser's own machine; elsewhere \`127.0.0.1\` or \`localhost\` can be the HOST.
- Each request states the header \`Origin: http://HOST:PORT\`, which browsers set, and POSTs \`Content-Type: application/json\`.
- A challenge and a ticket are valid once, for ten seconds; a \`key\`, until the app ends.
- What is refused is answered with 400, 401 (token or ticket), 403 (origin), 404, 409 (challenge), 413 (body), 421 (host), 429 (too
  many wrong tokens) or 503 (too many clients).

Each message is one JSON object in a text message, of at most ${MAX_MESSAGE} bytes and ${MAX_PIECES} frames of WebSockets from a client. Fields that are not known are ignored. A
message that does not fit its table, or has too many frames, ends the connection with ${CLOSE.bad}, one that is too long with 1009; when the app ends, it is
${CLOSE.ended}. A client that reads too slowly, while much waits for it, is closed with ${CLOSE.slow}, and may connect again.

A client has at most one \`frame\` and one \`tree\` that it has not read and acknowledged, except for the last frame of an app that
ends. The next one brings it from there to the newest
state, so that a client that is slow misses what was between, and nothing else. A client may send 200 messages a second, and 400 at
once, pings and pongs included; it is read no faster.

## From a client

${Object.entries(CLIENT_MESSAGES).map(message).join('\n\n')}

## From the mirror

${Object.entries(SERVER_MESSAGES).map(message).join('\n\n')}

## Actions

The field \`action\` of \`act\` is an object with a \`type\`. What a person could not do in the terminal is not done: where a control is
disabled, read-only, hidden, or behind a modal dialog.

${table(['Type', 'Beside it', 'Meaning'], actions)}

## The tree

A node has a \`role\` (those of WAI-ARIA where it has one), its \`depth\`, and what applies of \`name\`, \`value\`, \`checked\`,
\`selected\`, \`expanded\`, \`disabled\`, \`focused\` and the like; \`ref\` where it can be operated. The type \`AccessibleItem\` of
\`tui-runtime/client\` has all of them.
`;
}

function message([name, { summary, role, required, fields }]) {
  const rows = Object.entries(fields).map(([field, { type, description, ...rest }]) => [
    `\`${field}\`${required.includes(field) ? '' : ', optional'}`,
    rest.enum === undefined ? type : rest.enum.map((word) => `\`${word}\``).join(', '),
    description + bounds(rest),
  ]);
  const needs = role === 'drive' ? ' Needs the drive token.' : '';
  return `### \`${name}\`\n\n${summary}${needs}\n\n${table(['Field', 'Type', 'Meaning'], rows)}`;
}

function bounds({ minimum, maximum, maxLength }) {
  if (maxLength !== undefined) return ` At most ${maxLength} UTF-16 units.`;
  if (minimum !== undefined && maximum !== undefined) return ` From ${minimum} to ${maximum}.`;
  return '';
}
