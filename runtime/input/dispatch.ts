/**
 * Dispatches decoded input as DOM events: keys to the focused element, the pointer to the element whose box
 * contains the cell. Default actions run unless prevented: those of elements first (`defaultAction`), then text
 * is copied, the focus moves, containers scroll, the app ends.
 */
import { dispatchTrusted } from '../dom/events/event-target.js';
import type { AccessibleAction } from '../base/accessible-node.js';
import { hostOf } from '../element/query.js';
import { dispatchAtWindow } from '../element/tui-document.js';
import type { TuiElement } from '../element/tui-element.js';
import {
  clipboardEvent,
  focusEvent,
  keyAction,
  type KeyAction,
  keyboardEvent,
  resizeEvent,
} from './events.js';
import { CommandKeys } from './commands/command-keys.js';
import { contextMenuByKey } from './context-menu.js';
import { Focus } from './focus.js';
import { Help } from './commands/help.js';
import { runDefaultAction, type DispatchHost } from './host.js';
import { shortcutKey, type Modifiers, type UserInput } from '../base/input-events.js';
import type { CommandsHost } from '../dom/host.js';
import { currentScreen } from '../element/calls/screens.js';
import { isInert, modalOf } from './inert.js';
import { Operator } from './operate.js';
import { PaletteKey } from './commands/palette-key.js';
import { Pointer } from './pointer.js';
import { Popups } from './popups.js';
import { Scroller } from './scrolling.js';
import { Selection } from './selection.js';
import { Tooltips } from './tooltips.js';
import { TOOLTIP_AT, INSERT_TEXT } from '../element/internals.js';
import { activeElementOf, isInside } from '../element/tree.js';

export type { DispatchHost } from './host.js';

type KeyRecord = Extract<UserInput, { type: 'key' }>;

const NO_KEYS: Modifiers = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

export class InputDispatcher {
  readonly focus: Focus;
  readonly selection: Selection;
  readonly tooltips: Tooltips;
  readonly popups: Popups;
  readonly commands: CommandKeys;
  readonly #scroller: Scroller;
  readonly #help: Help;
  readonly #palette: PaletteKey;
  readonly #pointer: Pointer;
  readonly #operator: Operator;

  readonly #host: DispatchHost;

  constructor(host: DispatchHost) {
    this.#host = host;

    const { document } = host;
    this.focus = new Focus(
      document,
      () => host.onChange(),
      () => host.flush(),
    );
    this.popups = new Popups(host);
    this.selection = new Selection(host);
    this.tooltips = new Tooltips({
      setTimer: (callback, ms) => host.setTimer(callback, ms),
      origin: (element) => host.content(element)?.rect,
      reportError: (error, element) => host.reportError(error, element),
      onChange: () => host.onChange(),
    });
    this.#scroller = new Scroller(document);
    this.commands = new CommandKeys({
      document,
      glyphs: () => host.glyphs,
      setTimer: (callback, ms) => host.setTimer(callback, ms),
      flush: () => host.flush(),
      acted: () => host.acted(),
    });
    this.#help = new Help(document, this.commands);
    this.#palette = new PaletteKey(document, this.commands);
    const { focus, popups, selection, tooltips } = this;
    const scroller = this.#scroller;
    const copy = (): void => this.#copy();
    this.#pointer = new Pointer(host, { focus, popups, scroller, selection, tooltips, copy });
    this.#operator = new Operator(host, {
      focus,
      tooltips,
      press: (key) =>
        this.#key({
          type: 'key',
          kind: 'press',
          key,
          code: key === ' ' ? 'Space' : key,
          ...NO_KEYS,
        }),
    });
    hostOf(document).provide({
      copy: (element, text) => {
        const taken = dispatchTrusted(element as TuiElement, clipboardEvent('copy', text));
        if (taken) host.copy(text, undefined);
        return taken;
      },
      pointer: this.#pointer,
      commands: this.#commandsHost(),
      activate: (element) => {
        const target = element as TuiElement;
        runDefaultAction(host, target, { type: 'click', target });
      },
    });
  }

  /** Dispatches whatever events a piece of input represents. */
  dispatch(input: UserInput): void {
    this.focus.settle();
    const { document } = this.#host;
    switch (input.type) {
      case 'key':
        this.#key(input);
        return;
      case 'typed':
        this.#typed(input.keys);
        return;
      case 'mouse':
        if (input.action === 'press') this.commands.cancel();
        this.#pointer.dispatch(input);
        return;
      case 'paste': {
        this.commands.cancel();
        const target = this.#keyTarget();
        const { text } = input;
        const isTaken = dispatchTrusted(target, clipboardEvent('paste', text));
        if (isTaken) runDefaultAction(this.#host, target, { type: 'paste', target, text });
        return;
      }
      case 'focus':
        if (!input.focused) this.#pointer.leave();
        // Of the window: no element gains or loses the focus.
        dispatchTrusted(document, focusEvent(input.focused ? 'focus' : 'blur', null));
        dispatchAtWindow(document, focusEvent(input.focused ? 'focus' : 'blur', null));
        return;
    }
  }

  /** Does what an action of assistive technology comes to; false where a person could not do it now. */
  operate(element: TuiElement, part: string, action: AccessibleAction): boolean {
    this.focus.settle();
    return this.#operator.operate(element, part, action);
  }

  /** Called when the screen has been resized. */
  resized(): void {
    this.tooltips.hide();
    const { document } = this.#host;
    dispatchTrusted(document, resizeEvent());
    dispatchAtWindow(document, resizeEvent());
    hostOf(document).notifyMediaChange();
  }

  /** To be called around each frame: the focused element may have gone. */
  settle(): void {
    this.popups.settle(false);
    this.focus.settle();
  }

  /** After a frame that painted something: another element may be under the pointer. */
  painted(): void {
    this.popups.settle(true);
    this.focus.settle();
    this.focus.start();
    this.#pointer.refresh();
  }

  /** The element that is hovered; null for none. */
  get hovered(): TuiElement | null {
    return this.#pointer.over;
  }

  stop(): void {
    this.focus.stop();
    this.popups.stop();
    this.commands.stop();
    this.tooltips.hide();
  }

  #commandsHost(): CommandsHost {
    const { commands } = this;
    const host = this.#host;
    const help = this.#help;
    return {
      inForce: () => commands.inForce(),
      withKeys: () => commands.withKeys(),
      get pending() {
        return commands.pending === undefined ? '' : commands.format(commands.pending);
      },
      get glyphs() {
        return host.glyphs;
      },
      run: (element) => commands.run(element as TuiElement),
      showHelp: () => help.show(),
    };
  }

  #key(input: KeyRecord): void {
    const target = this.#keyTarget();
    const explains = this.tooltips.shown !== null;
    this.tooltips.hide();
    const type = input.kind === 'release' ? 'keyup' : 'keydown';
    if (type === 'keydown') this.focus.used('keys');
    if (!dispatchTrusted(target, keyboardEvent(type, input))) {
      if (type === 'keydown') this.commands.cancel();
      return;
    }
    const action = keyAction(type, target, input);
    if (type === 'keydown') this.#keyDown(action, target, explains);
    else runDefaultAction(this.#host, target, action);
  }

  /** @param explains a tooltip showed when the key was pressed */
  #keyDown(action: KeyAction, target: TuiElement, explains: boolean): void {
    const { commands } = this;
    // What is on top goes first: a chord, a tooltip, then a popup, then what the element makes of it.
    if (commands.next(action, target)) return;
    if (action.key === 'Escape' && (explains || this.popups.escape())) return;
    if (commands.whileTyping(action, target)) return;
    const use = commands.useOf(action, target);
    if (use === 'find' && (commands.key(action, target) || this.#helps(action))) return;
    const after =
      use === 'edit' || !commands.exist
        ? undefined
        : (element: TuiElement) => commands.at(element, action, target);
    if (!runDefaultAction(this.#host, target, action, after)) {
      this.#fallBack(action, target, use === 'edit');
    } else if (target[TOOLTIP_AT] !== undefined) this.tooltips.focused(target, explains);
  }

  /** The key of the help, where the app has commands: letters of a list are not typed to find it then. */
  #helps(action: KeyAction): boolean {
    return this.commands.exist && this.#help.key(action);
  }

  /** What a key does where neither the app nor the element has made anything of it. */
  #fallBack(action: KeyAction, target: TuiElement, isEditing: boolean): void {
    if (this.#copies(action) || contextMenuByKey(this.#host, action, target)) return;
    if (isControl(action, 'c')) {
      this.#host.interrupt();
      return;
    }
    if (isControl(action, 'z')) {
      this.#host.suspend();
      return;
    }
    if (this.#help.key(action) || (!isEditing && this.#palette.key(action))) {
      this.#host.acted();
      return;
    }
    const { key, ctrlKey, altKey, metaKey } = action;
    if (key === 'Escape') {
      if (!this.#leavesScreen(action, target)) this.#host.cancel();
      return;
    }
    if (key !== 'Tab' || ctrlKey || altKey || metaKey) {
      this.#scroller.key(action, target);
      return;
    }
    this.focus.move(action.shiftKey);
    const { element } = this.focus;
    if (element !== null) this.tooltips.focused(element);
  }

  /** A screen has its key wherever the focus is. */
  #leavesScreen(action: KeyAction, target: TuiElement): boolean {
    const screen = currentScreen(this.#host.document);
    if (screen === undefined || isInside(target, screen) || isInert(screen)) return false;
    return runDefaultAction(this.#host, screen, { ...action, target: screen });
  }

  /** Each key is an event; what a field takes of them it takes at once. */
  #typed(keys: readonly KeyRecord[]): void {
    let field: TuiElement | undefined;
    let text = '';
    const insert = (): void => {
      if (field !== undefined && text !== '') this.#insert(field, text);
      text = '';
    };
    for (const input of keys) {
      const target = this.#keyTarget();
      if (target !== field) insert();
      field = target;
      if (target[INSERT_TEXT] === undefined || this.commands.pending !== undefined)
        this.#key(input);
      else if (this.#keydown(input, target)) text += input.text ?? '';
    }
    insert();
  }

  #insert(field: TuiElement, text: string): void {
    try {
      this.#host.acted();
      field[INSERT_TEXT]?.(text);
    } catch (error) {
      this.#host.reportError(error, field);
    }
  }

  /** Dispatches the event of a key that is down; false where it was prevented. */
  #keydown(input: KeyRecord, target: TuiElement): boolean {
    this.tooltips.hide();
    this.focus.used('keys');
    return dispatchTrusted(target, keyboardEvent('keydown', input));
  }

  /** Keys without a focused element go to the modal element, if one is open. */
  #keyTarget(): TuiElement {
    const active = activeElementOf(this.#host.document);
    const modal = modalOf(this.#host.document);
    return modal !== undefined && !isInside(active, modal) ? modal : active;
  }

  /** The keys of a selection; without one they mean what they always mean. */
  #copies(event: KeyAction): boolean {
    if (this.selection.text() === '') return false;
    if (event.key === 'Escape') {
      this.selection.clear();
      return true;
    }
    const { ctrlKey, altKey, metaKey } = event;
    const isC = shortcutKey(event).toLowerCase() === 'c';
    const letter = isC && ctrlKey && !altKey;
    const command = isC && metaKey && !altKey && !ctrlKey;
    if (!letter && !command && !(event.key === 'Insert' && ctrlKey)) return false;
    this.#copy();
    // The same keys once more end the app: a selection somewhere does not keep the user in it.
    if (letter && !event.shiftKey) this.selection.clear();
    return true;
  }

  /** Hands what is selected to the clipboard, unless a listener of `copy` prevents it. */
  #copy(): void {
    const { element } = this.selection;
    const text = this.selection.text();
    if (text === '') return;
    if (element === null || dispatchTrusted(element, clipboardEvent('copy', text))) {
      this.#host.copy(text, this.selection.description());
    }
  }
}

/** Ctrl and one letter, nothing else. */
function isControl(event: KeyAction, letter: string): boolean {
  const { ctrlKey, altKey, shiftKey, metaKey } = event;
  return shortcutKey(event).toLowerCase() === letter && ctrlKey && !altKey && !shiftKey && !metaKey;
}
