/** Places and sizes of boxes by CSSOM View, in cells; everything is 0 where the element has no box. */
import { scrollMetrics } from '../scrolling.js';
import { isConnected, isElement, ownerOf, parentOf, type TreeNode } from '../tree/tree-node.js';

interface Offsets {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const NOTHING: Offsets = { left: 0, top: 0, width: 0, height: 0 };

/** Whether the element has a box, which may be empty. */
function isRendered(element: TreeNode): boolean {
  const { host } = ownerOf(element);
  const rect = host.bounds(element);
  if (rect === undefined || !isConnected(element)) return false;
  if (rect.width > 0 || rect.height > 0) return true;
  for (let at: TreeNode | null = element; at !== null && isElement(at); at = parentOf(at)) {
    if (host.computedText(at, 'display') === 'none') return false;
  }
  return true;
}

/** The nearest element around it that is positioned, or the root; null for the root, and what is fixed or has no box. */
export function offsetParentOf(element: TreeNode): TreeNode | null {
  const { host } = ownerOf(element);
  if (!isRendered(element)) return null;
  if (host.computedText(element, 'position') === 'fixed') return null;
  for (let at = parentOf(element); at !== null && isElement(at); at = parentOf(at)) {
    const around = parentOf(at);
    if (around === null || !isElement(around)) return at;
    const position = host.computedText(at, 'position') ?? 'static';
    if (position !== 'static') return at;
  }
  return null;
}

/** Border box, counted from the content that its `offsetParent` scrolls. */
export function offsetsOf(element: TreeNode): Offsets {
  const { host } = ownerOf(element);
  const rect = host.bounds(element);
  if (rect === undefined || !isRendered(element)) return NOTHING;
  const { x: left, y: top, width, height } = rect;
  const parent = offsetParentOf(element);
  const around = parent === null ? undefined : host.bounds(parent);
  if (parent === null || around === undefined) return { left, top, width, height };
  const metrics = scrollMetrics(parent);
  return {
    left: left - around.x - metrics.clientLeft + metrics.left,
    top: top - around.y - metrics.clientTop + metrics.top,
    width,
    height,
  };
}

export interface VisibilityOptions {
  readonly visibilityProperty?: boolean;
  readonly checkVisibilityCSS?: boolean;
}

/** Whether it has a box; with an option, whether that box is not `visibility: hidden`, too. */
export function isVisible(element: TreeNode, options: VisibilityOptions = {}): boolean {
  const { host } = ownerOf(element);
  if (!isRendered(element)) return false;
  const looks = Boolean(options.visibilityProperty) || Boolean(options.checkVisibilityCSS);
  return !looks || (host.computedText(element, 'visibility') ?? 'visible') === 'visible';
}
