/** Something that cannot be a message: the other side is broken or hostile, and is not listened to again. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
