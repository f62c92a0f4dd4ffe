/**
 * What server and clients prove to each other: that they know the token, which neither sends. Another user of the machine
 * can take the port before the server does, or after it has ended, and then receives what clients send.
 *
 * A key is derived from the token for each run of the server. The client proves the key first: so no client gets from
 * the server what guesses at the token could be tried on. Each proof covers random numbers of both sides, and the address
 * that the client has connected to: a program that listens elsewhere cannot pass it on.
 */

/** HMAC-SHA-256 of a text with a key, both as UTF-8, in hexadecimal digits. */
export type Hmac<T extends string | Promise<string> = string> = (key: string, text: string) => T;

export interface Handshake {
  /** As the client addresses the server: host and port, as in the header `Host`. */
  readonly host: string;
  /** Random, of the server. */
  readonly challenge: string;
  /** Random, of the client. */
  readonly nonce: string;
}

/** From the token to the key of one run, with the token as the key of the HMAC. */
export function runText(run: string): string {
  return `tui.v1 run\n${run}`;
}

/** What the client proves, for a ticket. */
export function clientText(handshake: Handshake): string {
  return proofText('client', handshake);
}

/** What the server proves, in its first message over the WebSocket that the ticket has opened. */
export function serverText(handshake: Handshake, ticket: string): string {
  return `${proofText('server', handshake)}\n${ticket}`;
}

function proofText(side: string, { host, challenge, nonce }: Handshake): string {
  return [`tui.v1 ${side}`, host.toLowerCase(), challenge, nonce].join('\n');
}
