/** The accessible twin of a frame: real elements of HTML, with the roles and states of WAI-ARIA. */
import {
  BUSY,
  type AccessibleItem,
  type AccessibleNode,
  type AccessibleRole,
} from '../base/accessible-node.js';
import { langOf } from './lang.js';
import { sanitize, sanitizeLines } from '../base/text/sanitize.js';
import { webLink } from '../base/text/web-links.js';
import { make, type PageAttributes, type PageDocument, type PageElement } from './page-document.js';
import type { VirtualElement } from './virtual.js';
import { realize, VIRTUAL } from './virtual.js';

/** UTF-16 units of one text; more is cut. */
const MAX_TEXT = 65_536;

/** The twin as a new element; `updateTwin` brings it to other items. */
export function twinElement<E extends PageElement>(
  document: Pick<PageDocument<E>, 'createElement'>,
  items: readonly AccessibleItem[],
  title: string,
): E {
  const virtual = describeTwin(items, title);
  const main = realize(document, virtual);
  remember(main, { virtual, focused: focusedIn(items) });
  return main;
}

/** What a twin is made of. */
export interface TwinContent {
  readonly virtual: VirtualElement;
  /** The reference of the item that has the focus of the app. */
  readonly focused: string | undefined;
}

const contents = new WeakMap<PageElement, TwinContent>();

/** The current content of a twin; undefined for any other element. */
export function contentOf(main: PageElement): TwinContent | undefined {
  return contents.get(main);
}

export function remember(main: PageElement, content: TwinContent): void {
  contents.set(main, content);
}

export function focusedIn(items: readonly AccessibleItem[]): string | undefined {
  return items.find(({ focused }) => focused === true)?.ref;
}

export function describeTwin(items: readonly AccessibleItem[], title: string): VirtualElement {
  const main = make(VIRTUAL, 'main', { class: 'twin' });
  const hasTop = items.some(({ role, level }) => role === 'heading' && level === 1);
  if (title !== '' && !hasTop) main.append(make(VIRTUAL, 'h1', {}, title));
  new Twin(items).fill(main);
  return main;
}

/** A node whose element is made: what is in it goes to `inside`, and nowhere where that is undefined. */
interface Open {
  readonly depth: number;
  readonly role: AccessibleRole;
  readonly inside: VirtualElement | undefined;
  /** Of a table: its rows but the header. */
  body?: VirtualElement;
}

/** States of a cell of a grid; a cell of a table that keys do not reach has none. */
function cellAttributes({
  selected,
  readOnly,
  invalid,
  valueText,
}: AccessibleNode): PageAttributes {
  return {
    'aria-selected': bool(selected),
    'aria-readonly': readOnly && 'true',
    'aria-invalid': invalid === undefined ? undefined : 'true',
    'aria-description': invalid === undefined ? undefined : clean(invalid),
    'aria-busy': valueText === BUSY && 'true',
  };
}

/** An element, and where what is in it goes; by default nowhere. */
interface Made {
  readonly element: VirtualElement;
  readonly inside?: VirtualElement;
}

/** What has the focus while keys are at a part of it. */
const OWNERS: ReadonlySet<AccessibleRole> = new Set(['listbox', 'menu', 'table', 'tree']);

class Twin {
  readonly #items: readonly AccessibleItem[];
  #ids = 0;
  /** The selected tab whose panel has not come, with its id. */
  #tab: { readonly element: VirtualElement; readonly id: string } | undefined;

  constructor(items: readonly AccessibleItem[]) {
    this.#items = items;
  }

  fill(main: VirtualElement): void {
    const open: Open[] = [{ depth: -1, role: 'none', inside: main }];
    for (const [at, item] of this.#items.entries()) {
      while (open.length > 1 && open.at(-1)!.depth >= item.depth) open.pop();
      const around = open.at(-1)!;
      let made: Made | undefined;
      if (around.inside !== undefined && isAllowed(item.role, around.role)) {
        if (item.role === 'text') around.inside.append(asWritten(item.name));
        else {
          made = this.#make(item, around, at);
          this.#placeFor(item, around).append(made.element);
        }
      }
      if (item.current === true && made !== undefined) this.#point(item, made.element, open);
      open.push({ depth: item.depth, role: item.role, inside: made?.inside });
    }
  }

  /** Keys are at this part of a list, a table or a tree, which has the focus itself. */
  #point(item: AccessibleItem, element: VirtualElement, open: readonly Open[]): void {
    const owner = open.findLast(({ role }) => OWNERS.has(role))?.inside;
    if (owner === undefined || item.ref === undefined) return;
    const id = idOf(item.ref);
    element.setAttribute('id', id);
    element.setAttribute('data-current', '');
    owner.setAttribute('aria-activedescendant', id);
  }

  /** Rows go to a section of their table. */
  #placeFor(item: AccessibleItem, around: Open): VirtualElement {
    const inside = around.inside!;
    if (item.role !== 'row' || around.role !== 'table') return inside;
    if (item.rowIndex === undefined) {
      const head = this.#element('thead');
      inside.append(head);
      return head;
    }
    if (around.body === undefined) inside.append((around.body = this.#element('tbody')));
    return around.body;
  }

  #make(item: AccessibleItem, around: Open, at: number): Made {
    switch (item.role) {
      case 'paragraph':
        return this.#box(item, 'p', {});
      case 'heading':
        return this.#box(item, `h${Math.max(1, Math.min(6, Math.round(item.level ?? 2)))}`, {});
      case 'link':
        return { element: this.#link(item) };
      case 'button':
        return { element: this.#button(item, {}) };
      case 'checkbox':
      case 'switch':
      case 'radio':
        return {
          element: this.#button(item, {
            role: item.role,
            'aria-checked': String(item.checked ?? false),
            ...places(item),
            ...validity(item),
          }),
        };
      case 'disclosure':
        return this.#disclosure(item);
      case 'combobox':
        return this.#combobox(item);
      case 'textbox':
        return { element: this.#field(item) };
      case 'select':
        return this.#select(item, at);
      case 'tab':
        return { element: this.#tabButton(item) };
      case 'tabpanel':
        return this.#panel(item);
      case 'progressbar':
      case 'slider':
        return { element: this.#range(item, item.role === 'slider') };
      case 'separator':
        return { element: this.#separator(item) };
      case 'img':
        return { element: this.#element('div', { role: 'img', ...named(item) }) };
      default:
        return this.#part(item, around.role);
    }
  }

  /** Lists, tables, dialogs and groups, and their parts. */
  #part(item: AccessibleItem, around: AccessibleRole): Made {
    if (item.role.startsWith('menuitem')) return this.#menuItem(item);
    switch (item.role) {
      case 'none':
        return this.#box(item, 'div', {});
      case 'dialog':
      case 'alertdialog':
        return this.#box(item, 'dialog', {
          role: item.role !== 'dialog' && item.role,
          open: true,
          'aria-modal': item.modal && 'true',
          // It has the focus itself where nothing in it can.
          tabindex: item.ref !== undefined && '-1',
        });
      case 'list':
        return this.#list(item);
      case 'listbox':
        return this.#box(item, 'ul', {
          role: 'listbox',
          ...choice(item),
          'aria-disabled': item.disabled && 'true',
        });
      case 'listitem':
        return around === 'list' ? this.#box(item, 'li', {}) : this.#role(item);
      case 'optgroup':
        return this.#group(item);
      case 'option':
        return this.#option(item, around);
      case 'table':
        return this.#table(item);
      case 'row':
        return this.#box(item, 'tr', {
          'aria-rowindex': item.rowIndex === undefined ? '1' : String(item.rowIndex + 1),
          'aria-selected': bool(item.selected),
        });
      case 'columnheader':
        return { element: this.#heading(item) };
      case 'cell':
        return { element: this.#words('td', item, cellAttributes(item)) };
      default:
        return this.#other(item);
    }
  }

  #element(
    name: string,
    attributes: PageAttributes = {},
    ...content: (VirtualElement | string)[]
  ): VirtualElement {
    return make(VIRTUAL, name, attributes, ...content);
  }

  /** That of an item with a reference is always the same. */
  #id({ ref }: AccessibleNode): string {
    return ref === undefined ? `twin-${++this.#ids}` : idOf(ref);
  }

  /** An element whose name is what is written in it. */
  #words(name: string, item: AccessibleNode, attributes: PageAttributes = {}): VirtualElement {
    return this.#element(name, { ...described(item), ...attributes }, clean(item.name));
  }

  /** An element that other nodes are in. */
  #box(item: AccessibleNode, name: string, attributes: PageAttributes): Made {
    const element = this.#element(name, { ...named(item), ...attributes });
    return { element, inside: element };
  }

  #role(item: AccessibleNode): Made {
    // A region is a landmark, which has to have a name.
    const role = item.role === 'region' && clean(item.name) === '' ? 'group' : item.role;
    const tabindex = role === 'menu' && '0';
    return this.#box(item, 'div', { role, tabindex, ...validity(item) });
  }

  #button(item: AccessibleNode, attributes: PageAttributes): VirtualElement {
    return this.#words('button', item, {
      type: 'button',
      'aria-haspopup': item.role !== 'disclosure' && item.expanded !== undefined && 'menu',
      'aria-expanded': bool(item.expanded),
      ...attributes,
      disabled: item.disabled,
    });
  }

  #menuItem(item: AccessibleNode): Made {
    const checked = item.role === 'menuitem' ? undefined : String(item.checked ?? false);
    const attributes = { role: item.role, tabindex: '-1', 'aria-checked': checked };
    return { element: this.#button(item, attributes) };
  }

  #link(item: AccessibleNode): VirtualElement {
    // One that leads nowhere is words.
    const href = webLink(item.href ?? '');
    const isUsed = item.ref !== undefined;
    const attributes =
      href === ''
        ? { role: 'link', ...(isUsed ? { tabindex: '0' } : { 'aria-disabled': 'true' }) }
        : // A page that is operated stays where it is.
          { href, rel: 'noopener noreferrer', target: isUsed && '_blank' };
    const name = href === '' ? 'span' : 'a';
    return this.#element(name, { ...described(item), ...attributes }, asWritten(item.name));
  }

  #disclosure(item: AccessibleNode): Made {
    const id = `${this.#id(item)}${item.ref === undefined ? '' : '-in'}`;
    const expanded = item.expanded === true;
    const inside = this.#element('div', { id, role: 'group', 'aria-label': clean(item.name) });
    const button = this.#button(item, {
      'aria-expanded': String(expanded),
      'aria-controls': expanded && id,
    });
    if (expanded) return { element: this.#element('div', {}, button, inside), inside };
    // The button is in the same place in both, so that it keeps the focus.
    return { element: item.ref === undefined ? button : this.#element('div', {}, button) };
  }

  /** A control after its label, and before its validation message. */
  #labelled(
    item: AccessibleNode,
    name: string,
    attributes: PageAttributes,
  ): readonly [VirtualElement, VirtualElement] {
    const id = this.#id(item);
    const isInvalid = item.invalid !== undefined;
    const words = clean(item.name);
    const control = this.#element(name, {
      ...described(item),
      id,
      ...attributes,
      disabled: item.disabled,
      required: item.required,
      'aria-invalid': isInvalid && 'true',
      'aria-describedby': isInvalid && `${id}-error`,
    });
    const wrapper = this.#element('div');
    if (words !== '') wrapper.append(this.#element('label', { for: id }, words));
    wrapper.append(control);
    if (isInvalid)
      wrapper.append(this.#element('span', { id: `${id}-error` }, clean(item.invalid)));
    return [wrapper, control];
  }

  #field(item: AccessibleNode): VirtualElement {
    const common = {
      placeholder: clean(item.placeholder) || undefined,
      readonly: item.readOnly,
      autocomplete: 'off',
    };
    if (item.type === 'multiline') {
      const [wrapper, area] = this.#labelled(item, 'textarea', common);
      area.append(sanitizeLines(cut(item.value)).join('\n'));
      return wrapper;
    }
    const isNumber = item.type === 'number';
    const isPassword = item.type === 'password';
    const [wrapper] = this.#labelled(item, 'input', {
      type: isNumber ? 'text' : (item.type ?? 'text'),
      ...(isNumber ? { role: 'spinbutton', inputmode: 'decimal', ...values(item) } : {}),
      ...common,
      // Whatever the data says: a page is kept, copied and sent.
      value: isPassword ? undefined : asWritten(item.value),
      'aria-description': isPassword ? clean(item.valueText) || undefined : undefined,
    });
    return wrapper;
  }

  /** A field, and after it what is in its list. */
  #combobox(item: AccessibleNode): Made {
    const [wrapper] = this.#labelled(item, 'input', {
      type: 'text',
      role: 'combobox',
      'aria-expanded': String(item.expanded === true),
      'aria-autocomplete': 'list',
      placeholder: clean(item.placeholder) || undefined,
      readonly: item.readOnly,
      autocomplete: 'off',
      value: asWritten(item.value),
    });
    return { element: wrapper, inside: wrapper };
  }

  #select(item: AccessibleNode, at: number): Made {
    const [element, inside] = this.#labelled(item, 'select', {
      multiple: item.multiple,
      size: item.setSize === undefined ? undefined : String(Math.max(2, Math.round(item.setSize))),
      autocomplete: 'off',
    });
    // A browser chooses the first option where none is.
    if (item.setSize === undefined && item.multiple !== true && !this.#hasChosen(at)) {
      const attributes = { value: '', disabled: true, selected: true };
      inside.append(this.#element('option', attributes, clean(item.placeholder)));
    }
    return { element, inside };
  }

  #hasChosen(at: number): boolean {
    const { depth } = this.#items[at]!;
    for (let next = at + 1; (this.#items[next]?.depth ?? -1) > depth; next++) {
      if (this.#items[next]?.selected === true) return true;
    }
    return false;
  }

  /** Where a press sorts, there is something to press. */
  #heading(item: AccessibleNode): VirtualElement {
    const attributes = { scope: 'col', 'aria-sort': item.sort };
    if (item.ref === undefined) return this.#words('th', item, attributes);
    return this.#element('th', attributes, this.#button(item, {}));
  }

  #option(item: AccessibleNode, around: AccessibleRole): Made {
    if (around !== 'listbox') {
      const { selected, disabled } = item;
      const value = asWritten(item.value);
      return { element: this.#words('option', item, { value, selected, disabled }) };
    }
    return this.#box(item, 'li', {
      role: 'option',
      'aria-selected': bool(item.selected ?? false),
      'aria-disabled': item.disabled && 'true',
    });
  }

  /** Trees, and roles that need nothing else. */
  #other(item: AccessibleNode): Made {
    if (item.role === 'tree') return this.#tree(item);
    if (item.role === 'meter') return { element: this.#range(item, false) };
    return item.role === 'treeitem' ? { element: this.#treeItem(item) } : this.#role(item);
  }

  #tree(item: AccessibleNode): Made {
    return this.#box(item, 'ul', {
      role: 'tree',
      ...(item.selectable === true ? choice(item) : {}),
      'aria-disabled': item.disabled && 'true',
    });
  }

  #treeItem(item: AccessibleNode): VirtualElement {
    const { level, selected, expanded, disabled, valueText, invalid } = item;
    return this.#words('li', item, {
      role: 'treeitem',
      'aria-level': digits(level ?? 1),
      ...places(item),
      'aria-expanded': bool(expanded),
      'aria-selected': bool(selected),
      'aria-disabled': disabled && 'true',
      'aria-busy': valueText === BUSY && 'true',
      'aria-description': invalid === undefined ? undefined : clean(invalid),
    });
  }

  #group(item: AccessibleNode): Made {
    const element = this.#element('optgroup', { ...described(item), label: clean(item.name) });
    return { element, inside: element };
  }

  #list(item: AccessibleNode): Made {
    const { ordered, start } = item;
    const isCounted = ordered === true && start !== undefined && Number.isInteger(start);
    return this.#box(item, ordered === true ? 'ol' : 'ul', {
      role: 'list',
      start: isCounted && start !== 1 ? String(start) : undefined,
    });
  }

  #table(item: AccessibleNode): Made {
    const { rowCount, columnCount = 0, selectable, disabled } = item;
    const header = columnCount > 0 ? 1 : 0;
    const table = this.#element('table', {
      ...described(item),
      // Only rows of a grid may be selected.
      ...(selectable === true ? { role: 'grid', ...choice(item) } : {}),
      'aria-rowcount': rowCount === undefined ? undefined : digits(rowCount + header),
      'aria-colcount': digits(columnCount),
      'aria-disabled': disabled && 'true',
    });
    const name = clean(item.name);
    if (name !== '') table.append(this.#element('caption', {}, name));
    return { element: table, inside: table };
  }

  #tabButton(item: AccessibleNode): VirtualElement {
    const id = this.#id(item);
    const isUsed = item.ref !== undefined;
    const element = this.#button(item, {
      id,
      role: 'tab',
      'aria-selected': String(item.selected === true),
      // The arrows reach the others, where a script handles them.
      tabindex: isUsed && item.selected !== true && '-1',
    });
    if (item.selected === true) this.#tab = { element, id };
    return element;
  }

  #panel(item: AccessibleNode): Made {
    const tab = this.#tab;
    this.#tab = undefined;
    if (tab === undefined) return this.#box(item, 'div', { role: 'tabpanel' });
    const id = `${tab.id}-panel`;
    tab.element.setAttribute('aria-controls', id);
    const attributes = { ...described(item), id, role: 'tabpanel', 'aria-labelledby': tab.id };
    const inside = this.#element('div', attributes);
    return { element: inside, inside };
  }

  #range(item: AccessibleNode, isControl: boolean): VirtualElement {
    return this.#element('div', {
      role: item.role,
      ...named(item),
      tabindex: isControl && '0',
      'aria-orientation': isControl && item.vertical === true && 'vertical',
      'aria-disabled': item.disabled && 'true',
      ...values(item),
    });
  }

  #separator(item: AccessibleNode): VirtualElement {
    const vertical = item.vertical === true && 'vertical';
    if (item.valueNow === undefined) {
      return this.#element('hr', { ...named(item), 'aria-orientation': vertical });
    }
    return this.#element('div', {
      role: 'separator',
      ...named(item),
      tabindex: '0',
      'aria-orientation': vertical,
      'aria-disabled': item.disabled && 'true',
      ...values(item),
    });
  }
}

/**
 * What may only be in one of some nodes: a parser of HTML would put it elsewhere. An app's own elements
 * never are; what a page is made of may come from a process that the app controls.
 */
const PARENTS: Readonly<Partial<Record<AccessibleRole, readonly AccessibleRole[]>>> = {
  row: ['table'],
  columnheader: ['row'],
  cell: ['row'],
  option: ['listbox', 'select', 'optgroup', 'group'],
  optgroup: ['select'],
  tab: ['tablist'],
  treeitem: ['tree'],
  menuitem: ['menu', 'group'],
  menuitemcheckbox: ['menu', 'group'],
  menuitemradio: ['menu', 'group'],
};
/** Nodes that hold nothing but these. */
const CHILDREN: Readonly<Partial<Record<AccessibleRole, readonly AccessibleRole[]>>> = {
  paragraph: ['text', 'link'],
  heading: ['text', 'link'],
  select: ['option', 'optgroup'],
  optgroup: ['option'],
  table: ['row'],
  row: ['columnheader', 'cell'],
  tablist: ['tab'],
  tree: ['treeitem'],
};

function isAllowed(role: AccessibleRole, around: AccessibleRole): boolean {
  const isIn = PARENTS[role]?.includes(around) ?? true;
  return isIn && (CHILDREN[around]?.includes(role) ?? true);
}

function idOf(ref: string): string {
  return `twin-e${ref}`;
}

/** Its name as an attribute, for what has no words of its own. */
function named(item: AccessibleNode): PageAttributes {
  return { ...described(item), 'aria-label': clean(item.name) || undefined };
}

/** What any element has. */
function described(item: AccessibleNode): PageAttributes {
  return {
    lang: langOf(item.lang),
    'aria-description': clean(item.description) || undefined,
    'aria-keyshortcuts': item.keys,
    'data-focused': item.focused,
    'data-ref': item.ref,
    tabindex: item.focusable && '0',
  };
}

function choice(item: AccessibleNode): PageAttributes {
  return { tabindex: '0', 'aria-multiselectable': item.multiple && 'true' };
}

function places({ place, setSize }: AccessibleNode): PageAttributes {
  return { 'aria-posinset': digits(place), 'aria-setsize': digits(setSize) };
}

/** Of what has no `required` of HTML. The message is in the description, as in a page nothing else has it. */
function validity({ role, required, invalid }: AccessibleNode): PageAttributes {
  // ARIA has neither for a single radio button.
  const has = role !== 'radio';
  return {
    'aria-required': has && required && 'true',
    ...(invalid !== undefined && {
      'aria-invalid': has && 'true',
      'aria-description': clean(invalid),
    }),
  };
}

function values(item: AccessibleNode): PageAttributes {
  return {
    'aria-valuenow': digits(item.valueNow),
    'aria-valuemin': digits(item.valueMin),
    'aria-valuemax': digits(item.valueMax),
    'aria-valuetext': clean(item.valueText) || undefined,
  };
}

function digits(value: number | undefined): string | undefined {
  return value !== undefined && Number.isFinite(value) ? String(value) : undefined;
}

function bool(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** One line without controls, nor what turns the direction of writing. */
function clean(text: string | undefined): string {
  return asWritten(text).trim();
}

/** The same with the blanks around it. */
function asWritten(text: string | undefined): string {
  return sanitize(cut(text));
}

function cut(text: string | undefined): string {
  return text !== undefined && text.length > MAX_TEXT
    ? `${text.slice(0, MAX_TEXT)}…`
    : (text ?? '');
}
