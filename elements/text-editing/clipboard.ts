/** The clipboard that fields of one document share: the kill ring, which their paste key also inserts. */
import { KillRing } from './kill-ring.js';

const rings = new WeakMap<object, KillRing>();

/** The kill ring of a document. */
export function killRingOf(document: object): KillRing {
  let ring = rings.get(document);
  if (ring === undefined) rings.set(document, (ring = new KillRing()));
  return ring;
}
