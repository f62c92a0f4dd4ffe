/**
 * Looks into a running app for developer tools, in the app's own process. It reads the document and does what the user
 * does by the tools; it adds nothing to the document. Nothing of it runs while no tools are open.
 */
import type { App } from '../app/app.js';
import type { AppParts } from '../app/app-options.js';
import { screenPlace } from '../element/calls/screens.js';
import { refOf, resolveRef } from '../element/accessibility/references.js';
import {
  attributeNamesOf,
  childNodesOf,
  dataOf,
  documentElementOf,
  documentOf,
  getAttribute,
  isElement,
  isText,
  localNameOf,
  parentElementOf,
  removeAttribute,
  setAttribute,
} from '../element/tree.js';
import { shadowHostOf, type TreeNode } from '../dom/tree/tree-node.js';
import { ComponentElement } from '../element/components/component-element.js';
import type { MutationRecord } from '../element/records.js';
import { observe } from '../element/tui-document.js';
import type { TuiElement } from '../element/tui-element.js';
import type { FrameRecord } from '../paint/frame-statistics.js';
import { boxModelOf, cut, detailsOf, nameOf } from './element-details.js';
import {
  MAX_FRAMES,
  MAX_LABEL,
  MAX_ROWS,
  MAX_STATES,
  MAX_VALUE,
  type FrameReport,
  type Report,
  type SettingReport,
  type StateReport,
  type ToolAction,
  type TreeRow,
  type ReportRequest,
} from './report.js';

/** Milliseconds between a frame and the report of what it changed. */
const PACE = 100;
/** Of the time, how many parts of it reading a large document may not take. */
const REST = 5;

/** Nodes that have changed: marked until others change. */
class Changes {
  #shown = new WeakSet<TreeNode>();
  #pending: WeakSet<TreeNode> | undefined;

  note(record: MutationRecord): void {
    this.#pending ??= new WeakSet();
    this.#pending.add(shadowHostOf(record.target) ?? record.target);
    if (record.type !== 'childList') return;
    for (const node of record.addedNodes) this.#pending.add(node);
  }

  /** To be called before each report. */
  next(): void {
    this.#shown = this.#pending ?? this.#shown;
    this.#pending = undefined;
  }

  has(node: TreeNode): boolean {
    return this.#shown.has(node);
  }
}

export class Inspector {
  readonly #changes = new Changes();
  #unobserve: (() => void) | undefined;
  #current: ReportRequest = {};
  #sent = new Map<string, string>();
  #frames: FrameRecord[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isSending = false;
  #isStale = false;
  /** Duration of the last report, in milliseconds. */
  #cost = 0;

  readonly #app: App;
  readonly #send: (report: Report) => Promise<void>;
  readonly #settings: (() => readonly SettingReport[]) | undefined;

  /**
   * @param send passes a report on; resolves when the next one may come
   * @param settings those that scripts have set
   */
  constructor(
    app: App,
    send: (report: Report) => Promise<void>,
    settings?: () => readonly SettingReport[],
  ) {
    this.#app = app;
    this.#send = send;
    this.#settings = settings;
  }

  /** Called when the tools show other reports. */
  requestReports(request: ReportRequest): void {
    const wasRecording = this.#current.frames === true;
    this.#current = request;
    // A client that requests it again may have lost what was sent.
    this.#sent = new Map();
    const isRecording = request.frames === true;
    if (isRecording !== wasRecording) this.#record(isRecording);
    this.#observe(request.tree !== undefined);
    this.#request(0);
  }

  /** A frame was made, or a script has set a setting: the app may show and hold something else. */
  update(): void {
    if (Object.keys(this.#current).length > 0) this.#request(Math.max(PACE, this.#cost * REST));
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (this.#current.frames === true) this.#record(false);
    this.#observe(false);
    this.#current = {};
  }

  /** An app's own code may run, and throw. */
  act(action: ToolAction): void {
    let refusal: string | undefined;
    try {
      refusal = this.#tryAct(action);
    } catch (error) {
      refusal = wordsOf(error);
    }
    if (refusal !== undefined) void this.#send({ refusal });
    else if (action.type !== 'pick') {
      void this.#send({ isDone: true });
      this.#app.requestFrame();
      this.#request(PACE);
    }
  }

  #tryAct(action: ToolAction): string | undefined {
    const { parts } = this.#app;
    switch (action.type) {
      case 'pick':
        this.#pick(parts, action.x, action.y, action.isFinal);
        return undefined;
      case 'state':
        return setState(parts, action.key, action.json);
      case 'attribute':
      case 'style': {
        const found = resolveRef(parts.document, action.ref);
        if (found === undefined) return 'the element is gone';
        return action.type === 'attribute'
          ? editAttribute(found.element, action.name, action.value)
          : editStyle(parts, found.element, action.name, action.value);
      }
    }
  }

  #observe(isOn: boolean): void {
    if (isOn === (this.#unobserve !== undefined)) return;
    this.#unobserve?.();
    const { document } = this.#app.parts;
    this.#unobserve = isOn
      ? observe(document, ['childList', 'attributes', 'characterData'], (record) =>
          this.#changes.note(record),
        )
      : undefined;
  }

  #pick(parts: AppParts, x: number, y: number, isFinal: boolean): void {
    const element = parts.elementAt(x, y);
    const box = element === null ? undefined : boxModelOf(parts, element);
    if (element === null || box === undefined) {
      void this.#send({ pick: null });
      return;
    }
    const path: string[] = [];
    for (let at = parentElementOf(element); at !== null; at = parentElementOf(at)) {
      path.unshift(refOf(at));
    }
    void this.#send({ pick: { ref: refOf(element), name: nameOf(element), isFinal, box, path } });
  }

  #record(isOn: boolean): void {
    const { frame, timing } = this.#app.parts;
    this.#frames = [];
    frame.recordFrames(
      isOn
        ? {
            ...timing,
            onFrame: (record) => {
              if (this.#frames.length < MAX_FRAMES) this.#frames.push(record);
            },
          }
        : undefined,
    );
  }

  #request(delay: number): void {
    this.#isStale = true;
    if (this.#timer !== undefined || this.#isSending) return;
    this.#timer = setTimeout(() => void this.#report(), delay);
    // An app that has nothing else to wait for ends.
    this.#timer.unref();
  }

  async #report(): Promise<void> {
    this.#timer = undefined;
    if (this.#app.exitCode !== undefined || Object.keys(this.#current).length === 0) return;
    this.#isStale = false;
    const started = performance.now();
    let report: Report = {};
    try {
      report = this.#findChanges();
    } catch (error) {
      report = { refusal: wordsOf(error) };
    }
    this.#cost = performance.now() - started;
    if (Object.keys(report).length > 0) {
      this.#isSending = true;
      try {
        await this.#send(report);
      } catch {
        // The launcher ends, or the report is larger than it takes.
      } finally {
        this.#isSending = false;
      }
    }
    if (this.#isStale) this.#request(Math.max(PACE, this.#cost * REST));
  }

  /** What is other than in the last report. */
  #findChanges(): Report {
    const { parts } = this.#app;
    const { tree, states, settings, frames } = this.#current;
    const report: { -readonly [K in keyof Report]: Report[K] } = {};
    if (tree !== undefined) {
      this.#changes.next();
      const root = documentElementOf(parts.document);
      report.tree = treeOf(root, new Set(tree.open), this.#changes);
      if (tree.selected !== null) {
        const found = resolveRef(parts.document, tree.selected);
        report.details = found === undefined ? null : detailsOf(parts, found.element);
      }
    }
    if (states === true) report.states = statesOf(parts);
    if (settings === true && this.#settings !== undefined) report.settings = this.#settings();
    for (const [key, value] of Object.entries(report)) {
      const text = JSON.stringify(value);
      if (this.#sent.get(key) === text) Reflect.deleteProperty(report, key);
      else this.#sent.set(key, text);
    }
    if (frames === true && this.#frames.length > 0) {
      const now = parts.timing.now();
      report.frames = this.#frames.splice(0).map((frame) => frameReport(frame, now));
    }
    return report;
  }
}

function frameReport({ at, stages, cells, bytes }: FrameRecord, now: number): FrameReport {
  return { age: Math.max(0, now - at), ...stages, cells, bytes };
}

function treeOf(root: TuiElement, open: ReadonlySet<string>, changes: Changes): Report['tree'] {
  const marked = (node: TreeNode): object => (changes.has(node) ? { isChanged: true } : {});
  const rows: TreeRow[] = [];
  let isCut = false;
  const visit = (element: TuiElement, depth: number): void => {
    const ref = refOf(element);
    const children = childNodesOf(element).filter(
      (child) => isElement(child) || (isText(child) && dataOf(child).trim() !== ''),
    );
    const isOpen = children.length > 0 && open.has(ref);
    rows.push({
      ref,
      depth,
      isText: false,
      label: tagOf(element),
      hasChildren: children.length > 0,
      isOpen,
      ...marked(element),
    });
    if (!isOpen) return;
    for (const child of children) {
      if (rows.length >= MAX_ROWS) {
        isCut = true;
        return;
      }
      if (isElement(child)) visit(child, depth + 1);
      else if (isText(child)) {
        const label = cut(dataOf(child).trim().replace(/\s+/g, ' '));
        rows.push({
          ref,
          depth: depth + 1,
          isText: true,
          label,
          hasChildren: false,
          isOpen: false,
          ...marked(child),
        });
      }
    }
  };
  visit(root, 0);
  return { rows, isCut };
}

/** The open tag on one line; of long values the beginning. Components are marked, and of open screens which one shows. */
function tagOf(element: TuiElement): string {
  const attributes = attributeNamesOf(element).map((name) => {
    const value = getAttribute(element, name) ?? '';
    return value === '' ? ` ${name}` : ` ${name}="${cut(value.replace(/\s+/g, ' '), 40)}"`;
  });
  const place = screenPlace(documentOf(element), element);
  // It comes first in what may be cut.
  const component = element instanceof ComponentElement ? '[component] ' : '';
  const mark = place === undefined ? component : `[${place}] `;
  return cut(`${mark}<${localNameOf(element)}${attributes.join('')}>`, MAX_LABEL);
}

function statesOf(parts: AppParts): StateReport[] {
  return [...parts.states()].slice(0, MAX_STATES).map(([key, value]) => {
    try {
      return { key: cut(key), ...stateOf(value) };
    } catch (error) {
      // A proxy, or a class whose text throws.
      return { key: cut(key), type: 'unknown', value: wordsOf(error), isEditable: false };
    }
  });
}

function stateOf(value: unknown): Omit<StateReport, 'key'> {
  const type = typeOf(value);
  let text: string | undefined;
  try {
    // Entries of maps and sets are not properties.
    const isCollection = value instanceof Map || value instanceof Set;
    text = JSON.stringify(isCollection ? [...value] : value);
  } catch {
    // A circular structure, a BigInt, or a getter that throws.
  }
  const isEditable = text !== undefined && text.length <= MAX_VALUE && isPlainData(type);
  return { type, value: cut(text ?? String(value), MAX_VALUE), isEditable };
}

/** What an app's own code has thrown, which may be anything. */
function wordsOf(error: unknown): string {
  try {
    return cut(
      error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      MAX_LABEL,
    );
  } catch {
    return 'the app threw a value that cannot be shown';
  }
}

function isPlainData(type: string): boolean {
  return /^(string|number|boolean|null|array|object)/.test(type);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value !== 'object') return typeof value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return 'object';
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Returns why it was not done. */
function setState(parts: AppParts, key: string, json: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return `expected JSON, such as "text", 5 or [1, 2]`;
  }
  return parts.setState(key, value) ? undefined : `no state has the key "${cut(key, 40)}"`;
}

function editAttribute(
  element: TuiElement,
  name: string,
  value: string | null,
): string | undefined {
  if (!/^[\p{L}:_][\p{L}\p{N}:_.-]*$/u.test(name)) return 'expected the name of an attribute';
  if (value === null) removeAttribute(element, name);
  else setAttribute(element, name, value);
  return undefined;
}

function editStyle(
  parts: AppParts,
  element: TuiElement,
  name: string,
  value: string | null,
): string | undefined {
  if (value !== null && parts.style.namesOf(name, value) === undefined) {
    return `"${cut(`${name}: ${value}`, 80)}" is not a style declaration`;
  }
  if (value === null) element.style.removeProperty(name);
  else element.style.setProperty(name, value);
  return undefined;
}
