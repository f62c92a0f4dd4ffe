/** Notifies node iterators before a node leaves its parent. There are none in most documents. */
import type { TreeNode } from './tree-node.js';

export interface RemovalListener {
  /** The node is still in its place. */
  removing(node: TreeNode): void;
}

const listeners = new Set<WeakRef<RemovalListener>>();

/** Held weakly: kept as long as other code keeps the listener. */
export function onRemoval(listener: RemovalListener): void {
  listeners.add(new WeakRef(listener));
}

export function notifyRemoval(node: TreeNode): void {
  if (listeners.size === 0) return;
  for (const each of listeners) {
    const listener = each.deref();
    if (listener === undefined) listeners.delete(each);
    else listener.removing(node);
  }
}
