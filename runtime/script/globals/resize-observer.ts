/** The standard's ResizeObserver: asked after each frame, so that it sees the layout that is on the screen. */
import { ownerOf, isElement, isTreeNode, type TreeNode } from '../../dom/tree/tree-node.js';
import type { Rect } from '../../base/geometry.js';

interface Size {
  readonly inlineSize: number;
  readonly blockSize: number;
}

/** All in cells. */
export class ResizeObserverEntry {
  readonly target: object;
  /** The content box, from the border box. */
  readonly contentRect: Rect & { readonly top: number; readonly left: number };
  readonly contentBoxSize: readonly Size[];
  readonly borderBoxSize: readonly Size[];

  /** @internal */
  constructor(target: object, content: Rect, border: Rect) {
    const x = content.x - border.x;
    const y = content.y - border.y;
    this.target = target;
    this.contentRect = { x, y, left: x, top: y, width: content.width, height: content.height };
    this.contentBoxSize = [{ inlineSize: content.width, blockSize: content.height }];
    this.borderBoxSize = [{ inlineSize: border.width, blockSize: border.height }];
  }
  get [Symbol.toStringTag](): string {
    return 'ResizeObserverEntry';
  }
}

type Callback = (entries: ResizeObserverEntry[], observer: object) => unknown;

/** The observers of one app. */
export class ResizeObservers {
  /** The class that scripts construct. */
  readonly ResizeObserver: new (callback: Callback) => object;
  readonly #active = new Set<() => void>();

  constructor(options: {
    /** Runs a callback as a listener is run. */
    call(callback: (...values: unknown[]) => unknown, values: unknown[]): void;
    requestFrame(): void;
  }) {
    const active = this.#active;
    const isBorder = Symbol('border');
    this.ResizeObserver = class ResizeObserver {
      readonly #callback: Callback;
      /** What is observed, and its size as reported last. */
      readonly #targets = new Map<TreeNode, { box: unknown; size: string }>();
      readonly #check = (): void => this.#look();

      constructor(callback: Callback) {
        if (typeof callback !== 'function') throw new TypeError('expected a callback');
        this.#callback = callback;
      }
      get [Symbol.toStringTag](): string {
        return 'ResizeObserver';
      }
      /** Reports the size with the next frame, and each time it has changed. */
      observe(target: unknown, { box }: { readonly box?: string } = {}): void {
        const kind = box === 'border-box' ? isBorder : undefined;
        this.#targets.set(element(target), { box: kind, size: '' });
        active.add(this.#check);
        options.requestFrame();
      }
      unobserve(target: unknown): void {
        this.#targets.delete(element(target));
        if (this.#targets.size === 0) active.delete(this.#check);
      }
      disconnect(): void {
        this.#targets.clear();
        active.delete(this.#check);
      }
      #look(): void {
        const entries: ResizeObserverEntry[] = [];
        for (const [target, known] of this.#targets) {
          const { host } = ownerOf(target);
          const border = host.bounds(target) ?? NOWHERE;
          const content = host.contentBox(target) ?? NOWHERE;
          const { width, height } = known.box === isBorder ? border : content;
          const size = `${width} ${height}`;
          if (size === known.size || (known.size === '' && size === '0 0')) continue;
          known.size = size;
          entries.push(new ResizeObserverEntry(target, content, border));
        }
        if (entries.length > 0) {
          options.call(this.#callback as (...values: unknown[]) => unknown, [entries, this]);
        }
      }
    };
  }

  /** After a frame. */
  look(): void {
    for (const check of [...this.#active]) check();
  }
}

const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };

function element(target: unknown): TreeNode {
  if (!isTreeNode(target) || !isElement(target)) {
    throw new TypeError('expected an element');
  }
  return target;
}
