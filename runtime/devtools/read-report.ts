/** Reads the reports of an app's process, which may be hostile: anything else throws, and long values are cut. */
import type { Rect } from '../base/geometry.js';
import { sanitize } from '../base/text/sanitize.js';
import {
  MAX_FRAMES,
  MAX_ITEMS,
  MAX_LABEL,
  MAX_ROWS,
  MAX_SETTINGS,
  MAX_STATES,
  MAX_VALUE,
  type BoxModel,
  type ElementDetails,
  type FrameReport,
  type ListenerReport,
  type NameValue,
  type Pick,
  type PropertyReport,
  type Report,
  type RuleDeclaration,
  type RuleReport,
  type SettingReport,
  type StateReport,
  type TreeRow,
} from './report.js';

type Fields = Readonly<Record<string, unknown>>;

/** Levels that a row is indented by; deeper ones look as deep as this. */
const MAX_DEPTH = 200;
const MAX_REF = 64;
/** Cells of a place on a screen, either way. */
const MAX_CELL = 1_000_000;

/** @throws TypeError for what is not a report */
export function readReport(value: unknown): Report {
  const { tree, details, states, settings, frames, pick, isDone, refusal } = fields(value);
  return {
    ...(tree === undefined ? {} : { tree: readTree(tree) }),
    ...(details === undefined ? {} : { details: details === null ? null : readDetails(details) }),
    ...(states === undefined ? {} : { states: list(states, MAX_STATES, readState) }),
    ...(settings === undefined ? {} : { settings: list(settings, MAX_SETTINGS, readSetting) }),
    ...(frames === undefined ? {} : { frames: list(frames, MAX_FRAMES, readFrame) }),
    ...(pick === undefined ? {} : { pick: pick === null ? null : readPick(pick) }),
    ...(isDone === true ? { isDone } : {}),
    ...(refusal === undefined ? {} : { refusal: text(refusal) }),
  };
}

function readTree(value: unknown): NonNullable<Report['tree']> {
  const { rows, isCut } = fields(value);
  return { rows: list(rows, MAX_ROWS, readRow), isCut: isCut === true };
}

function readRow(value: unknown): TreeRow {
  const { ref, depth, isText, label, hasChildren, isOpen, isChanged } = fields(value);
  return {
    ref: text(ref, MAX_REF),
    depth: Math.min(MAX_DEPTH, amount(depth)),
    isText: isText === true,
    label: text(label),
    hasChildren: hasChildren === true,
    isOpen: isOpen === true,
    ...(isChanged === true ? { isChanged } : {}),
  };
}

function readProperty(value: unknown): PropertyReport {
  const { type, isSet, isEditable } = fields(value);
  return {
    ...readPair(value),
    type: text(type),
    isSet: isSet === true,
    isEditable: isEditable === true,
  };
}

function readDetails(value: unknown): ElementDetails {
  const {
    ref,
    name,
    at,
    attributes,
    properties,
    states,
    computed,
    rules,
    box,
    listeners,
    role,
    words,
  } = fields(value);
  return {
    ref: text(ref, MAX_REF),
    name: text(name),
    at: text(at, MAX_VALUE),
    attributes: list(attributes, MAX_ITEMS, readPair),
    properties: properties === undefined ? undefined : list(properties, MAX_ITEMS, readProperty),
    states: list(states, MAX_ITEMS, (each) => text(each)),
    computed: list(computed, MAX_ITEMS, (each) => ({
      ...readPair(each),
      isSet: fields(each)['isSet'] === true,
    })),
    rules: list(rules, MAX_ITEMS, readRule),
    box: box === undefined || box === null ? undefined : readBox(box),
    listeners: list(listeners, MAX_ITEMS, readListener),
    role: text(role),
    words: text(words, MAX_VALUE),
  };
}

function readPair(value: unknown): NameValue {
  const { name, value: own } = fields(value);
  return { name: text(name), value: text(own, MAX_VALUE) };
}

function readRule(value: unknown): RuleReport {
  const { origin, selector, at, declarations } = fields(value);
  return {
    origin: origin === 'element' || origin === 'style' ? origin : 'sheet',
    selector: text(selector),
    at: text(at, MAX_VALUE),
    declarations: list(declarations, MAX_ITEMS, (each): RuleDeclaration => {
      const { isImportant, isOverridden } = fields(each);
      return {
        ...readPair(each),
        isImportant: isImportant === true,
        isOverridden: isOverridden === true,
      };
    }),
  };
}

function readListener(value: unknown): ListenerReport {
  const { type, flags, source } = fields(value);
  return { type: text(type), flags: text(flags), source: text(source, MAX_VALUE) };
}

function readState(value: unknown): StateReport {
  const { key, type, value: own, isEditable } = fields(value);
  return {
    key: text(key),
    type: text(type),
    value: text(own, MAX_VALUE),
    isEditable: isEditable === true,
  };
}

/** As long as settings are: whether the key exists and the value fits is checked by its declaration. */
function readSetting(value: unknown): SettingReport {
  const { key, value: own } = fields(value);
  if (typeof own === 'number' || typeof own === 'boolean') return { key: text(key), value: own };
  return { key: text(key), value: own === undefined ? undefined : text(own, MAX_VALUE) };
}

function readFrame(value: unknown): FrameReport {
  const { age, style, layout, paint, diff, cells, bytes } = fields(value);
  return {
    age: amount(age),
    style: amount(style),
    layout: amount(layout),
    paint: amount(paint),
    diff: amount(diff),
    cells: amount(cells),
    bytes: amount(bytes),
  };
}

function readPick(value: unknown): Pick {
  const { ref, name, isFinal, box, path } = fields(value);
  return {
    ref: text(ref, MAX_REF),
    name: text(name),
    isFinal: isFinal === true,
    box: readBox(box),
    path: list(path, MAX_ITEMS, (each) => text(each, MAX_REF)),
  };
}

function readBox(value: unknown): BoxModel {
  const { margin, border, padding, content } = fields(value);
  return {
    margin: readRect(margin),
    border: readRect(border),
    padding: readRect(padding),
    content: readRect(content),
  };
}

function readRect(value: unknown): Rect {
  const { x, y, width, height } = fields(value);
  return { x: place(x), y: place(y), width: amount(width), height: amount(height) };
}

function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('expected an object in a report');
  }
  return value as Fields;
}

function list<T>(value: unknown, most: number, read: (each: unknown) => T): T[] {
  if (!Array.isArray(value)) throw new TypeError('expected an array in a report');
  return value.slice(0, most).map((each: unknown) => read(each));
}

/** A text without control characters, on one line. */
function text(value: unknown, most = MAX_LABEL): string {
  if (typeof value !== 'string') throw new TypeError('expected a string in a report');
  return sanitize(value.slice(0, most)).replace(/\s+/g, ' ');
}

function amount(value: unknown): number {
  const number = typeof value === 'number' && Number.isFinite(value) ? value : 0;
  return Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, number));
}

function place(value: unknown): number {
  const number = typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : 0;
  return Math.max(-MAX_CELL, Math.min(MAX_CELL, number));
}
