/** Elements that every document knows: the root, raw blocks and inline text. A registry may replace any of them. */
import { keyAction } from './commands/key-tables.js';
import type { AttributeTable, EventTable, KeyTable, StyleRule } from './contract.js';
import { readAssignedNodes, type AssignedNodesOptions } from '../dom/shadow-root.js';
import { templateContent } from '../dom/tree/template.js';
import {
  TuiElement,
  type ElementClass,
  type InputAction,
  type TuiFragment,
  type TuiNode,
} from './tui-element.js';
import { FOCUSABLE, DEFAULT_ACTION, HAS_OWN_COMMANDS } from './internals.js';
import { hasAttribute, clickElement, isElement } from './tree.js';

class RootElement extends TuiElement {
  static override readonly tag = 'tui';
  static override readonly description = 'The root of a document; optional.';
  static override readonly attributes = {
    inline: {
      type: 'boolean',
      default: false,
      description:
        "Runs the app below the shell's prompt, in as many rows as it shows, instead of on the whole screen. Read at the start; the setting `terminal.inline` takes precedence.",
    },
    palette: {
      type: 'boolean',
      default: true,
      description: 'Whether Ctrl+P lists the commands of the app, if it has any.',
    },
  } as const satisfies AttributeTable;

  override get [HAS_OWN_COMMANDS](): boolean {
    return true;
  }
}

class ScriptElement extends TuiElement {
  static override readonly tag = 'script';
  static override readonly description = 'Code of the app: an ES module.';
  static override readonly content = 'none';
  static override readonly raw = true;
  static override readonly attributes = {
    src: { type: 'string', description: 'A file with the code, relative to this document.' },
    type: {
      type: 'string',
      enum: ['module'],
      description: 'Optional: every script is a module.',
    },
    lang: {
      type: 'string',
      enum: ['js', 'ts', 'jsx', 'tsx'],
      default: 'ts',
      description: 'Language of the code.',
    },
    async: {
      type: 'string',
      enum: ['ready'],
      description: '`ready` runs the code after the first frame instead of before it.',
    },
  } as const satisfies AttributeTable;
}

class StyleElement extends TuiElement {
  static override readonly tag = 'style';
  static override readonly description = 'Style rules for the document.';
  static override readonly content = 'none';
  static override readonly raw = true;
}

class PolicyElement extends TuiElement {
  static override readonly tag = 'policy';
  static override readonly description = 'The permissions that the app requests, as JSON.';
  static override readonly content = 'none';
  static override readonly raw = true;
}

class MessagesElement extends TuiElement {
  static override readonly tag = 'messages';
  static override readonly description =
    'Messages of the locale in `lang`: a JSON object from keys to texts in MessageFormat 2.';
  static override readonly content = 'none';
  static override readonly raw = true;
}

class HelpElement extends TuiElement {
  static override readonly tag = 'help';
  static override readonly description =
    'Help for the app, in Markdown: `tui --help FILE` prints it as written; F1 and `?` show it in the app.';
  static override readonly content = 'none';
  static override readonly raw = true;
}

class TitleElement extends TuiElement {
  static override readonly tag = 'title';
  static override readonly description = 'Title of the app, for the window and the task list.';
  static override readonly content = 'none';
  static override readonly raw = true;
}

/** Its content is markup that scripts copy: no part of the document, without a box. */
class TemplateElement extends TuiElement {
  static override readonly tag = 'template';
  static override readonly description = 'Markup for scripts to copy; inert and never shown.';
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'template', declarations: { display: 'none' } },
  ];

  get content(): TuiFragment {
    return templateContent(this) as TuiFragment;
  }
}

/** The place in a component where its children are shown. In a shadow tree it has no box itself. */
class SlotElement extends TuiElement {
  static override readonly tag = 'slot';
  static override readonly description =
    'In a component: the place of the children that name it in `slot`, or of those that name none. What is in it is shown where the component has no such children.';
  static override readonly attributes = {
    name: {
      type: 'string',
      default: '',
      description: 'Shows the children that have this name in their attribute `slot`.',
    },
  } as const satisfies AttributeTable;
  static override readonly events = {
    slotchange: {
      description: 'Fires once the script has run, after other children have come into the slot.',
    },
  } as const satisfies EventTable;

  /** The children of the component that are in it. */
  assignedNodes(options?: AssignedNodesOptions): TuiNode[] {
    return readAssignedNodes(this, options) as TuiNode[];
  }
  assignedElements(options?: AssignedNodesOptions): TuiElement[] {
    return this.assignedNodes(options).filter(isElement);
  }
}

/** Elements of documents that are never in the tree: loading makes a comment of each, in front of which it renders. */
class ForElement extends TuiElement {
  static override readonly tag = 'for';
  static override readonly description =
    'Renders its content once for each entry of a list, and follows changes of it. What follows an `else` element in it shows if there are none.';
  static override readonly attributes = {
    each: {
      type: 'string',
      required: true,
      description: 'Expression for the list: an array, a set, a map or any other iterable.',
    },
    as: { type: 'string', description: 'Name of the variable that holds the entry.' },
    index: {
      type: 'string',
      description: 'Name of the variable that holds the place of the entry, from 0.',
    },
    key: {
      type: 'string',
      description:
        'Expression for what identifies an entry: its elements move with it, and keep focus and state. Default: the entry itself, if it is an object, else its place.',
    },
  } as const satisfies AttributeTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'for', declarations: { display: 'none' } },
  ];
}

class IfElement extends TuiElement {
  static override readonly tag = 'if';
  static override readonly description =
    'Renders its content while its test is true. What follows an `else` element in it shows otherwise.';
  static override readonly attributes = {
    test: { type: 'string', required: true, description: 'Expression that decides.' },
  } as const satisfies AttributeTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'if', declarations: { display: 'none' } },
  ];
}

class ElseElement extends TuiElement {
  static override readonly tag = 'else';
  static override readonly description =
    'Separates what a `for` or `if` element shows from what it shows otherwise.';
  static override readonly content = 'none';
  static override readonly attributes = {
    test: { type: 'string', description: 'Expression that decides; in `<if>` only.' },
  } as const satisfies AttributeTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'else', declarations: { display: 'none' } },
  ];
}

/** By their names. */
export const BLOCK_ELEMENTS = { for: ForElement, if: IfElement, else: ElseElement } as const;

/** Inline text elements differ in their look alone. */
function inline(
  name: string,
  about: string,
  look: StyleRule['declarations'] = {},
  ...more: readonly StyleRule[]
): ElementClass {
  return class extends TuiElement {
    static override readonly tag = name;
    static override readonly description = about;
    static override readonly content = 'inline';
    static override readonly inline = true;
    static override readonly rules: readonly StyleRule[] = [
      { selector: name, declarations: look },
      ...more,
    ];
  };
}

/** Without colours what is disabled is dim, its bold words too. */
function bold(name: string, about: string): ElementClass {
  return inline(
    name,
    about,
    { 'font-weight': 'bold' },
    {
      selector: `:disabled ${name}`,
      media: '(monochrome)',
      declarations: { 'font-weight': 'inherit' },
    },
  );
}

class BreakElement extends TuiElement {
  static override readonly tag = 'br';
  static override readonly description = 'A line break.';
  static override readonly content = 'none';
  static override readonly inline = true;
}

class LinkElement extends TuiElement {
  static override readonly tag = 'a';
  static override readonly description = 'A link in text.';
  static override readonly content = 'inline';
  static override readonly inline = true;
  static override readonly attributes = {
    href: {
      type: 'string',
      description:
        'Target of the link. The terminal opens http, https and mailto links, usually on Ctrl+click.',
    },
  } as const satisfies AttributeTable;
  static override readonly keys = {
    follow: { keys: 'enter', description: 'Clicks it.' },
  } as const satisfies KeyTable;
  static override readonly rules: readonly StyleRule[] = [
    {
      selector: 'a[href]',
      declarations: { color: 'var(--accent)', 'text-decoration': 'underline' },
    },
    { selector: ':disabled a[href]', declarations: { color: 'inherit' } },
  ];

  /** As in a browser, a link that leads somewhere is visited by the Tab key. */
  override get [FOCUSABLE](): boolean {
    return super[FOCUSABLE] || hasAttribute(this, 'href');
  }

  /** Enter clicks it. */
  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (keyAction(LinkElement.keys, event) === undefined || !hasAttribute(this, 'href'))
      return false;
    clickElement(this);
    return true;
  }
}

export const BUILTIN_ELEMENTS: readonly ElementClass[] = [
  RootElement,
  ScriptElement,
  StyleElement,
  PolicyElement,
  MessagesElement,
  HelpElement,
  TitleElement,
  TemplateElement,
  SlotElement,
  ForElement,
  IfElement,
  ElseElement,
  bold('b', 'Bold text.'),
  bold('strong', 'Important text, bold.'),
  inline('i', 'Italic text.', { 'font-style': 'italic' }),
  inline('em', 'Emphasized text, italic.', { 'font-style': 'italic' }),
  inline('u', 'Underlined text.', { 'text-decoration': 'underline' }),
  inline('s', 'Struck-through text.', { 'text-decoration': 'line-through' }),
  inline('span', 'A part of a text, for styling.'),
  BreakElement,
  LinkElement,
];
