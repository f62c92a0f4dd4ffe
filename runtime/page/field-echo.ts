/**
 * Fields of a twin and what their user does in them. All that the user does goes to the app and comes back with a later
 * tree, while the user goes on. What comes back of it is known by its value, and changes nothing: the caret stays. What the
 * app has made of it, or sets by itself, is another value, and shows.
 */
import type { LiveElement } from './page-document.js';
import type { VirtualElement } from './virtual.js';
import { sanitize, sanitizeLines } from '../base/text/sanitize.js';

/** What is read and set of a field, as a browser has it. */
interface FieldMembers {
  value?: string;
  selectionStart?: number | null;
  selectionEnd?: number | null;
  setSelectionRange?(start: number, end: number): void;
}

interface OptionMembers {
  selected?: boolean;
}

/** Values that are on their way to the app and back, oldest first. */
const onTheWay = new WeakMap<object, string[]>();
const MAX_ON_THE_WAY = 1000;
/** Fields in which an input method composes: updates leave its text alone. */
const composing = new WeakSet<object>();

/** The user has made it this value, which goes to the app. */
export function noteSent(field: LiveElement, value: string): void {
  const values = onTheWay.get(field) ?? [];
  values.push(comparable(value));
  onTheWay.set(field, values.slice(-MAX_ON_THE_WAY));
}

/** Keeps a field from being written to while its user composes a text in it. */
export function noteComposing(field: LiveElement, isComposing: boolean): void {
  if (isComposing) composing.add(field);
  else composing.delete(field);
}

/** Nothing is on its way any more: the field shows what the app has. */
export function settleField(field: LiveElement, virtual: VirtualElement): void {
  onTheWay.delete(field);
  if (isField(virtual) && !isSecret(virtual)) show(field, valueOf(virtual));
  if (virtual.name === 'option') choose(field, virtual);
}

/** After the attributes of an element were changed. @param isActive the user may be typing there */
export function syncField(
  element: LiveElement,
  before: VirtualElement,
  after: VirtualElement,
  isActive: boolean,
): void {
  if (after.name === 'option') {
    if (before.attributes.has('selected') !== after.attributes.has('selected'))
      choose(element, after);
  } else if (isField(after)) {
    if (isSecret(after)) syncSecret(element, before, after);
    else if (valueOf(before) !== valueOf(after)) syncValue(element, valueOf(after), isActive);
  }
}

function syncValue(element: LiveElement, value: string, isActive: boolean): void {
  const values = isActive ? (onTheWay.get(element) ?? []) : [];
  const at = values.indexOf(comparable(value));
  if (at >= 0) {
    // The user has gone on from there.
    onTheWay.set(element, values.slice(at + 1));
    return;
  }
  onTheWay.delete(element);
  show(element, value);
}

/** The app has no password any more: neither has the page. */
function syncSecret(element: LiveElement, before: VirtualElement, after: VirtualElement): void {
  if (isFilled(before) && !isFilled(after)) show(element, '');
}

function isFilled({ attributes }: VirtualElement): boolean {
  return attributes.has('aria-description');
}

function show(element: LiveElement, value: string): void {
  const field = element as FieldMembers;
  if (composing.has(element)) return;
  if (field.value === undefined || comparable(field.value) === comparable(value)) return;
  const { selectionStart, selectionEnd } = field;
  field.value = value;
  // For some kinds of fields browsers do not report it.
  if (typeof selectionStart !== 'number' || typeof selectionEnd !== 'number') return;
  const most = value.length;
  field.setSelectionRange?.(Math.min(selectionStart, most), Math.min(selectionEnd, most));
}

function choose(element: LiveElement, { attributes }: VirtualElement): void {
  const option = element as OptionMembers;
  const isSelected = attributes.has('selected');
  if (option.selected !== undefined && option.selected !== isSelected) option.selected = isSelected;
}

function isField({ name }: VirtualElement): boolean {
  return name === 'input' || name === 'textarea';
}

function isSecret({ attributes }: VirtualElement): boolean {
  return attributes.get('type') === 'password';
}

function valueOf(virtual: VirtualElement): string {
  return virtual.name === 'textarea'
    ? virtual.textContent
    : (virtual.attributes.get('value') ?? '');
}

/** As a twin has texts. */
function comparable(value: string): string {
  return value.includes('\n') ? sanitizeLines(value).join('\n') : sanitize(value);
}
