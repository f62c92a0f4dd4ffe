/** An invalid message: the other side is broken or hostile, and is ignored from then on. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
