/** The standard's `ShadowRoot`, and what slots of shadow trees report to scripts. */
import { DocumentFragment } from './document-fragment.js';
import { Event } from './events/event.js';
import { dispatchTrusted } from './events/event-target.js';
import type { FAMILY } from './node.js';
import { replaceAll } from './tree/mutate.js';
import { serialize } from './tree/serialize.js';
import {
  attachShadowRoot,
  assignedNodesOf,
  flattenedNodesOf,
  mayHaveShadow,
  scheduleSignal,
  setSlotChange,
} from './tree/shadow.js';
import {
  fail,
  firstChildOf,
  isClosed,
  nameOf,
  ownerOf,
  retarget,
  rootOf,
  shadowHostOf,
  shadowRootOf,
  type TreeNode,
} from './tree/tree-node.js';

export interface ShadowRootInit {
  readonly mode: 'open' | 'closed';
}

/** The root of the tree that an element shows in the place of its children. */
export class ShadowRoot extends DocumentFragment {
  override get [Symbol.toStringTag](): string {
    return 'ShadowRoot';
  }
  get mode(): 'open' | 'closed' {
    return isClosed(this) ? 'closed' : 'open';
  }
  get host(): this[typeof FAMILY]['element'] {
    return shadowHostOf(this) as this[typeof FAMILY]['element'];
  }
  /** The element of this tree that has the focus, or has it in its own shadow tree. */
  get activeElement(): this[typeof FAMILY]['element'] | null {
    const { activeElement } = ownerOf(this);
    if (activeElement === null) return null;
    const seen = retarget(activeElement, this);
    return rootOf(seen) === this ? (seen as this[typeof FAMILY]['element']) : null;
  }
  get innerHTML(): string {
    return serialize(this, false);
  }
  set innerHTML(markup: unknown) {
    const text = markup === null ? '' : String(markup);
    const host = shadowHostOf(this);
    const parsed = text === '' || host === null ? [] : [ownerOf(this).parseFragment(text, host)];
    replaceAll(this, parsed);
  }
  override cloneNode(): never {
    return fail('NotSupportedError', 'the root of a shadow tree cannot be copied');
  }
}

/** Gives an element a shadow tree. @throws NotSupportedError where it cannot have one, or has one already */
export function attachShadow(host: TreeNode, init: ShadowRootInit): ShadowRoot {
  const mode: unknown = (init as ShadowRootInit | undefined)?.mode;
  if (mode !== 'open' && mode !== 'closed') {
    throw new TypeError('attachShadow: expected { mode: "open" } or { mode: "closed" }');
  }
  if (!mayHaveShadow(host)) {
    fail('NotSupportedError', `<${nameOf(host)}> cannot have a shadow tree`);
  }
  if (shadowRootOf(host) !== null) {
    fail('NotSupportedError', `<${nameOf(host)}> has a shadow tree already`);
  }
  const root = new ShadowRoot(ownerOf(host));
  attachShadowRoot(host, root, mode === 'closed');
  if (firstChildOf(host) !== null) scheduleSignal(root);
  return root;
}

setSlotChange((slot) => void dispatchTrusted(slot, new Event('slotchange', { bubbles: true })));

export interface AssignedNodesOptions {
  /** In the place of slots in the slot what is in these, and what the slot has itself where it is empty. */
  readonly flatten?: boolean | undefined;
}

/** `slot.assignedNodes()`. */
export function readAssignedNodes(
  slot: TreeNode,
  options: AssignedNodesOptions = {},
): readonly TreeNode[] {
  if (shadowHostOf(rootOf(slot)) === null) return [];
  return options.flatten === true ? flattenedNodesOf(slot) : [...assignedNodesOf(slot)];
}
