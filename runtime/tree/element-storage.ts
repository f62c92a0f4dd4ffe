/** linkedom's element with the members of nodes, ready to be the parent of `TuiElement`. */
import { CHILDREN, CONNECTED, LinkedElement, type LinkedElementNode } from './linkedom.js';
import { installElementMembers } from './element-members.js';
import { install } from './node-members.js';

class ElementStorage extends (LinkedElement as new (
  owner: object,
  localName: string,
) => LinkedElementNode) {
  // Declared here so that every element has the same shape from the start.
  override [CONNECTED] = false;
  override [CHILDREN] = null;
}
install(ElementStorage.prototype, 'node', 'child', 'parent', 'content');
installElementMembers(ElementStorage.prototype);

/** The same, seen as the standard's interface `I` with a document of type `D`. */
export function elementStorage<I, D>(): new (document: D, localName: string) => I {
  return ElementStorage as unknown as new (document: D, localName: string) => I;
}
