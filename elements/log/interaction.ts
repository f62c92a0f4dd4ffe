/**
 * Responses of a log to keys and the pointer. It uses the layout painted last, so input applies to what the user sees. While
 * the line of the search is open, keys edit it.
 */
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import type { InputAction } from '../../runtime/element/tui-element.js';
import type { KillRing } from '../text-editing/kill-ring.js';
import type { KeyEvent } from '../text-editing/keymap.js';
import { LOG_KEYS } from './declaration.js';
import { isRowAction } from '../support/keys/row-keys.js';
import { RowPointer, wheelSteps } from '../support/rows/pointer.js';
import type { LogModel } from './model/model.js';
import { unseenText, type LogLayout } from './paint/paint.js';
import { Prompt } from '../text-editing/prompt.js';
import { scrolledOf, type LogView } from './view.js';

/** Cells of one step sideways. */
const SIDEWAYS = 8;

/** What is typed in the line at the end. */
export type PromptKind = 'search' | 'filter';

type LogAction = keyof typeof LOG_KEYS;
type Way = 1 | -1;

/** The way that an action of two goes. */
const STEPS = {
  left: -1,
  right: 1,
  extendUp: -1,
  extendDown: 1,
  next: 1,
  previous: -1,
  nextError: 1,
  previousError: -1,
  nextMark: 1,
  previousMark: -1,
} as const satisfies Partial<Record<LogAction, Way>>;

export interface LogHost {
  readonly model: LogModel;
  readonly view: LogView;
  readonly marks: Set<number>;
  layout(): LogLayout | undefined;
  ring(): KillRing;
  unseen(): number;
  /** The text of a search or a filter in force. */
  textOf(kind: PromptKind): string;
  /** Sets it while the user types; `isDone` once it is kept or undone. */
  setText(kind: PromptKind, text: string, isDone: boolean): void;
  toggleWrap(): void;
  activate(line: number): void;
  mark(line: number): void;
  /** Copies lines; false where there is nothing to copy. */
  copy(lines: readonly number[]): boolean;
  onChange(): void;
}

export class LogInteraction {
  prompt: Prompt<PromptKind> | undefined;
  /** Where a search started that the user types: it moves to the match nearest to that. */
  #origin = 0;

  readonly #host: LogHost;
  readonly #pointer: RowPointer;

  constructor(host: LogHost) {
    this.#host = host;
    const { view } = host;
    this.#pointer = new RowPointer({
      scrolled: () => scrolledOf(view, host.layout()?.body ?? 0),
      scrollBy: (rows) => void view.scrollBy(rows),
      scrollTo: (share) => {
        if (share >= 1) view.toEnd();
        else view.scrollToPlace(Math.round(share * view.lastTop));
      },
    });
  }

  act(event: InputAction): boolean {
    const layout = this.#host.layout();
    if (layout === undefined) return false;
    switch (event.type) {
      case 'keydown':
        return this.#key(event);
      case 'paste':
        return this.insert(event.text ?? '');
      case 'mousedown':
        return this.#changed(this.#pointer.press(event, layout));
      case 'mousemove':
        return this.#changed(this.#pointer.drag(event, layout));
      case 'mouseup':
        this.#pointer.release();
        return false;
      case 'click':
        return this.#click(event, layout);
      case 'dblclick':
        return this.#doubleClick(event, layout);
      case 'wheel':
        return this.#wheel(event);
      default:
        return false;
    }
  }

  /** What a key is used for while the log has the focus. */
  useOf(event: InputAction): 'edit' | 'find' | undefined {
    if (this.prompt !== undefined) return this.prompt.uses(event as KeyEvent) ? 'edit' : undefined;
    // Letters of the log's own are commands of the app first.
    return event.key?.length === 1 ? 'find' : undefined;
  }

  /** Types a text in the open line. */
  insert(text: string): boolean {
    const { prompt } = this;
    if (prompt === undefined) return false;
    prompt.insert(text);
    this.#typed(prompt);
    return true;
  }

  /** Keeps what was typed, as where the focus goes elsewhere. */
  close(): void {
    const { prompt } = this;
    if (prompt === undefined) return;
    this.prompt = undefined;
    this.#host.setText(prompt.kind, prompt.text, true);
    this.#host.onChange();
  }

  // Keys

  #key(event: InputAction): boolean {
    if (this.prompt !== undefined) return this.#promptKey(this.prompt, event);
    const action = keyAction(LOG_KEYS, event);
    return action !== undefined && this.#changed(this.#do(action, event));
  }

  #promptKey(prompt: Prompt<PromptKind>, event: InputAction): boolean {
    switch (prompt.key(event as KeyEvent, this.#host.ring())) {
      case 'accept':
        this.close();
        return true;
      case 'cancel':
        this.prompt = undefined;
        this.#host.setText(prompt.kind, prompt.text === '' ? '' : prompt.before, true);
        this.#host.onChange();
        return true;
      case 'changed':
        this.#typed(prompt);
        return true;
      case 'moved':
        this.#host.onChange();
        return true;
      case 'other':
        return false;
    }
  }

  #typed(prompt: Prompt<PromptKind>): void {
    this.#host.setText(prompt.kind, prompt.text, false);
    if (prompt.kind === 'search') this.#toMatchFrom(this.#origin);
    this.#host.onChange();
  }

  #do(action: LogAction, event: InputAction): boolean {
    if (isRowAction(action)) return this.#move(action);
    const by: Way = Object.hasOwn(STEPS, action) ? STEPS[action as keyof typeof STEPS] : 1;
    switch (action) {
      case 'left':
      case 'right':
        return this.#sideways(by * SIDEWAYS);
      case 'extendUp':
      case 'extendDown':
        return this.#extend(by);
      case 'next':
      case 'previous':
        return this.toMatch(by);
      case 'nextError':
      case 'previousError':
        return this.#toError(by);
      case 'nextMark':
      case 'previousMark':
        return this.#toMark(by);
      case 'copy':
        return this.#copy(event.ctrlKey === true);
      default:
        return this.#doToLine(action);
    }
  }

  #doToLine(action: LogAction): boolean {
    const { view } = this.#host;
    const line = view.cursorLine;
    switch (action) {
      case 'search':
      case 'filter':
        this.#open(action);
        return true;
      case 'all':
        return this.#selectAll();
      case 'wrap':
        this.#host.toggleWrap();
        return true;
      case 'clear':
        return this.#clear();
      case 'mark':
        if (line < 0) return false;
        view.setCursor(line);
        this.#host.mark(line);
        return true;
      case 'activate':
        if (line < 0) return false;
        this.#host.activate(line);
        return true;
      default:
        return false;
    }
  }

  #move(action: 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last'): boolean {
    const { view, model } = this.#host;
    view.anchor = -1;
    if (model.shownCount === 0) return false;
    switch (action) {
      case 'up':
      case 'down':
        return view.step(action === 'up' ? -1 : 1);
      case 'pageUp':
      case 'pageDown':
        view.page(action === 'pageUp' ? -1 : 1);
        return true;
      case 'first':
        view.moveTo(0);
        return true;
      case 'last':
        view.toEnd();
        return true;
    }
  }

  #extend(by: 1 | -1): boolean {
    const { view, model } = this.#host;
    const line = view.cursorLine;
    if (line < 0) return false;
    if (view.anchor < 0) view.anchor = line;
    view.moveTo(model.placeOf(line) + by);
    return true;
  }

  #selectAll(): boolean {
    const { view, model } = this.#host;
    if (model.shownCount === 0) return false;
    view.moveTo(model.shownCount - 1);
    view.anchor = model.lineAt(0);
    return true;
  }

  #sideways(cells: number): boolean {
    const { view } = this.#host;
    const layout = this.#host.layout();
    if (layout === undefined) return false;
    const widest = view.visible.reduce((most, { row }) => Math.max(most, row.width), 0);
    const left = Math.max(0, Math.min(view.left + cells, Math.max(0, widest - layout.text)));
    if (left === view.left) return false;
    view.left = left;
    return true;
  }

  #copy(isControl: boolean): boolean {
    const { view, model, marks } = this.#host;
    const { range } = view;
    if (range !== undefined) return this.#host.copy(linesIn(model, range.from, range.to));
    // Ctrl+C ends the app where nothing is selected.
    if (isControl) return false;
    if (marks.size > 0) {
      return this.#host.copy(
        [...marks].filter((line) => model.isShown(line)).sort((a, b) => a - b),
      );
    }
    const line = view.cursorLine;
    if (line < 0) return false;
    return this.#host.copy(linesIn(model, model.entryStart(line), model.entryEnd(line) - 1));
  }

  #clear(): boolean {
    const { view } = this.#host;
    if (view.anchor >= 0) view.anchor = -1;
    else if (this.#host.textOf('search') !== '') this.#host.setText('search', '', true);
    else if (this.#host.textOf('filter') !== '') this.#host.setText('filter', '', true);
    else return false;
    return true;
  }

  // Matches, errors and marks

  #open(kind: PromptKind): void {
    const { view } = this.#host;
    this.#origin = Math.max(0, view.cursorLine);
    this.prompt = new Prompt(kind, this.#host.textOf(kind));
  }

  #toMatchFrom(line: number): void {
    const { found } = this.#host.model;
    if (found.length === 0) return;
    const at = found.indexOf(line);
    this.#goTo(found.at(at < found.length ? at : 0));
  }

  /** Moves to the next match, or from the last one to the first. */
  toMatch(by: 1 | -1): boolean {
    const { found } = this.#host.model;
    if (found.length === 0) return false;
    const line = this.#host.view.cursorLine;
    const index = found.indexOf(line);
    const next = by < 0 ? index - 1 : found.at(index) === line ? index + 1 : index;
    this.#goTo(found.at((next + found.length) % found.length));
    return true;
  }

  #toError(by: 1 | -1): boolean {
    const { model, view } = this.#host;
    const from = view.cursorLine;
    let place = model.placeOf(from);
    const entry = model.entryStart(from);
    for (place += by; place >= 0 && place < model.shownCount; place += by) {
      const line = model.lineAt(place);
      const start = model.entryStart(line);
      // Its first line that shows.
      if (start === entry || (place > 0 && model.entryStart(model.lineAt(place - 1)) === start))
        continue;
      if (model.levelOf(line) !== 'error') continue;
      this.#goTo(line);
      return true;
    }
    return false;
  }

  #toMark(by: 1 | -1): boolean {
    const { marks, model, view } = this.#host;
    const line = view.cursorLine;
    const lines = [...marks].filter((each) => model.isShown(each)).sort((a, b) => by * (a - b));
    const next = lines.find((each) => by * (each - line) > 0) ?? lines[0];
    if (next === undefined) return false;
    this.#goTo(next);
    return true;
  }

  #goTo(line: number): void {
    const { view, model } = this.#host;
    view.anchor = -1;
    view.moveTo(model.placeOf(line));
  }

  // The pointer

  #changed(isChanged: boolean): boolean {
    if (isChanged) this.#host.onChange();
    return isChanged;
  }

  #click(event: InputAction, layout: LogLayout): boolean {
    const { offsetX = -1, offsetY = -1 } = event;
    if (!this.#pointer.isClick(event)) return false;
    const { view } = this.#host;
    const pill = cellWidth(unseenText(this.#host.unseen()));
    const end = layout.gutter + layout.text;
    if (
      pill > 0 &&
      offsetY === layout.header + layout.body - 1 &&
      offsetX >= end - pill &&
      offsetX < end
    ) {
      view.toEnd();
      this.#host.onChange();
      return true;
    }
    const line = this.#lineAt(offsetX, offsetY, layout);
    if (line < 0) return false;
    if (event.shiftKey === true && view.anchor < 0) view.anchor = view.cursorLine;
    else if (event.shiftKey !== true) view.anchor = -1;
    view.setCursor(line);
    this.#host.onChange();
    return true;
  }

  #doubleClick({ offsetX = -1, offsetY = -1 }: InputAction, layout: LogLayout): boolean {
    const line = this.#lineAt(offsetX, offsetY, layout);
    if (line < 0) return false;
    this.#host.activate(line);
    return true;
  }

  #lineAt(x: number, y: number, layout: LogLayout): number {
    if (x < 0 || x >= layout.gutter + layout.text) return -1;
    return this.#host.view.visible[y - layout.header]?.line ?? -1;
  }

  #wheel(event: InputAction): boolean {
    const { rows, sideways } = wheelSteps(event);
    const across = this.#sideways(sideways * SIDEWAYS);
    // At its end a log leaves the wheel to what scrolls around it.
    const along = rows !== 0 && this.#host.view.scrollBy(rows);
    return this.#changed(across || along);
  }
}

/** Lines that show, from one to another. */
function linesIn(model: LogModel, from: number, to: number): number[] {
  const lines: number[] = [];
  for (let place = model.placeOf(from); place < model.shownCount; place++) {
    const line = model.lineAt(place);
    if (line > to) break;
    lines.push(line);
  }
  return lines;
}
