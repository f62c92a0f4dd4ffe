/**
 * Constants of the protocol that the server, its page and `tui-runtime/client` share. The page loads nothing else of
 * messages.ts.
 */

/** The subprotocol that both sides have to name. */
export const PROTOCOL = 'tui.v1';
/** Path of the WebSocket. */
export const SOCKET_PATH = '/ws';
/** Path where clients get a challenge, and the one where they exchange a proof of their token for a ticket. */
export const CHALLENGE_PATH = '/challenge';
export const SESSION_PATH = '/session';
/** What precedes a ticket among the subprotocols that a client names. */
export const TICKET_PREFIX = 'ticket.';
/** Milliseconds for which wrong tokens lock an address. */
export const LOCK_TIME = 60_000;

/** Bytes of one message from a client. */
export const MAX_MESSAGE = 64 * 1024;
/** Frames of WebSockets that one message may come in. Each keeps all bytes that were read with it until the last one. */
export const MAX_PIECES = 64;
/** UTF-16 units of one message with typed text. */
export const MAX_TEXT = 4096;
/** UTF-16 units of one paste, in all of its messages. */
export const MAX_PASTE = 1024 * 1024;
/** UTF-16 units of a part of a paste: three times as many bytes at most, and twice that as JSON. */
const PASTE_PART = 8192;
/** Printed lines that are kept for clients, and that a page shows. */
export const MAX_PRINTED = 2000;
/** Sides of a screen, in cells. */
export const MAX_SIDE = 1000;

/** Codes of a close (RFC 6455, and the registry of IANA; those from 4000 are for applications). */
export const CLOSE = { ended: 1000, bad: 1008, full: 1013, slow: 4008 } as const;

/** The messages of a paste; one for an empty text. */
export function pasteMessages(
  text: string,
): readonly { readonly type: 'paste'; readonly text: string; readonly more: boolean }[] {
  const count = Math.max(1, Math.ceil(text.length / PASTE_PART));
  return Array.from({ length: count }, (_, at) => ({
    type: 'paste',
    text: text.slice(at * PASTE_PART, (at + 1) * PASTE_PART),
    more: at + 1 < count,
  }));
}
