/** The Elements tab: the app's tree, live, and the details of one element. */
import type { Mark } from '../../../runtime/terminal/divided/divided-screen.js';
import type {
  BoxModel,
  ElementDetails,
  PropertyReport,
  Report,
  TreeRow,
  ReportRequest,
} from '../../../runtime/devtools/report.js';
import { rgb, type Color } from '../../../runtime/base/color.js';
import type { Rect } from '../../../runtime/base/geometry.js';
import type { MouseInput } from '../../../runtime/base/input-events.js';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import type { DockDocument } from '../dock-document.js';
import { EditField } from '../edit-field.js';
import type { DockPorts, DockTab } from '../ports.js';

/** Colours of the parts of a box, as browsers' tools have them. */
const CONTENT = rgb(70, 110, 190);
const PADDING = rgb(70, 140, 80);
const BORDER = rgb(180, 140, 50);
const MARGIN = rgb(190, 110, 50);

/** A row of the details; an editable row states what it sets. */
interface DetailRow {
  /** Its row stays selected while others come and go. */
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly look: 'heading' | 'plain' | 'muted' | 'rule';
  readonly edits?: {
    readonly type: 'attribute' | 'style';
    readonly name: string;
    readonly value: string;
  };
}

export class ElementsTab implements DockTab {
  #rows: readonly TreeRow[] = [];
  #details: readonly DetailRow[] = [];
  #box: BoxModel | undefined;
  readonly #open = new Set<string>();
  #selected: string | null = null;
  #isPicking = false;
  #isShown = false;
  #editing: DetailRow['edits'];
  readonly #field: EditField;
  readonly #tree;
  readonly #table;

  readonly #page: DockDocument;
  readonly #ports: DockPorts;
  readonly #onRequestChange: () => void;

  constructor(page: DockDocument, ports: DockPorts, onRequestChange: () => void) {
    this.#page = page;
    this.#ports = ports;
    this.#onRequestChange = onRequestChange;

    this.#tree = page.table('tree');
    this.#table = page.table('details');
    this.#tree.formatCell = ({ row, value }) =>
      (row as { readonly isChanged: boolean }).isChanged
        ? { text: String(value), color: 'var(--accent)' }
        : (row as { readonly isText: boolean }).isText
          ? { text: String(value), color: 'var(--muted)' }
          : undefined;
    this.#table.formatCell = ({ row, key, value }) => ({
      text: String(value),
      color: lookOf(row as DetailRow, key),
    });
    page.on('tree', 'select', () => this.#treeSelected());
    page.on('tree', 'activate', () => this.#toggleSelected());
    page.on('tree', 'keydown', (event) => {
      if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        event.preventDefault();
        this.#move(event.key === 'ArrowRight');
      }
    });
    page.on('tree', 'click', (event) => this.#clicked(event.clientX ?? 0));
    this.#field = new EditField(page, {
      prefix: 'element',
      onSubmit: (text) => this.#submit(text),
      onClose: () => {
        this.#editing = undefined;
        this.#table.focus();
        this.#showSelected();
      },
    });
    page.on('details', 'activate', () => this.#edit());
    page.on('details', 'select', () => this.#showSelected());
    page.on('pick', 'click', () => this.pick(!this.#isPicking));
  }

  get request(): ReportRequest {
    return { tree: { open: [...this.#open], selected: this.#selected } };
  }

  show(): void {
    this.#isShown = true;
    this.#mark();
  }

  hide(): void {
    this.#isShown = false;
    this.pick(false);
    this.#mark();
  }

  /** The dock has got or lost the keyboard: the selected element is marked while it has it. */
  focused(): void {
    this.#mark();
  }

  report({ tree, details, pick, isDone, refusal }: Report): void {
    if (tree !== undefined) this.#showTree(tree.rows, tree.isCut);
    if (details !== undefined) this.#showDetails(details);
    // Another tab's edit is not answered here.
    if (this.#isShown) this.#answered(isDone === true, refusal);
    if (pick !== undefined && this.#isPicking) {
      if (pick === null) this.#ports.side.marks = [];
      else {
        this.#page.setText('picked', `${pick.name}  ${sizeOf(pick.box.border)}`);
        this.#ports.side.marks = marksOf(pick.box);
        if (pick.isFinal) {
          for (const ref of pick.path) this.#open.add(ref);
          this.#selected = pick.ref;
          this.#box = pick.box;
          this.pick(false);
          this.#onRequestChange();
        }
      }
    }
    this.#page.requestFrame();
  }

  /** Points with the mouse at the app, which does not notice. */
  pick(isPicking: boolean): void {
    if (isPicking === this.#isPicking) return;
    this.#isPicking = isPicking;
    this.#page.setText('pick', isPicking ? 'picking' : 'pick');
    this.#page.element('pick').setAttribute('variant', isPicking ? 'primary' : 'default');
    if (isPicking) this.#page.setText('picked', 'Click on a cell of the app');
    this.#ports.side.picker = isPicking ? (input) => this.#pointed(input) : undefined;
    if (!isPicking) this.#mark();
  }

  get picking(): boolean {
    return this.#isPicking;
  }

  #pointed({ x, y, action, button }: MouseInput): void {
    if (action === 'wheel' || action === 'release') return;
    const isFinal = action === 'press' && button === 0;
    this.#ports.app.act({ type: 'pick', x, y, isFinal });
  }

  #showTree(rows: readonly TreeRow[], isCut: boolean): void {
    const [root] = rows;
    // The first tree, or that of an edited app in the place of the one before.
    const isOther = root !== undefined && root.ref !== this.#rows[0]?.ref;
    if (isOther) {
      this.#open.clear();
      this.#selected = null;
    }
    this.#rows = rows;
    this.#tree.setRows([
      ...rows.map(({ depth, label, hasChildren, isOpen, isText, isChanged }) => ({
        label: `${'  '.repeat(depth)}${hasChildren ? (isOpen ? '▾ ' : '▸ ') : '  '}${label}`,
        isText,
        isChanged: isChanged === true,
      })),
      ...(isCut ? [{ label: '… more than can be listed', isText: true, isChanged: false }] : []),
    ]);
    const index = rows.findIndex(({ ref, isText }) => ref === this.#selected && !isText);
    if (index >= 0 && this.#tree.getSelectedRows()[0] !== index) this.#tree.setSelectedRow(index);
    // The root shows its children from the start.
    if (isOther) {
      this.#open.add(root.ref);
      this.#selected = root.ref;
      this.#onRequestChange();
    }
  }

  #treeSelected(): void {
    const [index = -1] = this.#tree.getSelectedRows();
    const row = this.#rows[index];
    if (row === undefined || row.ref === this.#selected) return;
    this.#selected = row.ref;
    if (this.#field.isOpen) {
      this.#field.close();
      this.#tree.focus();
    }
    this.#onRequestChange();
  }

  #toggleSelected(): void {
    const row = this.#selectedRow();
    if (row?.hasChildren !== true) return;
    this.#setOpen(row, !row.isOpen);
  }

  #setOpen(row: TreeRow, isOpen: boolean): void {
    if (isOpen) this.#open.add(row.ref);
    else this.#open.delete(row.ref);
    this.#onRequestChange();
  }

  /** Right opens and goes in, left closes and goes out, as in any tree. */
  #move(isRight: boolean): void {
    const row = this.#selectedRow();
    if (row === undefined) return;
    const index = this.#rows.indexOf(row);
    if (isRight) {
      if (row.hasChildren && !row.isOpen) this.#setOpen(row, true);
      else if (row.isOpen) this.#choose(index + 1);
    } else if (row.isOpen) this.#setOpen(row, false);
    else {
      const parent = this.#rows.slice(0, index).findLastIndex(({ depth }) => depth < row.depth);
      if (parent >= 0) this.#choose(parent);
    }
  }

  #choose(index: number): void {
    this.#tree.setSelectedRow(index);
    this.#treeSelected();
  }

  #selectedRow(): TreeRow | undefined {
    return this.#rows[this.#tree.getSelectedRows()[0] ?? -1];
  }

  /** A click on the mark before a tag opens or closes it. */
  #clicked(x: number): void {
    const row = this.#selectedRow();
    if (row?.hasChildren !== true) return;
    const mark = this.#tree.getBoundingClientRect().left + 2 * row.depth;
    if (x >= mark && x < mark + 2) this.#setOpen(row, !row.isOpen);
  }

  #showDetails(details: ElementDetails | null): void {
    this.#details = details === null ? [] : rowsOf(details);
    this.#box = details?.box;
    const text = details === null ? 'The element is gone' : `${details.name}  ${details.at}`;
    // While the user points, it names what is pointed at.
    if (!this.#isPicking) this.#page.setText('picked', text);
    this.#table.setRows(this.#details.map((row) => ({ ...row })));
    this.#showSelected();
    this.#mark();
  }

  #mark(): void {
    const { side } = this.#ports;
    const shows = this.#isShown && side.hasKeyboard && this.#box !== undefined;
    if (!this.#isPicking) side.marks = shows && this.#box !== undefined ? marksOf(this.#box) : [];
  }

  #edit(): void {
    const edits = this.#selectedDetail()?.edits;
    if (edits === undefined) return;
    this.#editing = edits;
    this.#field.open(edits.name === '' ? 'name=value' : `${edits.name}:`, edits.value);
    this.#showSelected();
  }

  #submit(text: string): void {
    const editing = this.#editing;
    const ref = this.#selected;
    if (editing === undefined || ref === null) return;
    let { name } = editing;
    let value = text;
    if (name === '') {
      const [, writtenName = '', rest = ''] = /^\s*([^=:\s]+)\s*[=:]?\s*([^]*)$/.exec(text) ?? [];
      name = writtenName;
      value = rest.replace(/^"([^]*)"$/, '$1');
    }
    if (name === '') {
      this.#field.refuse('expected a name and a value, such as title=Words');
      return;
    }
    const removed = editing.type === 'style' && value.trim() === '';
    this.#ports.app.act({ type: editing.type, ref, name, value: removed ? null : value });
  }

  /** What has become of an edit. */
  #answered(isDone: boolean, refusal: string | undefined): void {
    if (refusal === undefined) {
      if (isDone) this.#field.close();
    } else if (this.#field.isOpen) this.#field.refuse(refusal);
    else this.#page.notify(refusal, 'error');
  }

  #selectedDetail(): DetailRow | undefined {
    return this.#details[this.#table.getSelectedRows()[0] ?? -1];
  }

  /** What the columns have no room for. */
  #showSelected(): void {
    const row = this.#field.isOpen ? undefined : this.#selectedDetail();
    const shows = row !== undefined && row.look !== 'heading';
    this.#page.toggle('element-detail', shows);
    if (shows) this.#page.setText('element-whole', sanitize(`${row.name.trim()}: ${row.value}`));
  }
}

function lookOf({ look }: DetailRow, key: string): string {
  if (look === 'heading') return 'var(--accent)';
  if (look === 'muted') return 'var(--muted)';
  if (look === 'rule') return key === 'value' ? 'var(--muted)' : 'var(--text)';
  return key === 'name' ? 'var(--muted)' : 'var(--text)';
}

function propertyRow({
  name,
  type,
  value,
  isSet,
  isEditable,
}: PropertyReport): Omit<DetailRow, 'id'> {
  const look = isSet ? 'plain' : 'muted';
  const row = { name: `${name}: ${type}`, value, look } as const;
  return isEditable ? { ...row, edits: { type: 'attribute', name, value } } : row;
}

function rowsOf(details: ElementDetails): DetailRow[] {
  const { attributes, properties, states, rules, box, computed, listeners, role, words } = details;
  const rows: DetailRow[] = [];
  const ids = new Map<string, number>();
  let section = '';
  const add = (row: Omit<DetailRow, 'id'>): void => {
    if (row.look === 'heading') section = row.name;
    if (row.look === 'rule') section = `Rules ${row.name} ${row.value}`;
    const name = `${section} ${row.name}`;
    const count = ids.get(name) ?? 0;
    ids.set(name, count + 1);
    rows.push({ ...row, id: `${name} ${count}` });
  };
  const heading = (name: string, value = ''): void => add({ name, value, look: 'heading' });
  if (properties !== undefined) {
    heading('Properties', properties.length === 0 ? 'none' : 'of the component');
    for (const each of properties) add(propertyRow(each));
  }
  heading('Attributes');
  for (const { name, value } of attributes) {
    add({ name, value, look: 'plain', edits: { type: 'attribute', name, value } });
  }
  add({
    name: '+',
    value: 'Enter adds one',
    look: 'muted',
    edits: { type: 'attribute', name: '', value: '' },
  });
  if (states.length > 0)
    add({ name: 'states', value: states.map((each) => `:${each}`).join(' '), look: 'plain' });
  heading('Rules', 'strongest first');
  add({
    name: '+',
    value: 'Enter adds to style',
    look: 'muted',
    edits: { type: 'style', name: '', value: '' },
  });
  for (const { selector, at, origin, declarations } of rules) {
    add({
      name: selector,
      value: at === '' ? (origin === 'element' ? 'tui' : '') : at,
      look: 'rule',
    });
    for (const { name, value, isImportant, isOverridden } of declarations) {
      const look = isOverridden ? 'muted' : 'plain';
      const shown = `${value}${isImportant ? ' !important' : ''}${isOverridden ? '  (overridden)' : ''}`;
      add({ name: `  ${name}`, value: shown, look, edits: { type: 'style', name, value } });
    }
  }
  heading('Box', box === undefined ? 'none' : 'columns x rows at column, row');
  if (box !== undefined) {
    for (const name of ['margin', 'border', 'padding', 'content'] as const) {
      add({
        name,
        value: `${sizeOf(box[name])} at ${box[name].x}, ${box[name].y}`,
        look: 'plain',
      });
    }
  }
  heading('Listeners', listeners.length === 0 ? 'none' : '');
  for (const { type, flags, source } of listeners) {
    add({
      name: type,
      value: [source, flags].filter((part) => part !== '').join('  '),
      look: 'plain',
    });
  }
  heading('Accessible');
  add({ name: 'role', value: role, look: 'plain' });
  add({ name: 'words', value: words, look: 'plain' });
  heading('Computed', 'set ones first');
  for (const { name, value, isSet } of [...computed].sort(
    (a, b) => Number(b.isSet) - Number(a.isSet),
  )) {
    add({ name, value, look: isSet ? 'plain' : 'muted' });
  }
  return rows;
}

function sizeOf({ width, height }: Rect): string {
  return `${width} x ${height}`;
}

/** Later marks count. */
function marksOf({ margin, border, padding, content }: BoxModel): Mark[] {
  const mark = (rect: Rect, color: Color): Mark => ({ rect, color });
  return [
    mark(margin, MARGIN),
    mark(border, BORDER),
    mark(padding, PADDING),
    mark(content, CONTENT),
  ];
}
