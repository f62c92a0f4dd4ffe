/**
 * Divides a terminal between the app and tools at its side: which of them keys and the mouse go to, where the line
 * between them is, and what each believes its terminal to be.
 */
import { contains, type Size } from '../../base/geometry.js';
import type { MouseInput, UserInput } from '../../base/input-events.js';
import type { Capabilities } from '../capabilities.js';
import type { Client } from '../client.js';
import type { Display, DisplayEvents, DisplaySize } from '../display.js';
import { DividedScreen, type Division, type Mark } from './divided-screen.js';

export interface DividerPorts {
  /** The terminal. */
  readonly screen: Client;
  capabilities(): Capabilities;
  /** Asks the terminal to copy; undefined where there is no way to ask it. */
  sendCopy(): ((sequence: string) => void) | undefined;
  /** The main app has another size. */
  onMainSize(size: DisplaySize): void;
  /** The tools show again what was held back, or lost. */
  onMainNeeded(): void;
}

/** What tools have their half of the terminal by. */
export interface Side {
  readonly display: Display;
  /** Where it is, and how much of it there is. */
  division: Division;
  /** The side has the keyboard. */
  hasKeyboard: boolean;
  /** Cells of the app that are tinted. */
  marks: readonly Mark[];
  /** Gets the mouse over the app instead of the app, while it is set. */
  picker: ((input: MouseInput) => void) | undefined;
  /** The user has dragged the line. */
  onDivision: ((division: Division) => void) | undefined;
  onKeyboard: ((hasKeyboard: boolean) => void) | undefined;
  /** Cells at the end of the first row that do not move the line, where the side is at the bottom. */
  buttons: number;
  /** Shows the app on the whole terminal. */
  close(): void;
}

/** Cells that each part keeps, where the terminal has them. */
const MIN_MAIN = { right: 20, bottom: 4 };
const MIN_SIDE = { right: 24, bottom: 5 };

export class Divider {
  readonly screen: DividedScreen;
  #side: OpenSide | undefined;

  #whole: Size;
  readonly #ports: DividerPorts;

  constructor(whole: Size, ports: DividerPorts) {
    this.#whole = whole;
    this.#ports = ports;

    this.screen = new DividedScreen(ports.screen, whole);
  }

  get isOpen(): boolean {
    return this.#side !== undefined;
  }

  /** Of the terminal, in cells. */
  get size(): DisplaySize {
    return this.#whole;
  }

  /** Of the main app, in cells. */
  get mainSize(): DisplaySize {
    const { width, height } = this.screen.mainArea;
    return { width, height };
  }

  open(division: Division): Side {
    if (this.#side !== undefined) throw new Error('the terminal is divided already');
    const side = new OpenSide(this.screen, this.#ports, division, {
      onDivide: (requested) => this.#divide(requested),
      onClose: () => {
        this.#side = undefined;
        this.screen.divide(undefined);
        this.#ports.onMainSize(this.mainSize);
      },
    });
    this.#side = side;
    this.#divide(division);
    return side;
  }

  /** The terminal has another size. */
  resize(size: Size): void {
    this.#whole = size;
    const side = this.#side;
    this.screen.resize(size, side && fitted(side.division, size));
    this.#ports.onMainSize(this.mainSize);
    side?.resized();
  }

  /** The terminal can show again what was held back, or has lost what it showed. */
  present(): void {
    this.#side?.events?.onFrameNeeded();
    this.#ports.onMainNeeded();
  }

  learned(capabilities: Capabilities): void {
    this.#side?.events?.onCapabilities(capabilities);
  }

  /** Passes on what is for the side; returns what is for the main app, in its own cells. */
  route(input: UserInput): UserInput | undefined {
    const side = this.#side;
    if (side === undefined) return input;
    if (input.type === 'mouse') return side.routeMouse(input);
    if (input.type === 'focus') {
      side.events?.onInput(input);
      return input;
    }
    if (!side.hasKeyboard) return input;
    side.events?.onInput(input);
    return undefined;
  }

  #divide(division: Division): void {
    this.screen.divide(fitted(division, this.#whole));
    this.#ports.onMainSize(this.mainSize);
    this.#side?.resized();
  }
}

/** A division that leaves each part some cells. */
function fitted({ side, cells }: Division, { width, height }: Size): Division {
  const all = side === 'right' ? width : height;
  const most = Math.max(Math.min(MIN_SIDE[side], all - 1), all - MIN_MAIN[side]);
  return { side, cells: Math.max(0, Math.min(most, Math.max(MIN_SIDE[side], cells))) };
}

interface SidePorts {
  onDivide(division: Division): void;
  onClose(): void;
}

class OpenSide implements Side {
  readonly display: Display;
  events: DisplayEvents | undefined;
  picker: ((input: MouseInput) => void) | undefined;
  onDivision: ((division: Division) => void) | undefined;
  onKeyboard: ((hasKeyboard: boolean) => void) | undefined;
  buttons = 0;
  /** Who gets the mouse until the button is up. */
  #captured: 'main' | 'side' | 'line' | 'picker' | undefined;
  #isClosed = false;

  readonly #screen: DividedScreen;
  #requested: Division;
  readonly #own: SidePorts;

  constructor(screen: DividedScreen, ports: DividerPorts, requested: Division, own: SidePorts) {
    this.#screen = screen;
    this.#requested = requested;
    this.#own = own;

    const { side: client } = screen;
    const size = (): DisplaySize => {
      const { width, height } = screen.sideArea;
      return { width, height };
    };
    this.display = {
      client,
      get capabilities() {
        return ports.capabilities();
      },
      get sendCopy() {
        return ports.sendCopy();
      },
      connect: (events) => (this.events = events),
      open: size,
      // What belongs to the terminal as a whole is the main app's.
      query: () => undefined,
      feed: () => undefined,
      setTitle: () => undefined,
      suspend: () => undefined,
      reconfigure: () => undefined,
      close: () => Promise.resolve(),
    };
  }

  get division(): Division {
    return this.#requested;
  }
  set division(division: Division) {
    this.#requested = division;
    if (!this.#isClosed) this.#own.onDivide(division);
  }

  get hasKeyboard(): boolean {
    return this.#screen.focus === 'side';
  }
  set hasKeyboard(hasKeyboard: boolean) {
    if (hasKeyboard === this.hasKeyboard || this.#isClosed) return;
    this.#screen.focus = hasKeyboard ? 'side' : 'main';
    this.onKeyboard?.(hasKeyboard);
  }

  set marks(marks: readonly Mark[]) {
    this.#screen.marks = marks;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#own.onClose();
  }

  resized(): void {
    const { width, height } = this.#screen.sideArea;
    this.events?.onResize({ width, height });
  }

  /** Returns what is for the main app. */
  routeMouse(input: MouseInput): MouseInput | undefined {
    const target = this.#captured ?? this.#targetOf(input);
    if (input.action === 'press') {
      this.#captured = target;
      if (target === 'main' || target === 'side') this.hasKeyboard = target === 'side';
    } else if (input.action === 'release') this.#captured = undefined;
    switch (target) {
      case 'line':
        if (input.action === 'drag') this.#drag(input);
        return undefined;
      case 'picker':
        this.picker?.(input);
        return undefined;
      case 'side': {
        const { x, y } = this.#screen.sideArea;
        const cell = { x: Math.max(0, input.x - x), y: Math.max(0, input.y - y) };
        this.events?.onInput({ ...input, ...cell });
        return undefined;
      }
      case 'main': {
        // A drag that goes on at the side has left the app's screen.
        const { width, height } = this.#screen.mainArea;
        return { ...input, x: Math.min(input.x, width - 1), y: Math.min(input.y, height - 1) };
      }
    }
  }

  #targetOf({ x, y, action }: MouseInput): 'main' | 'side' | 'line' | 'picker' {
    const { sideArea } = this.#screen;
    if (!contains(sideArea, x, y)) return this.picker === undefined ? 'main' : 'picker';
    if (action !== 'press') return 'side';
    const isLine =
      this.#requested.side === 'right'
        ? x === sideArea.x
        : y === sideArea.y && x < sideArea.width - this.buttons;
    return isLine ? 'line' : 'side';
  }

  #drag({ x, y }: MouseInput): void {
    const { sideArea } = this.#screen;
    const { side } = this.#requested;
    const end = side === 'right' ? sideArea.x + sideArea.width : sideArea.y + sideArea.height;
    const cells = Math.max(1, end - (side === 'right' ? x : y));
    if (cells === (side === 'right' ? sideArea.width : sideArea.height)) return;
    this.division = { side, cells };
    this.onDivision?.(this.#requested);
  }
}
