/**
 * The host of a document: calls go to the parts of its app, or return default answers without one. A document has one
 * host for life; scripts cannot reach it.
 */
import type { Diagnostic } from '../base/diagnostics.js';
import type { Rect } from '../base/geometry.js';
import type {
  FullscreenHost,
  CallerPlace,
  CommandsHost,
  DocumentHost,
  HostParts,
  MovingTime,
  ResourceHost,
  Viewport,
} from './host.js';
import { textByKey } from './tree/attributes.js';
import { isElement, isTreeNode, nameOf, type TreeNode } from './tree/tree-node.js';

/** A running app may report an error at every tick; only the last ones are kept. */
const MAX_DIAGNOSTICS = 1000;

class Host implements DocumentHost {
  readonly diagnostics: Diagnostic[] = [];
  #capture: object | null = null;
  #parts: HostParts = {};
  readonly #mediaListeners: (() => void)[] = [];

  provide(parts: HostParts): void {
    this.#parts = { ...this.#parts, ...parts };
  }
  report(diagnostic: Diagnostic): void {
    if (this.#parts.report !== undefined) {
      this.#parts.report(diagnostic);
      return;
    }
    if (this.diagnostics.length >= MAX_DIAGNOSTICS) this.diagnostics.shift();
    this.diagnostics.push(diagnostic);
    this.#parts.reported?.(diagnostic);
  }
  withdraw(diagnostic: Diagnostic): void {
    this.#parts.withdrawn?.(diagnostic);
  }
  reportError(error: unknown, target?: unknown): void {
    const { reportError } = this.#parts;
    if (reportError !== undefined) {
      reportError(error, target);
      return;
    }
    const where = isTreeNode(target) && isElement(target) ? ` at ${describeNode(target)}` : '';
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.report({ severity: 'error', code: 'script-failed', message: `${what}${where}` });
  }
  listenerBegins(): void {
    this.#parts.listenerBegins?.();
  }
  listenerEnds(): void {
    this.#parts.listenerEnds?.();
  }
  listenerReturned(result: unknown, target: unknown): void {
    this.#parts.listenerReturned?.(result, target);
  }
  get viewport(): Viewport | undefined {
    return this.#parts.viewport;
  }
  flush(): void {
    this.#parts.flush?.();
  }
  beforeFrame(callback: () => void): void {
    const { beforeFrame } = this.#parts;
    // Without an app there is no frame to wait for.
    if (beforeFrame === undefined) callback();
    else beforeFrame(callback);
  }
  get timing(): MovingTime | undefined {
    return this.#parts.timing;
  }
  get resources(): ResourceHost | undefined {
    return this.#parts.resources;
  }
  get commands(): CommandsHost | undefined {
    return this.#parts.commands;
  }
  get pointerCapture(): object | null {
    const { pointer } = this.#parts;
    return pointer === undefined ? this.#capture : pointer.element;
  }
  set pointerCapture(element: object | null) {
    const { pointer } = this.#parts;
    if (pointer === undefined) this.#capture = element;
    else pointer.element = element;
  }
  bounds(element: object): Rect | undefined {
    return this.#parts.bounds?.(element);
  }
  contentBox(element: object): Rect | undefined {
    return this.#parts.contentBox?.(element);
  }
  get fullscreen(): FullscreenHost | undefined {
    return this.#parts.fullscreen;
  }
  elementAt(x: number, y: number): object | null {
    return this.#parts.elementAt?.(x, y) ?? null;
  }
  focus(element: object | null): void {
    this.#parts.focus?.(element);
  }
  enterFocus(element: object): void {
    this.#parts.enterFocus?.(element);
  }
  acceptsStyle(element: object, property: string, value: string): boolean {
    return this.#parts.acceptsStyle?.(element, property, value) ?? true;
  }
  checkAttribute(element: object, name: string, value: string): void {
    this.#parts.checkAttribute?.(element, name, value);
  }
  callerPlace(): CallerPlace | undefined {
    return this.#parts.callerPlace?.();
  }
  copy(element: object, text: string): boolean {
    return this.#parts.copy?.(element, text) ?? true;
  }
  activate(element: object): void {
    this.#parts.activate?.(element);
  }
  submitted(form: object, submitter: object | null): void {
    this.#parts.submitted?.(form, submitter);
  }
  get screen(): { readonly width: number; readonly height: number } | undefined {
    return this.#parts.screen?.();
  }
  mediaHolds(query: string): boolean {
    return this.#parts.mediaHolds?.(query) ?? false;
  }
  notifyMediaChange(): void {
    for (const listener of this.#mediaListeners) listener();
  }
  onMediaChange(listener: () => void): void {
    this.#mediaListeners.push(listener);
  }
  computedText(element: object, property: string): string | undefined {
    return this.#parts.computedText?.(element, property);
  }
  lateStyle(element: object): object | undefined {
    return this.#parts.lateStyle?.(element);
  }
  get properties(): readonly string[] {
    return this.#parts.properties?.() ?? [];
  }
}

export function createHost(): DocumentHost {
  return new Host();
}

/** `<gauge id="cpu">`, for messages. */
export function describeNode(element: TreeNode): string {
  const id = textByKey(element, 'id') ?? '';
  return id === '' ? `<${nameOf(element)}>` : `<${nameOf(element)} id="${id}">`;
}
