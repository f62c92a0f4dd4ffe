/** Whose state a state is. */

/** An app as its state is kept for it. */
export interface StateOwner {
  /** Real path of the document, or the origin of an app from the web and the hash of its content. */
  readonly id: string;
}

/** The owner of a state; undefined for what has no name of its own: an app from stdin. */
export function stateOwner(
  real: string | undefined,
  remote: { readonly url: string; readonly hash: string } | undefined,
): StateOwner | undefined {
  if (remote !== undefined) return { id: `${new URL(remote.url).origin} ${remote.hash}` };
  return real === undefined ? undefined : { id: real };
}
