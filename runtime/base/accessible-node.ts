/**
 * An element for assistive technology, as data: the accessible twin of a page is made from it (`page/twin.ts`).
 * The roles are those of WAI-ARIA where it has one.
 */

/** Roles that authors may set with `role`; the page's twin uses them unchanged. */
export const AUTHOR_ROLES = [
  'alert',
  'article',
  'banner',
  'complementary',
  'contentinfo',
  'figure',
  'form',
  'group',
  'log',
  'navigation',
  'note',
  'region',
  'search',
  'status',
  'toolbar',
] as const;

/** Roles that elements have of themselves. A list of its own, which bundles of pages leave out. */
export const ELEMENT_ROLES = [
  'none',
  'alertdialog',
  'button',
  'cell',
  'checkbox',
  'columnheader',
  /** A text field with a list of options. */
  'combobox',
  'dialog',
  /** A button that shows and hides what is in it: `collapsible`. */
  'disclosure',
  'heading',
  'img',
  'link',
  'list',
  'listbox',
  'listitem',
  'menu',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  /** A value within a known range: `gauge`. */
  'meter',
  'optgroup',
  'option',
  'paragraph',
  'progressbar',
  'radio',
  'radiogroup',
  'row',
  /** A choice of plain options: `select`, with a list that opens or that always shows. */
  'select',
  'separator',
  'slider',
  'switch',
  'tab',
  'table',
  'tablist',
  'tabpanel',
  /** Words, in a paragraph, a heading or a link. */
  'text',
  'textbox',
  'tree',
  'treeitem',
] as const;

export type AccessibleRole = (typeof AUTHOR_ROLES | typeof ELEMENT_ROLES)[number];

/** The command of a button has not ended yet. */
export const BUSY = 'busy';

/** Kinds of text fields: the values of HTML's `type`, and `multiline` for a text area. */
export const FIELD_TYPES = [
  'text',
  'password',
  'number',
  'search',
  'email',
  'url',
  'tel',
  'multiline',
] as const;

/** One thing that a screen reader finds. Absent states are false or do not apply. */
export interface AccessibleNode {
  readonly role: AccessibleRole;
  /** What it is called; of `text` the words. */
  readonly name?: string | undefined;
  /** BCP 47, where it is another one than that of what is around it. */
  readonly lang?: string | undefined;
  /** More about it: a tooltip. */
  readonly description?: string | undefined;
  /** Keys that do what it does, as `aria-keyshortcuts` has them: `Control+S F2`. */
  readonly keys?: string | undefined;
  /** What a field contains; never of a password. Of `option`, what it represents; of a button, the id of the command that it runs. */
  readonly value?: string | undefined;
  /** Of `textbox`: one of `FIELD_TYPES`. */
  readonly type?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Of a link: where it leads, as the document has it. */
  readonly href?: string | undefined;
  /** Of a value in a range. Without `valueNow` it is not known, as of a spinner. */
  readonly valueNow?: number | undefined;
  readonly valueMin?: number | undefined;
  readonly valueMax?: number | undefined;
  /** The value in words; of a button `BUSY`, while its command runs. */
  readonly valueText?: string | undefined;
  readonly vertical?: boolean | undefined;
  /** Of a heading, from 1 to 6; of an item of a tree, from 1. */
  readonly level?: number | undefined;
  readonly checked?: boolean | 'mixed' | undefined;
  readonly selected?: boolean | undefined;
  /** Of a button or an item, that it has a menu, and whether that is open. */
  readonly expanded?: boolean | undefined;
  /** Several parts of it may be selected. */
  readonly multiple?: boolean | undefined;
  /** Parts of it may be selected: of a table its rows, of a tree its items. */
  readonly selectable?: boolean | undefined;
  readonly ordered?: boolean | undefined;
  /** Number of the first item of an ordered list. */
  readonly start?: number | undefined;
  readonly modal?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  /** The validation message, once the user has finished editing the value. */
  readonly invalid?: string | undefined;
  readonly sort?: 'ascending' | 'descending' | undefined;
  /** Of a table: the number of all rows, including those not listed; the same for columns. */
  readonly rowCount?: number | undefined;
  readonly columnCount?: number | undefined;
  /** Of a row: its index among all rows, from 1. */
  readonly rowIndex?: number | undefined;
  /** Its place among those of its set, from 1, and how many there are. */
  readonly place?: number | undefined;
  readonly setSize?: number | undefined;
  /** It has the focus. */
  readonly focused?: boolean | undefined;
  /** Of a part: the one that keys are at. */
  readonly current?: boolean | undefined;
  /** It is focusable, although its role does not imply it. */
  readonly focusable?: boolean | undefined;
  /**
   * What actions call it, as long as it is in the document: `12`, or `12.r7` for a part of an element. Absent where
   * a person can do nothing with it, as with what is disabled.
   */
  readonly ref?: string | undefined;
}

/**
 * Parts of an element's accessible text that its node does not contain. They stay in the process: neither pages nor
 * agents receive them.
 */
export interface AccessibleLine {
  /** Instead of the word for the role. */
  readonly role?: string | undefined;
  /** Instead of the words for the states. */
  readonly states?: readonly (string | false | undefined)[] | undefined;
  /** The whole line. */
  readonly text?: string | undefined;
  /** Its content is read with it, also where only the element is requested. */
  readonly isBox?: boolean | undefined;
  /** What follows the line where the element is read with a document. */
  readonly more?: string | undefined;
}

/** A node with what is in it and has no box of its own: the rows of a table, the options of a select. */
export interface AccessibleElement extends Omit<AccessibleNode, 'ref'> {
  readonly parts?: readonly AccessibleElement[] | undefined;
  readonly line?: AccessibleLine | undefined;
  /**
   * What the element calls this part in actions, of at most 32 letters, digits and `-`. Empty for what represents
   * the element itself. Absent where nothing can be done with it alone.
   */
  readonly part?: string | undefined;
}

/** A node of a tree written as a list: in document order, each with its depth. */
export interface AccessibleItem extends AccessibleNode {
  readonly depth: number;
}

/** Keys that an action may press; all else that is typed is set as the value of a field. */
export const ACTION_KEYS = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Enter',
  'Escape',
  'Delete',
  'ContextMenu',
  ' ',
] as const;

/** What a person does with one thing that a screen reader has found. */
export type AccessibleAction =
  /** Focuses it; of a part, moves the cursor there. */
  | { readonly type: 'focus' }
  /** Presses a button, follows a link, switches, opens and closes; of a row, what Enter does there. */
  | { readonly type: 'press' }
  /** The text of a field, or the value of a slider or divider. */
  | { readonly type: 'set'; readonly value: string | number }
  /** Selects an option, a row or a tab, or takes it out of the selection. */
  | { readonly type: 'select'; readonly value: boolean }
  /** Presses a key while it has the focus. */
  | { readonly type: 'key'; readonly key: string };
