/** The mouse, the wheel and touch, as events at cells. */
import type { ClientMessage, MessageOf } from '../messages.js';
import { modifiersOf } from './keys.js';
import type { Screen } from './screen.js';

/** Rows that a step of the wheel scrolls. */
const STEP_ROWS = 3;
/** Pixels that a finger may move in a tap. */
const TAP = 8;

export interface PointerPorts {
  /** Input is sent at all. */
  isDriving(): boolean;
  send(message: ClientMessage): void;
  /** Keys are to go to the app. @param isTap of a finger */
  focus(isTap: boolean): void;
}

type Mouse = Omit<MessageOf<'mouse'>, 'type'>;
type Place = Omit<Mouse, 'action'>;

interface Finger {
  readonly id: number;
  /** Where the touch started: the content there scrolls, wherever the finger moves. */
  readonly place: Place;
  x: number;
  y: number;
  hasMoved: boolean;
}

export class Pointer {
  #button: number | undefined;
  #at = '';
  #pending: Mouse | undefined;
  #wheel = { x: 0, y: 0 };
  #finger: Finger | undefined;

  readonly #screen: Screen;
  readonly #room: HTMLElement;
  readonly #ports: PointerPorts;

  constructor(screen: Screen, room: HTMLElement, ports: PointerPorts) {
    this.#screen = screen;
    this.#room = room;
    this.#ports = ports;

    const { frame } = screen;
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ): void => {
      frame.addEventListener(
        type,
        (event) => {
          if (ports.isDriving()) listener(event);
        },
        { passive: false },
      );
    };
    listen('mousedown', (event) => this.#down(event));
    listen('mousemove', (event) => this.#move(event));
    listen('mouseup', (event) => this.#up(event));
    listen('contextmenu', (event) => {
      if (!event.shiftKey) event.preventDefault();
    });
    listen('dragstart', (event) => event.preventDefault());
    listen('wheel', (event) => this.#turn(event));
    listen('pointermove', (event) => {
      if (event.pointerType === 'touch') this.#touchMove(event);
      // Not before it is moved: a captured click is none on a link.
      else if (this.#button !== undefined) frame.setPointerCapture(event.pointerId);
    });
    listen('pointerdown', (event) => this.#touch(event));
    listen('pointerup', (event) => this.#lift(event));
    frame.addEventListener('pointercancel', () => (this.#finger = undefined));
  }

  #down(event: MouseEvent): void {
    // With Shift the browser selects text.
    if (event.shiftKey && event.button === 0) return;
    event.preventDefault();
    getSelection()?.removeAllRanges();
    this.#ports.focus(false);
    this.#button ??= event.button;
    this.#send({ action: 'press', button: event.button, ...this.#place(event) });
  }

  #up(event: MouseEvent): void {
    if (this.#button === undefined) return;
    if (event.buttons === 0) this.#button = undefined;
    this.#send({ action: 'release', button: event.button, ...this.#place(event) });
  }

  #move(event: MouseEvent): void {
    if (this.#button === undefined && event.buttons !== 0) return;
    const place = this.#place(event);
    const at = `${place.x} ${place.y}`;
    if (at === this.#at) return;
    this.#at = at;
    if (this.#pending === undefined) requestAnimationFrame(() => this.#sendPending());
    this.#pending =
      this.#button === undefined
        ? { action: 'move', ...place }
        : { action: 'drag', button: this.#button, ...place };
  }

  #turn(event: WheelEvent): void {
    // With Ctrl it zooms the page.
    if (event.ctrlKey) return;
    event.preventDefault();
    const { height } = this.#screen.cell;
    const unit = [1, height, height * this.#screen.rows][event.deltaMode] ?? 1;
    this.#roll(event.deltaX * unit, event.deltaY * unit, this.#place(event));
  }

  /** Pixels add up to steps; what is left counts with the next ones. */
  #roll(dx: number, dy: number, place: Place): void {
    const { width, height } = this.#screen.cell;
    const steps = (sum: number, cell: number): number => Math.trunc(sum / (STEP_ROWS * cell));
    const add = (sum: number, delta: number): number => (sum * delta < 0 ? 0 : sum) + delta;
    const [x, y] = [add(this.#wheel.x, dx), add(this.#wheel.y, dy)];
    const [deltaX, deltaY] = [steps(x, width), steps(y, height)];
    this.#wheel = { x: x - deltaX * STEP_ROWS * width, y: y - deltaY * STEP_ROWS * height };
    if (deltaX === 0 && deltaY === 0) return;
    const clamp = (value: number): number => Math.max(-100, Math.min(100, value));
    this.#send({ action: 'wheel', ...place, deltaX: clamp(deltaX), deltaY: clamp(deltaY) });
  }

  #touch(event: PointerEvent): void {
    if (event.pointerType !== 'touch') return;
    // No mouse events for it.
    event.preventDefault();
    const { pointerId: id, clientX: x, clientY: y, isPrimary } = event;
    // Two fingers are the browser's.
    const place = this.#place(event);
    this.#finger = isPrimary ? { id, place, x, y, hasMoved: false } : undefined;
    this.#wheel = { x: 0, y: 0 };
  }

  #touchMove(event: PointerEvent): void {
    const finger = this.#finger;
    if (finger?.id !== event.pointerId) return;
    const [dx, dy] = [finger.x - event.clientX, finger.y - event.clientY];
    if (!finger.hasMoved && Math.hypot(dx, dy) < TAP) return;
    Object.assign(finger, { hasMoved: true, x: event.clientX, y: event.clientY });
    // A screen that is larger than the window is moved first.
    const { scrollLeft, scrollTop } = this.#room;
    this.#room.scrollBy(dx, dy);
    const restX = dx - (this.#room.scrollLeft - scrollLeft);
    const restY = dy - (this.#room.scrollTop - scrollTop);
    this.#roll(restX, restY, finger.place);
  }

  #lift(event: PointerEvent): void {
    const finger = this.#finger;
    if (finger?.id !== event.pointerId) return;
    this.#finger = undefined;
    if (finger.hasMoved) return;
    const place = { button: 0, ...finger.place };
    this.#send({ action: 'press', ...place });
    this.#send({ action: 'release', ...place });
    this.#ports.focus(true);
  }

  #place(event: MouseEvent): Place {
    return { ...this.#screen.cellAt(event.clientX, event.clientY), ...modifiersOf(event) };
  }

  #send(mouse: Mouse): void {
    this.#sendPending();
    this.#ports.send({ type: 'mouse', ...mouse });
  }

  #sendPending(): void {
    const mouse = this.#pending;
    this.#pending = undefined;
    if (mouse !== undefined) this.#ports.send({ type: 'mouse', ...mouse });
  }
}
