/**
 * Keeps in view what the user is at, where a layout would move it out: the focused element in each box that scrolls and has
 * received another size, and what an element names as its `[SCROLL_ANCHOR]` whatever has changed.
 *
 * What was not in view before is left where it is, and so is a box that a script has scrolled itself.
 */
import { intersect, isEmpty, type Rect } from '../../base/geometry.js';
import { SCROLL_ANCHOR } from '../../element/internals.js';
import { activeElementOf, documentOf } from '../../element/tree.js';
import { isInlineBox, type TuiElement } from '../../element/tui-element.js';
import type { LayoutBox } from '../box.js';

export interface KeptViewPorts {
  readonly boxOf: (element: TuiElement) => LayoutBox | undefined;
  /** The box that shows the element: its own, or that of the text it is part of. */
  readonly nearestBox: (element: TuiElement) => LayoutBox | undefined;
  /** True where a script or the user has scrolled the box since the last run. */
  isScrolled(box: LayoutBox): boolean;
  scrollTo(box: LayoutBox, left: number, top: number): boolean;
}

/** An element that is in view in a box that scrolls. */
interface Anchor {
  readonly box: LayoutBox;
  readonly element: TuiElement;
  /** The port as it was; undefined where its size does not matter. */
  readonly port: Rect | undefined;
}

export class KeptView {
  /** Boxes of elements that keep something in view. */
  readonly #anchored = new Set<LayoutBox>();
  /** Boxes without room to show anything, and what was in view in them before. */
  readonly #closed = new Map<LayoutBox, TuiElement>();

  readonly #ports: KeptViewPorts;

  constructor(ports: KeptViewPorts) {
    this.#ports = ports;
  }

  add(box: LayoutBox): void {
    if (!box.anonymous && box.element[SCROLL_ANCHOR] !== undefined) this.#anchored.add(box);
  }

  delete(box: LayoutBox): void {
    this.#anchored.delete(box);
    this.#closed.delete(box);
  }

  /** What is in view now of that which is to stay there, in inner boxes first. */
  inView(root: LayoutBox | null): readonly Anchor[] {
    if (root === null) return [];
    const anchors: Anchor[] = [];
    for (const box of this.#anchored) {
      const element = box.scroll === null ? undefined : box.element[SCROLL_ANCHOR]?.();
      const shown = element === undefined ? undefined : this.#ports.boxOf(element)?.visible;
      if (shown !== undefined && !isEmpty(shown))
        anchors.push({ box, element: element!, port: undefined });
    }
    const focused = activeElementOf(documentOf(root.element));
    this.#addFocused(focused[SCROLL_ANCHOR]?.() ?? focused, anchors);
    return anchors;
  }

  /** A row that is far has no box, and is not in view because the list is that it belongs to. */
  #boxOf(element: TuiElement): LayoutBox | undefined {
    const { boxOf, nearestBox } = this.#ports;
    return boxOf(element) ?? (isInlineBox(element) ? nearestBox(element) : undefined);
  }

  #addFocused(element: TuiElement, anchors: Anchor[]): void {
    const shown = this.#boxOf(element);
    // A fixed box is not moved by what scrolls.
    for (let box = shown; box?.parent != null && box.viewport === null; box = box.parent) {
      const around = box.parent;
      const { scroll } = around;
      if (scroll === null || anchors.some((anchor) => anchor.box === around)) continue;
      const { port } = scroll;
      const isInView = isEmpty(port)
        ? this.#closed.get(around) === element
        : !isEmpty(intersect(shown!.rect, port));
      if (isInView) anchors.push({ box: around, element, port });
    }
  }

  /** Scrolls no farther than needed to what was in view before the layout. */
  keep(anchors: readonly Anchor[]): void {
    /** How far the boxes that were scrolled move what is in them. */
    const moved = new Map<TuiElement, { x: number; y: number }>();
    for (const { box, element, port } of anchors) {
      const { scroll } = box;
      const rect = this.#boxOf(element)?.rect;
      if (box.node === null || scroll === null || rect === undefined) continue;
      if (port !== undefined && hasSameSize(port, scroll.port)) continue;
      this.#closed.delete(box);
      if (isEmpty(scroll.port)) this.#closed.set(box, element);
      else if (!this.#ports.isScrolled(box)) {
        const by = moved.get(element) ?? { x: 0, y: 0 };
        const { left, top } = scroll;
        const down = distance(rect.y + by.y, rect.height, scroll.port.y, scroll.port.height);
        const right =
          port === undefined
            ? 0
            : distance(rect.x + by.x, rect.width, scroll.port.x, scroll.port.width);
        this.#ports.scrollTo(box, left + right, top + down);
        moved.set(element, { x: by.x + left - scroll.left, y: by.y + top - scroll.top });
      }
    }
  }
}

/** How far a stretch is to be scrolled until it shows, or its start where it is longer than the view. */
function distance(start: number, length: number, from: number, room: number): number {
  const under = start - from;
  const over = start + length - (from + room);
  // It is in view whole, or fills the view.
  if ((under >= 0 && over <= 0) || (under <= 0 && over >= 0)) return 0;
  return under < 0 ? under : Math.min(under, over);
}

function hasSameSize(a: Rect, b: Rect): boolean {
  return a.width === b.width && a.height === b.height;
}
