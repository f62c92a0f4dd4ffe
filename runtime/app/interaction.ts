/** Connects the layers of an app between frames: passes the positions of boxes to input, and overlays to the frame. */
import type { AccessibleAction } from '../base/accessible-node.js';
import type { Diagnostic } from '../base/diagnostics.js';
import type { Frame, FrameExtras } from './frame.js';
import { contains, intersect, isEmpty, sameRect, type Rect } from '../base/geometry.js';
import { InputDispatcher } from '../input/dispatch.js';
import type { DispatchHost, ShownPopup } from '../input/host.js';
import type { OpenPopup } from '../input/popups.js';
import { isInert, modalOf } from '../input/inert.js';
import type { UserInput } from '../base/input-events.js';
import { ErrorOverlay, type ErrorDisplay } from '../input/error-overlay.js';
import { Notifications, type Notification, type NotifyOptions } from '../input/notifications.js';
import type { LayoutBox } from '../layout/box.js';
import { TextRegion } from '../layout/text-region.js';
import { NO_OVERLAYS, type OverlayContent, type PopupContent } from '../paint/overlays.js';
import { insidePopup } from '../paint/popup-layer.js';
import type { Clock } from '../script/clock.js';
import type { CopyResult } from '../terminal/clipboard.js';
import type { GlyphLevel } from '../base/text/glyph-levels.js';
import { graphemes } from '../base/text/graphemes.js';
import { hostOf } from '../element/query.js';
import {
  describeElement,
  type TuiDocument,
  type TuiElement,
  sourceOf,
} from '../element/tui-element.js';
import { Timing } from '../element/timing.js';
import { CARET } from '../element/internals.js';
import { isConnected, parentElementOf, documentElementOf } from '../element/tree.js';
import { observe } from '../element/tui-document.js';
import { AppViewport, type ViewportOptions } from './viewport.js';

/** Copies texts to the clipboard; rejects if that is not possible. */
export interface ClipboardPort {
  copy(text: string): Promise<CopyResult>;
}

export interface InteractionOptions extends ViewportOptions {
  readonly clock: Clock;
  /** The way to the clipboard that is open now. */
  clipboard(): ClipboardPort;
  /** Copies selected text as soon as the button is up. */
  readonly copyOnSelect: boolean;
  /** Brings the tree in step with states: input goes to what it is then. */
  flush(): void;
  /** Ctrl+C that nothing in the app has taken. */
  interrupt(): void;
  /** Escape that nothing in the app has taken; default: it has no effect. */
  readonly cancel?: (() => void) | undefined;
  /** Ctrl+Z that nothing in the app has taken. */
  suspend(): void;
  /** Shows the errors of the app's code; default: nothing does. */
  readonly errorDisplay?: ErrorDisplay | undefined;
  readonly onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Frames in a row of which each makes the runtime move the focus or what is hovered; after these it stops
 * until the user does something.
 */
const MAX_ROUNDS = 10;

export class Interaction implements DispatchHost, FrameExtras {
  readonly document: TuiDocument;
  readonly viewport: AppViewport;
  copyOnSelect: boolean;
  readonly notifications: Notifications;
  readonly errorOverlay: ErrorOverlay | undefined;
  /** The text copied last, by the user or the app. */
  copied = '';
  /** Where the text cursor was put last; null while it is hidden. */
  cursor: Point | null = null;
  /** A cursor that the app itself has put somewhere. */
  #ownCursor: Point | null = null;
  /** Whether elements move, and when they are painted for it. */
  readonly timing: Timing<TuiElement>;
  readonly #dispatcher: InputDispatcher;
  readonly #unobserve: () => void;
  readonly #frame: Frame;
  #touched = false;
  #rounds = 0;
  /** The last kind of `unsettled` that was reported. */
  #reported = '';
  #hanging: PopupContent | null = null;

  readonly #options: InteractionOptions;

  constructor(options: InteractionOptions) {
    this.#options = options;

    const { document } = options;
    this.document = document;
    this.#frame = options.frame;
    this.viewport = new AppViewport(options);
    this.copyOnSelect = options.copyOnSelect;
    this.notifications = new Notifications(this);
    this.errorOverlay = options.errorDisplay && new ErrorOverlay(options.errorDisplay, this);
    this.#dispatcher = new InputDispatcher(this);
    this.timing = new Timing<TuiElement>({
      now: () => this.now(),
      setTimer: (callback, ms) => this.setTimer(callback, ms),
      requestFrame: () => options.requestFrame(),
    });
    hostOf(document).provide({
      reported: (diagnostic) => {
        this.errorOverlay?.add(diagnostic);
        options.onDiagnostic?.(diagnostic);
      },
      withdrawn: (diagnostic) => this.errorOverlay?.remove(diagnostic),
      timing: this.timing,
      elementAt: (x, y) => this.at(x, y),
    });
    this.#unobserve = observe(document, ['state'], () => {
      this.#touched = true;
    });
  }

  stop(): void {
    this.#unobserve();
    this.#dispatcher.stop();
    this.notifications.stop();
    this.errorOverlay?.stop();
    this.timing.stop();
  }

  dispatch(input: UserInput): void {
    this.#touched = false;
    this.#rounds = 0;
    if (this.#closeErrorOverlay(input)) return;
    this.#flush();
    this.#dispatcher.dispatch(input);
    // Where a listener did nothing, what the runtime did itself (hovering, the focus) still shows.
    if (this.#touched && this.#frame.pending) this.#options.requestFrame();
  }

  /** Does what a person does with an element, or a part of it; false where that is not possible now. */
  operate(element: TuiElement, part: string, action: AccessibleAction): boolean {
    this.#touched = false;
    this.#rounds = 0;
    this.#flush();
    const isDone = this.#dispatcher.operate(element, part, action);
    if (this.#touched && this.#frame.pending) this.#options.requestFrame();
    return isDone;
  }

  /** Where that took the focused element out, what is beside it has the keys. */
  #flush(): void {
    this.#options.flush();
    const focused = this.#dispatcher.focus.element;
    if (focused !== null && !isConnected(focused)) this.settle();
  }

  resized(): void {
    this.#rounds = 0;
    this.#dispatcher.resized();
  }

  /** Around each frame: what had the focus may be gone. */
  settle(): void {
    if (this.#rounds < MAX_ROUNDS) this.#dispatcher.settle();
  }

  /** After a frame that did something. */
  painted(): void {
    if (this.#rounds >= MAX_ROUNDS) return;
    this.#touched = false;
    const { focus } = this.#dispatcher;
    const before = focus.element;
    this.#dispatcher.painted();
    const isPending = this.#touched && this.#frame.pending;
    this.#rounds = isPending ? this.#rounds + 1 : 0;
    if (!isPending) return;
    if (this.#rounds === MAX_ROUNDS) {
      this.#reportUnsettled(before !== focus.element);
      focus.drop();
    }
    this.#options.requestFrame();
  }

  notify(text: string, options?: NotifyOptions): Notification {
    return this.notifications.add(text, options);
  }

  /** Puts the text cursor somewhere while no element has it; null hides it. */
  setCursor(cursor: Point | null): void {
    this.#ownCursor = cursor;
    this.onChange();
  }

  /** Copies a text to the clipboard. Rejects if that is not possible. */
  async copyText(text: string): Promise<CopyResult> {
    const result = await this.#options.clipboard().copy(text);
    this.copied = text;
    return result;
  }

  // For input.

  at(x: number, y: number): TuiElement | null {
    const popup = this.popup();
    if (this.#frame.noticeAt(x, y) !== undefined) return null;
    if (popup?.panels.some(({ rect }) => contains(rect, x, y)) === true) return popup.element;
    const hit = this.textAt(x, y)?.elementAt(x, y) ?? this.#boxAt(x, y)?.element ?? null;
    // What is around an inert element is not, unless a modal one is open.
    for (let at = hit; at !== null; at = parentElementOf(at)) if (!isInert(at)) return at;
    return modalOf(this.document) ?? null;
  }

  textAt(x: number, y: number): TextRegion | null {
    const box = this.#boxAt(x, y);
    if (box === undefined || isInert(box.element)) return null;
    if (box.inline !== null) return new TextRegion(box);
    const text = box.children.find(
      (child) => child.inline !== null && child.anonymous && contains(child.visible, x, y),
    );
    return text === undefined ? null : new TextRegion(text);
  }

  textsIn(element: TuiElement): TextRegion[] {
    const root = this.#options.layout.boxOf(element);
    const found: TextRegion[] = [];
    const stack = root === undefined ? [] : [root];
    for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
      if (box.inline !== null && box.inline.text !== '') found.push(new TextRegion(box));
      for (let at = box.children.length - 1; at >= 0; at--) stack.push(box.children[at]!);
    }
    return found;
  }

  scrollNear(element: TuiElement, x: number, y: number): boolean {
    return this.viewport.scrollNear(element, x, y);
  }

  content(element: TuiElement): { readonly rect: Rect; readonly visible: Rect } | undefined {
    const box = this.#options.layout.nearestBox(element);
    if (box === undefined) return undefined;
    return { rect: box.content, visible: intersect(box.content, box.visible) };
  }

  popup(): ShownPopup | undefined {
    const element = this.#dispatcher.popups.element;
    const rects = this.#frame.popups;
    if (element === undefined || rects.length === 0) return undefined;
    return { element, panels: rects.map((rect) => ({ rect, inner: insidePopup(rect) })) };
  }

  /** What shows whole is in the way, and Escape closes it before the app gets the key. */
  #closeErrorOverlay(input: UserInput): boolean {
    const { errorOverlay: errors } = this;
    if (input.type !== 'key' || input.key !== 'Escape' || input.kind === 'release') return false;
    if (errors?.current?.isWhole !== true) return false;
    errors.clear();
    return true;
  }

  dismiss(x: number, y: number): boolean {
    if (this.#frame.isErrorAt(x, y)) {
      this.errorOverlay?.clear();
      return true;
    }
    const notice = this.#frame.noticeAt(x, y);
    const found = this.notifications.list.find((each) => each === notice);
    if (found !== undefined) this.notifications.remove(found);
    return found !== undefined;
  }

  isVisible(element: TuiElement): boolean {
    const box = this.#options.layout.boxOf(element);
    return box !== undefined && !isEmpty(box.visible);
  }

  get glyphs(): GlyphLevel {
    return this.#frame.glyphs;
  }

  flush(): void {
    this.#frame.layOutNow(false);
  }

  interrupt(): void {
    this.#options.interrupt();
  }

  cancel(): void {
    this.#options.cancel?.();
  }

  suspend(): void {
    this.#options.suspend();
  }

  now(): number {
    return this.#options.clock.now();
  }

  setTimer(callback: () => void, ms: number): () => void {
    const { clock } = this.#options;
    const timer = clock.setTimer(callback, ms);
    return () => clock.clearTimer(timer);
  }

  copy(text: string, description: string | undefined): void {
    void this.#copySelected(text, description);
  }

  reportError(error: unknown, element: TuiElement): void {
    hostOf(this.document).reportError(error, element);
  }

  /** An element's default action ran. */
  acted(): void {
    this.#touched = true;
  }

  /** Something above the document, the focus or the cursor has changed. */
  onChange(): void {
    this.#frame.invalidateExtras();
    this.#options.requestFrame();
  }

  /** A style that answers the focus or the pointer takes away what it answers, over and over. */
  #reportUnsettled(byFocus: boolean): void {
    const kind = byFocus ? ':focus' : ':hover';
    if (this.#reported === kind) return;
    this.#reported = kind;
    const { focus, hovered } = this.#dispatcher;
    const element = (byFocus ? focus.element : hovered) ?? documentElementOf(this.document);
    const why = byFocus
      ? 'it hides when it has the focus, and the focus moves on'
      : 'it moves away from the pointer when it is hovered';
    hostOf(this.document).report({
      severity: 'warning',
      code: 'unsettled',
      message: `${describeElement(element)}: the screen does not settle: ${why}`,
      source: sourceOf(element)?.source,
      span: sourceOf(element)?.name,
      suggestion: byFocus
        ? 'write "color: transparent" in the ":focus" rule; a focused element must be displayed'
        : 'keep its size and position the same in the ":hover" rule',
    });
  }

  // For the frame.

  overlays(): OverlayContent {
    const { notifications } = this;
    const dispatcher = this.#dispatcher;
    const notices = notifications.list;
    dispatcher.tooltips.follow();
    const tip = dispatcher.tooltips.shown;
    const highlight = dispatcher.selection.cells();
    // What is selected is copied as a whole, wherever it is scrolled to.
    this.#options.layout.keepsNear = dispatcher.selection.element !== null;
    const popup = this.#popupContent();
    const error = this.errorOverlay?.current ?? null;
    const isMarked = highlight.length > 0 || popup !== null || error !== null;
    const empty = notices.length === 0 && tip === null && !isMarked;
    return empty ? NO_OVERLAYS : { notices, tip, highlight, popup, error };
  }

  /** The open popup and where its element is; the same object while both are the same. */
  #popupContent(): PopupContent | null {
    const open = this.#dispatcher.popups.shown;
    const anchor = open === null ? undefined : this.#anchorOf(open);
    if (open === null || anchor === undefined) return (this.#hanging = null);
    const hanging = this.#hanging;
    const same = hanging?.popup === open.popup && sameRect(hanging.anchor, anchor);
    if (!same) this.#hanging = { ...open, anchor };
    return this.#hanging;
  }

  #anchorOf({ element, popup }: OpenPopup): Rect | undefined {
    const { cell, anchor = element } = popup;
    if (cell !== undefined) return { ...cell, width: 0, height: 0 };
    const box = this.#options.layout.boxOf(anchor as TuiElement);
    if (box === undefined) return undefined;
    const visible = popup.place === undefined ? box.visible : this.#partOf(element, box, popup);
    return visible === undefined || isEmpty(visible) ? undefined : visible;
  }

  /** What shows of the part that a popup hangs at. */
  #partOf(
    element: TuiElement,
    { content, visible }: LayoutBox,
    popup: OpenPopup['popup'],
  ): Rect | undefined {
    try {
      const place = popup.place?.();
      if (place === undefined) return undefined;
      const { x, y } = content;
      return intersect(visible, { ...place, x: x + place.x, y: y + place.y });
    } catch (error) {
      this.reportError(error, element);
      return undefined;
    }
  }

  caret(): Point | null {
    return (this.cursor = this.#elementCaret() ?? this.#ownCursor);
  }

  #elementCaret(): Point | null {
    const { layout } = this.#options;
    const element = this.#dispatcher.focus.element;
    const box = element?.[CARET] === undefined ? undefined : layout.boxOf(element);
    if (element === null || box === undefined) return null;
    try {
      const caret = element[CARET]?.() ?? null;
      if (caret === null) return null;
      const x = box.content.x + Math.floor(caret.x);
      const y = box.content.y + Math.floor(caret.y);
      const shown = contains(intersect(box.content, box.visible), x, y);
      // Neither under a box that covers it, nor under a notification.
      const free = this.#frame.hits.ownerAt(x, y) === box.id && !this.#frame.covers(x, y);
      return shown && free ? { x, y } : null;
    } catch (error) {
      this.reportError(error, element);
      return null;
    }
  }

  #boxAt(x: number, y: number): LayoutBox | undefined {
    return this.#options.layout.boxById(this.#frame.hits.ownerAt(x, y));
  }

  async #copySelected(text: string, description: string | undefined): Promise<void> {
    try {
      const { how } = await this.copyText(text);
      const count = text.split('\n').reduce((sum, line) => sum + graphemes(line).length + 1, -1);
      const copied = description ?? `${count} ${count === 1 ? 'character' : 'characters'}`;
      // A terminal does not confirm what it was sent.
      this.notify(`${how === 'sent' ? 'Sent' : 'Copied'} ${copied} to clipboard`);
    } catch (error) {
      this.notify(error instanceof Error ? error.message : String(error), { kind: 'error' });
    }
  }
}
