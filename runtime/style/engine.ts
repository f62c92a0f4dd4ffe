/**
 * The style stage: keeps every element's computed style right while the tree changes, and reports what
 * has to be laid out or painted again. Nothing is done until `flush`.
 */
import { addedElements } from '../element/added-elements.js';
import { formatColor, parseColor, type Color } from '../base/color.js';
import type { Diagnostic } from '../base/diagnostics.js';
import { BOOLEAN_WORDS } from '../base/values.js';
import { hostOf, visitElements } from '../element/query.js';
import type { MutationRecord, TuiDocument, TuiElement, TuiNode } from '../element/tui-element.js';
import { assignedSlotOf, hasSlot, isSlot } from '../dom/tree/shadow.js';
import { selectAdapter, statePseudos } from '../dom/tree/selectors.js';
import { Cascade, type ElementStyle, type InvalidReport } from './cascade.js';
import {
  classesOf,
  depthOf,
  DirtySet,
  MATCH,
  RECOMPUTE,
  splitClasses,
  SUBTREE,
} from './matching/dirty.js';
import { ROW_DATA } from '../element/internals.js';
import { deferralOf } from './deferral.js';
import { DocumentSheets } from './reading/document-sheets.js';
import {
  IN_ATTRIBUTE,
  InlineStyles,
  acceptsStyle,
  inlineDiagnostic,
  type InlineStyleError,
} from './reading/inline.js';
import { ScriptWarnings } from '../element/scripts/script-warnings.js';
import { Matcher, type SelectAdapter } from './matching/matcher.js';
import { styleAnswers } from './computed-text.js';
import { mediaHolds, type DisplayMode, type Media } from './reading/media.js';
import {
  hasCurrentColor,
  parseDeclaration,
  withCurrentColor,
  type Place,
} from './reading/parse.js';
import type { Affects, Property, PropertyTable } from './properties/properties.js';
import {
  attributeFeature,
  EMPTINESS,
  stateFeature,
  type Feature,
  type ReachMap,
} from './matching/invalidation-sets.js';
import {
  createBlock,
  ORIGIN_ELEMENT,
  ORIGIN_SHEET,
  ORIGIN_THEME,
  RuleSet,
  type Block,
  type Matched,
  type Rule,
  type WrittenRule,
} from './matching/rules.js';
import { ElementRules, themeRules } from './themes/user-agent-sheet.js';
import type { Gap } from './matching/sibling-invalidation.js';
import { hasVariable, substitute } from './substitute.js';
import { getTheme, INLINE_RULES, type Theme } from './themes/themes.js';
import { drawnContentOf, setComputed } from '../element/tui-element.js';
import {
  localNameOf,
  boxElementOf,
  isInShadow,
  parentElementOf,
  childElementsOf,
  getAttribute,
  isConnected,
  queryAll,
  firstElementOf,
  nextElementOf,
  idOf,
  isElement,
} from '../element/tree.js';
import { nextSiblingOf, previousSiblingOf } from './matching/tree-as-is.js';
import { registryOf } from '../element/query.js';
import {
  alikeRowAround,
  deferChildren,
  hasVicinities,
  includeChildren,
  isFar,
  setDifferent,
  vicinityOf,
  type Alike,
} from '../element/rows/vicinity.js';
import { sharedStylesOf } from '../element/components/shadow-styles.js';
import {
  isAnyShadow,
  parentElementOf as parentElementInTree,
  rootOf,
  shadowHostOf,
  shadowRootOf,
  type TreeNode,
} from '../dom/tree/tree-node.js';

export interface StyleEngineOptions {
  readonly document: TuiDocument;
  readonly table: PropertyTable;
  /** Default `fullcolor-dark`. */
  readonly theme?: Theme | undefined;
  /** Screen size in cells, for `@media`; default 80 x 24. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  /** For `@media (prefers-reduced-motion)`; default false. */
  readonly reducesMotion?: boolean | undefined;
  /** For `@media (display-mode)`; default `fullscreen`. */
  readonly displayMode?: DisplayMode | undefined;
  /** What is `ai-hidden` is hidden; default false. */
  readonly isForAi?: boolean | undefined;
}

/** Rows near the view. */
export interface Approach {
  readonly come: readonly TuiElement[];
  readonly gone: readonly TuiElement[];
  /** Elements whose children are not alike: all of these have styles and boxes from now on. */
  readonly different?: readonly TuiElement[] | undefined;
}

/** What is kept of an element between flushes. */
interface ElementState {
  style: ElementStyle;
  matched: Matched;
  inline: Block | undefined;
  hidden: Block | undefined;
  /** Some child takes values from this element's own computed style (`inherit`). */
  isReadByChildren: boolean;
}

/** A rule that matches an element. */
export interface MatchedRule {
  /** True for rules of sheets; false for those of the theme and of the element's class. */
  readonly isOfSheet: boolean;
  readonly written: WrittenRule;
}

/** Values that became invalid by their variables: at most this many are reported, one a place. */
const INVALID_PLACES = 100;

export class StyleEngine {
  /** Elements computed in the last flush. */
  restyled = 0;
  readonly #document: TuiDocument;
  readonly #table: PropertyTable;
  #cascade: Cascade;
  /** Properties that the cascade knows. */
  #propertyCount = 0;
  readonly #sheets: DocumentSheets;
  readonly #inlineStyles: InlineStyles;
  readonly #matcher: Matcher<object, TuiElement>;
  readonly #hiddenBlock: Block;
  readonly #states = new WeakMap<TuiElement, ElementState>();
  #dirty = new DirtySet();
  readonly #inlineDiagnostics = new Map<TuiElement, readonly Diagnostic[]>();
  readonly #invalid = new Map<Place, Diagnostic>();
  /** Whose style is being computed: declarations of one `style` text have their places in common. */
  #computing: { readonly element: TuiElement; readonly isNew: boolean } | undefined;
  #added: TuiElement[] = [];
  #removed: TuiElement[] = [];
  /** Elements that have other children than before, or another style of one: they may defer them from now on, or no more. */
  readonly #reshaped = new Set<TuiElement>();
  /** Elements that have begun or ceased to defer their children. */
  readonly #turned = new Set<TuiElement>();
  #rules: RuleSet<object, TuiElement>;
  /** Rules of shadow trees, by the style elements that their trees share, or by the root that has its own. */
  #scopes = new Map<object, RuleSet<object, TuiElement>>();
  /** Style elements that are in a shadow tree, by its root. */
  #ownStyles = new Map<TreeNode, TuiElement[]>();
  readonly #elementRules: ElementRules;
  /** Those of the elements that the document has had so far, and the names of these. */
  #ownRules: readonly Rule[] = [];
  readonly #tags = new Set<string>();
  #areTagsNew = false;
  #currentTheme: Theme;
  #media: Media;
  #isAllDirty = true;
  #areSheetsDirty = true;

  readonly #isForAi: boolean;

  constructor({
    document,
    table,
    theme,
    size,
    reducesMotion = false,
    displayMode = 'fullscreen',
    isForAi = false,
  }: StyleEngineOptions) {
    this.#document = document;
    this.#isForAi = isForAi;
    this.#table = table;
    this.#currentTheme = theme ?? (getTheme('fullcolor-dark') as Theme);
    const set = { reducesMotion, displayMode };
    this.#media = { width: 80, height: 24, ...size, ...set, ...mediaOf(this.#currentTheme) };
    this.#cascade = this.#createCascade();
    this.#sheets = new DocumentSheets(table);
    this.#inlineStyles = new InlineStyles(table);
    this.#matcher = new Matcher<object, TuiElement>(
      selectAdapter as unknown as SelectAdapter<object, TuiElement>,
      statePseudos,
      (element) => shadowHostOf(rootOf(element)) as TuiElement | null,
    );
    const display = table.find('display') as Property;
    this.#hiddenBlock = createBlock([
      { property: display, name: 'display', declared: { kind: 'value', value: 'none' } },
    ]);
    hostOf(document).provide({
      acceptsStyle: acceptsStyle(new ScriptWarnings(document), table),
      ...styleAnswers(table, {
        media: () => this.#media,
        custom: (element, name) => this.#stateOf(element)?.style.inherited.custom.get(name),
      }),
      lateStyle: (element) => this.#computeLate(element as TuiElement),
    });
    this.#elementRules = new ElementRules(table, registryOf(document).loaded);
    this.#rules = new RuleSet([], this.#matcher);
  }

  /** True where `flush` has something to do. */
  get pending(): boolean {
    return (
      this.#isAllDirty ||
      this.#areSheetsDirty ||
      this.#added.length > 0 ||
      this.#removed.length > 0 ||
      this.#reshaped.size > 0 ||
      !this.#dirty.isEmpty
    );
  }

  /** Errors of all sheets, of `style` attributes, and of values that their variables made invalid. */
  get diagnostics(): readonly Diagnostic[] {
    return [
      ...this.#sheets.diagnostics,
      ...[...this.#inlineDiagnostics.values()].flat(),
      ...this.#invalid.values(),
    ];
  }

  /** Computes the styles of rows that are out of view as well: their errors are in `diagnostics` then. */
  computeFarRows(): void {
    if (!hasVicinities()) return;
    for (const root of this.#roots()) visitElements(root, (element) => void this.#stateOf(element));
  }

  /** Returns the errors in the text of a `style` attribute. */
  checkInlineStyle(text: string): readonly InlineStyleError[] {
    return this.#inlineStyles.read(text).errors;
  }

  #onShadowChange(target: TuiNode): void {
    const around = boxElementOf(target);
    if (around !== null) this.#dirty.mark(around, MATCH | SUBTREE);
  }

  /** Records a change of the tree. */
  invalidate(record: MutationRecord): void {
    switch (record.type) {
      case 'childList':
        this.#onChildren(record);
        return;
      case 'characterData': {
        const parent = parentElementOf(record.target);
        if (parent === null) return;
        if (localNameOf(parent) === 'style') this.#areSheetsDirty = true;
        this.#note(parent, EMPTINESS);
        return;
      }
      case 'attributes':
        this.#onAttributeChange(record.target, record.property, record.oldValue);
        return;
      case 'state':
        this.#note(record.target, stateFeature(record.state));
        return;
      case 'invalidate':
        // It changes what is painted, not the styles; data may be its children now.
        if (record.target[ROW_DATA] !== undefined) this.#reshaped.add(record.target);
    }
  }

  /** Nodes have come or gone. */
  #onChildren(record: Extract<MutationRecord, { type: 'childList' }>): void {
    const { target } = record;
    for (const node of record.addedNodes) if (isElement(node)) this.#added.push(node);
    for (const element of addedElements(record)) this.#noteAdded(element);
    // What a slot has shown may be in another one now. What a new slot shows is new with it.
    if (isAnyShadow && isInShadow(target) && record.removedNodes.some(hasSlot)) {
      this.#onShadowChange(target);
    }
    for (const node of record.removedNodes) if (isElement(node)) this.#removed.push(node);
    this.#dirty.addParent(target, gapOf(record));
    if (isElement(target)) this.#reshaped.add(target);
    // What is around it may have to be hidden.
    if (this.#isForAi) this.#isAllDirty = true;
    if (isElement(target) && localNameOf(target) === 'style') this.#areSheetsDirty = true;
  }

  /** The document has been edited: values that are invalid by their variables are reported by what is in it now. */
  recheck(): void {
    if (this.#invalid.size === 0) return;
    this.#invalid.clear();
    // Each value was reported when it was computed first.
    this.#cascade = this.#createCascade();
    this.#isAllDirty = true;
  }

  /** Everything is computed again at the next flush. */
  invalidateAll(): void {
    this.#isAllDirty = true;
    this.#areSheetsDirty = true;
  }

  get theme(): Theme {
    return this.#currentTheme;
  }

  setTheme(theme: Theme): void {
    if (theme === this.#currentTheme) return;
    this.#currentTheme = theme;
    this.#media = { ...this.#media, ...mediaOf(theme) };
    this.invalidateAll();
  }

  /** For `@media (prefers-reduced-motion)`. */
  setReducedMotion(reducesMotion: boolean): void {
    if (reducesMotion === this.#media.reducesMotion) return;
    this.#media = { ...this.#media, reducesMotion };
    this.invalidateAll();
  }

  /** For `@media (display-mode)`. */
  setDisplayMode(displayMode: DisplayMode): void {
    if (displayMode === this.#media.displayMode) return;
    this.#media = { ...this.#media, displayMode };
    this.invalidateAll();
  }

  /** The screen's size in cells, for `@media`. */
  setSize(width: number, height: number): void {
    const media = { ...this.#media, width, height };
    const isSame = ({ conditions }: Rule): boolean =>
      mediaHolds(conditions, this.#media) === mediaHolds(conditions, media);
    const { own = [] } = this.#currentTheme;
    if (
      !this.#ownRules.every(isSame) ||
      !own.every(isSame) ||
      this.#sheets.differ(this.#media, media)
    ) {
      this.invalidateAll();
    }
    this.#media = media;
  }

  /**
   * Brings every connected element's `computed` up to date.
   *
   * @param changed is called with each element whose style changed, parents first, with the strongest of
   *   `display` (boxes come, go or leave the flow; also every element styled for the first time),
   *   `layout` and `paint`. A changed custom property is `paint`, since painters may read it.
   */
  flush(changed: (element: TuiElement, affects: Affects) => void): void {
    this.restyled = 0;
    if (!this.pending) return;
    this.#matcher.onTreeChange();
    this.#includeClasses();
    this.#takeRemoved();
    const added = this.#takeAdded();
    if (this.#areSheetsDirty) this.#reload();
    // What the new rules can match is new itself, or near what is new.
    else if (this.#areTagsNew) this.#rules = this.#documentRules();
    this.#includeProperties();
    this.#review();
    for (const top of added) {
      if (!isFar(top) || this.#states.has(top)) this.#dirty.mark(top, MATCH | SUBTREE);
    }
    // What `changed` changes in the tree is for the next flush.
    const dirty = this.#dirty;
    this.#dirty = new DirtySet();
    if (this.#isAllDirty) {
      dirty.clear();
      for (const root of this.#roots()) dirty.mark(root, MATCH | SUBTREE);
    } else {
      dirty.spread(this.#rules.reach, () => this.#roots());
    }
    this.#areSheetsDirty = false;
    this.#isAllDirty = false;
    this.#restyle(dirty.elements, changed);
    this.#matcher.onTreeChange();
    // A `style` attribute has named a property of an element that the document does not have.
    if (this.#table.properties.length !== this.#propertyCount) this.#isAllDirty = true;
    else if (this.#reshaped.size === 0) return;
    this.flush(changed);
  }

  /** Elements whose children have boxes by another rule than at the last call. */
  takeTurned(): TuiElement[] {
    const turned = [...this.#turned];
    this.#turned.clear();
    return turned;
  }

  /** Rows have come near the view and have styles after the next flush; others have gone, and their styles with them. */
  approach({ come, gone, different = [] }: Approach): void {
    for (const element of different) {
      setDifferent(element, true);
      includeChildren(element);
      this.#turned.add(element);
      this.#dirty.mark(element, MATCH | SUBTREE);
    }
    for (const row of come) this.#dirty.mark(row, MATCH | SUBTREE);
    for (const row of gone) {
      visitElements(row, (element) => {
        this.#states.delete(element);
        setComputed(element, undefined);
      });
    }
  }

  /** Decides which of the elements with other children than before defer them. */
  #review(): void {
    for (const element of this.#reshaped) {
      if (!isConnected(element) || !this.#turns(element)) continue;
      if (vicinityOf(element) === undefined) this.#dirty.mark(element, MATCH | SUBTREE);
    }
    this.#reshaped.clear();
  }

  /** Decides whether an element defers its children. @returns true where it did not, or does not any more */
  #turns(element: TuiElement): boolean {
    const state = this.#states.get(element);
    if (state === undefined) return false;
    const { style } = state;
    const wasDeferring = vicinityOf(element) !== undefined;
    const deferral = deferralOf(element, style.computed, (child) => this.#peek(child, style));
    const isAlike = deferral === 'alike' && !this.#rules.reach.dependsOnPlaces;
    const defers = deferral === 'all' || isAlike;
    if (defers === wasDeferring) return false;
    if (defers) deferChildren(element, isAlike ? this.#createAlike() : undefined);
    else includeChildren(element);
    this.#turned.add(element);
    return true;
  }

  #createAlike(): Alike {
    return {
      generation: 0,
      isNamed: (feature) => this.#rules.reach.has(feature),
      hasRulesOfPlaces: () => this.#rules.reach.dependsOnPlaces,
    };
  }

  /** Another style than before, or one that may be another, in a row: the others may be higher or lower by it. */
  #onRowChange(element: TuiElement): void {
    const found = alikeRowAround(element);
    if (found !== undefined) found.alike.generation++;
  }

  /** The style of a child that may have none yet. */
  #peek(child: TuiElement, parent: ElementStyle): ElementStyle['computed'] {
    const known = this.#states.get(child);
    if (known !== undefined) return known.style.computed;
    this.#computing = { element: child, isNew: true };
    const matched = this.#match(child);
    const inline = this.#inlineOf(child, true);
    return this.#cascade.compute({ parent, matched, inline, hidden: undefined }).computed;
  }

  /** What is known of an element, also of one that is not near the view. */
  #stateOf(element: TuiElement): ElementState | undefined {
    if (!this.#states.has(element) && hasVicinities()) this.#computeLate(element);
    return this.#states.get(element);
  }

  /** Computes the style of an element that is not near the view: from now on it follows changes as those of others do. */
  #computeLate(element: TuiElement): ElementStyle['computed'] | undefined {
    const path: TuiElement[] = [];
    let at: TuiElement | null = element;
    for (; at !== null && !this.#states.has(at); at = parentElementOf(at)) path.push(at);
    const top = path.at(-1);
    if (at === null || top === undefined || !isInFarRow(top)) return undefined;
    if (this.pending) this.#matcher.onTreeChange();
    for (const each of path.reverse()) this.#restyleOne(each, MATCH, () => undefined);
    return this.#states.get(element)?.style.computed;
  }

  /** True for what has no style while it is not near the view. */
  #skips(element: TuiElement): boolean {
    const isDeferred = this.#isDeferred(element);
    if (isDeferred) this.#onRowChange(element);
    return isDeferred;
  }

  /** True for what has its style when it comes near the view, or when what it is in does. */
  #isDeferred(element: TuiElement): boolean {
    if (!hasVicinities() || this.#states.has(element)) return false;
    const parent = parentElementOf(element);
    return parent !== null && (!this.#states.has(parent) || isFar(element));
  }

  #createCascade(): Cascade {
    this.#propertyCount = this.#table.properties.length;
    return new Cascade(this.#table, (...invalid) => this.#reportInvalid(...invalid));
  }

  /** Rules and properties come with the first element of a class. */
  #includeClasses(): void {
    const { loaded } = registryOf(this.#document);
    if (!this.#elementRules.include(loaded)) return;
    this.#areTagsNew = true;
    this.#table.include(loaded);
  }

  /** Every style has every property. */
  #includeProperties(): void {
    if (this.#table.properties.length === this.#propertyCount) return;
    this.#cascade = this.#createCascade();
    // What matches stays; nothing that is inherited is an object of before, so that this reaches all elements.
    for (const root of this.#roots()) this.#dirty.mark(root, RECOMPUTE);
  }

  /** A CSS colour as an element sees it, `var()` and `currentcolor` included; undefined where it is none. */
  resolveColor(element: TuiElement, css: string): Color | undefined {
    const { computed, inherited } = this.#stateOf(element)?.style ?? this.#cascade.root;
    const text = hasVariable(css) ? substitute(css, (name) => inherited.custom.get(name)) : css;
    if (text === undefined) return undefined;
    if (text.trim().toLowerCase() === 'currentcolor') return computed['color'] as Color;
    if (!hasCurrentColor(text)) return parseColor(text);
    return parseColor(withCurrentColor(text, formatColor(computed['color'] as Color)));
  }

  /** For developer tools: what styles an element, weakest first, the `style` attribute left out. Undefined without a style. */
  matchedRules(element: TuiElement): readonly MatchedRule[] | undefined {
    const state = this.#stateOf(element);
    if (state === undefined) return undefined;
    const rules = [
      ...this.#ownRules,
      ...this.#themeRules(),
      ...this.#sheets.rules(this.#media),
      ...shadowRootsAround(element).flatMap((root) => this.#sheetRulesOf(root)),
    ];
    const known = new Map(rules.map((rule) => [rule.block, rule]));
    const { blocks, themeCount } = state.matched;
    return blocks.map((block, at) => ({
      isOfSheet: at >= themeCount,
      written: known.get(block)?.written ?? { selector: '' },
    }));
  }

  /** The longhands and custom properties that a declaration sets; undefined where it is none. */
  namesOf(name: string, value: string): readonly string[] | undefined {
    const result = parseDeclaration(this.#table, name, value);
    return result.ok ? result.declarations.map((each) => each.name) : undefined;
  }

  #roots(): TuiElement[] {
    return [...childElementsOf(this.#document)];
  }

  /** A feature that no rule names needs no flush; when the rules change, everything is looked at anyway. */
  #note(element: TuiElement, feature: Feature): void {
    if (this.#rules.reach.has(feature)) this.#dirty.addFeature(element, feature);
  }

  #isHidden(element: TuiElement): boolean {
    if (isTrue(getAttribute(element, 'hidden'))) return true;
    if (!this.#isForAi) return false;
    if (isAiHidden(element)) return true;
    // What paints its children itself, as a table its rows, would show them.
    const drawn = drawnContentOf(element);
    return drawn !== undefined && queryAll(element, `:is(${drawn})[ai-hidden]`).some(isAiHidden);
  }

  #onAttributeChange(element: TuiElement, name: string, oldValue: string | null): void {
    const value = getAttribute(element, name);
    if (value === oldValue && value !== null) return;
    this.#note(element, attributeFeature(name));
    if (name === 'aiHidden' && this.#isForAi) this.#isAllDirty = true;
    if (name === 'style' || name === 'hidden') this.#dirty.mark(element, MATCH);
    else if (isAnyShadow && (name === 'slot' || name === 'name')) this.#onSlotChange(element);
    else if (name === 'id') {
      for (const id of [oldValue, value]) if (id !== null) this.#note(element, `#${id}`);
    } else if (name === 'class') {
      const before = new Set(splitClasses(oldValue));
      for (const each of splitClasses(value)) {
        if (!before.delete(each)) this.#note(element, `.${each}`);
      }
      for (const each of before) this.#note(element, `.${each}`);
    }
  }

  /** What is shown in another slot inherits from another element. */
  #onSlotChange(element: TuiElement): void {
    const around = isSlot(element) ? parentElementOf(element) : element;
    if (around !== null) this.#dirty.mark(around, MATCH | SUBTREE);
  }

  #takeRemoved(): void {
    for (const top of this.#removed) {
      const isMoved = isConnected(top);
      visitElements(top, (element) => {
        if (localNameOf(element) === 'style' && this.#states.has(element))
          this.#areSheetsDirty = true;
        if (isMoved) return;
        this.#states.delete(element);
        this.#inlineDiagnostics.delete(element);
      });
    }
    this.#removed = [];
  }

  /** @returns what has come into the document, and needs styles */
  #takeAdded(): TuiElement[] {
    const added: TuiElement[] = [];
    for (const top of this.#added) {
      if (!isConnected(top)) continue;
      added.push(top);
      // What is in shadow trees has come with no record, or after it.
      if (isAnyShadow && !this.#areSheetsDirty)
        visitElements(top, (element) => this.#noteAdded(element));
    }
    this.#added = [];
    return added;
  }

  #reload(): void {
    const elements: TuiElement[] = [];
    this.#ownStyles.clear();
    for (const root of this.#roots()) {
      visitElements(root, (element) => {
        if (localNameOf(element) === 'style') this.#noteStyle(element, elements);
        this.#noteTag(localNameOf(element));
      });
    }
    this.#sheets.update(elements);
    this.#rules = this.#documentRules();
    this.#isAllDirty = true;
  }

  #noteStyle(element: TuiElement, ofDocument: TuiElement[]): void {
    const root = isAnyShadow ? rootOf(element) : null;
    if (root === null || shadowHostOf(root) === null) {
      ofDocument.push(element);
      return;
    }
    const own = this.#ownStyles.get(root);
    if (own === undefined) this.#ownStyles.set(root, [element]);
    else own.push(element);
  }

  /** The rules that apply in the tree of an element: those of other trees do not reach into a shadow tree. */
  #rulesFor(element: TuiElement): RuleSet<object, TuiElement> {
    const root = isAnyShadow ? rootOf(element) : null;
    return root === null || shadowHostOf(root) === null ? this.#rules : this.#rulesOf(root);
  }

  #rulesOf(root: TreeNode): RuleSet<object, TuiElement> {
    const shared = sharedStylesOf(root);
    const own = this.#ownStyles.get(root);
    const key = own === undefined ? shared : root;
    let rules = this.#scopes.get(key);
    if (rules === undefined) {
      rules = this.#ruleSet(this.#sheetRulesOf(root), this.#rules.reach);
      this.#scopes.set(key, rules);
    }
    return rules;
  }

  /** The rules of the sheets of one shadow tree. */
  #sheetRulesOf(root: TreeNode): readonly Rule[] {
    const own = this.#ownStyles.get(root) ?? [];
    return this.#sheets.rulesIn([...sharedStylesOf(root), ...own], this.#media);
  }

  #documentRules(): RuleSet<object, TuiElement> {
    this.#scopes.clear();
    return this.#ruleSet(this.#sheets.rules(this.#media));
  }

  #noteAdded(element: TuiElement): void {
    const tag = localNameOf(element);
    if (tag === 'style') this.#areSheetsDirty = true;
    this.#noteTag(tag);
  }

  #noteTag(tag: string): void {
    if (this.#tags.has(tag)) return;
    this.#tags.add(tag);
    if (this.#elementRules.concerns(tag)) this.#areTagsNew = true;
  }

  #ruleSet(sheets: readonly Rule[], reach?: ReachMap): RuleSet<object, TuiElement> {
    if (this.#areTagsNew || this.#ownRules.length === 0) {
      this.#ownRules = this.#elementRules.of(this.#tags);
      this.#areTagsNew = false;
    }
    return new RuleSet(
      [
        { origin: ORIGIN_ELEMENT, rules: this.#matchingMedia(this.#ownRules) },
        { origin: ORIGIN_THEME, rules: this.#themeRules() },
        { origin: ORIGIN_SHEET, rules: sheets },
      ],
      this.#matcher,
      reach,
    );
  }

  #themeRules(): Rule[] {
    const { own = [], rules } = this.#currentTheme;
    const inline =
      this.#media.displayMode === 'inline' ? themeRules(this.#table, INLINE_RULES) : [];
    return [...themeRules(this.#table, rules), ...inline, ...this.#matchingMedia(own)];
  }

  #matchingMedia(rules: readonly Rule[]): Rule[] {
    return rules.filter(({ conditions }) => mediaHolds(conditions, this.#media));
  }

  /** Level by level from the top, so that a parent is always done before its children. */
  #restyle(
    elements: Map<TuiElement, number>,
    changed: (element: TuiElement, affects: Affects) => void,
  ): void {
    const levels: TuiElement[][] = [];
    const depths = new Map<TuiElement, number>();
    for (const element of elements.keys()) {
      if (isConnected(element)) (levels[depthOf(element, depths)] ??= []).push(element);
    }
    for (let depth = 0; depth < levels.length; depth++) {
      for (const element of levels[depth] ?? []) {
        if (this.#skips(element)) continue;
        let toChildren = this.#restyleOne(element, elements.get(element) ?? 0, changed);
        if (this.#turns(element) && vicinityOf(element) === undefined) {
          toChildren |= MATCH | SUBTREE;
        }
        if (toChildren === 0) continue;
        const near = nearChildren(element);
        const next = (levels[depth + 1] ??= []);
        let child = firstElementOf(element);
        for (; child !== null; child = nextElementOf(child)) {
          if (near?.has(child) === false && !this.#states.has(child)) continue;
          const flags = elements.get(child);
          if (flags === undefined) next.push(child);
          elements.set(child, (flags ?? 0) | toChildren);
        }
      }
    }
  }

  /** Returns the flags that its children get. */
  #restyleOne(
    element: TuiElement,
    flags: number,
    changed: (element: TuiElement, affects: Affects) => void,
  ): number {
    this.restyled++;
    const parentElement = parentElementOf(element);
    const parentState = parentElement === null ? undefined : this.#states.get(parentElement);
    const parent = parentState?.style ?? this.#cascade.root;
    const state = this.#states.get(element);
    const isNew = state === undefined;
    let { matched, inline, hidden } = state ?? UNMATCHED;
    if (isNew || (flags & MATCH) !== 0) {
      matched = this.#match(element);
      inline = this.#inlineOf(element, isNew);
      hidden = this.#isHidden(element) ? this.#hiddenBlock : undefined;
    }
    this.#computing = { element, isNew };
    const style = this.#cascade.compute({ parent, matched, inline, hidden });
    if (parentState !== undefined && !parentState.isReadByChildren) {
      parentState.isReadByChildren = needsParent(matched, inline);
    }
    if (isNew) {
      this.#states.set(element, { style, matched, inline, hidden, isReadByChildren: false });
      setComputed(element, style.computed);
      changed(element, 'display');
      return MATCH | SUBTREE;
    }
    const before = state.style;
    Object.assign(state, { style, matched, inline, hidden });
    const toAll = (flags & SUBTREE) !== 0 ? MATCH | SUBTREE : 0;
    return style === before ? toAll : toAll | this.#applyChange(element, state, before, changed);
  }

  #match(element: TuiElement): Matched {
    const parent = parentElementInTree(element) as TuiElement | null;
    const matched = this.#rulesFor(element).match(element, {
      id: idOf(element),
      tag: localNameOf(element),
      classes: classesOf(element),
      parentTag: parent === null ? undefined : localNameOf(parent),
    });
    const root = isAnyShadow ? shadowRootOf(element) : null;
    const own = root === null ? [] : [...this.#rulesOf(root).matchHost(element)];
    if (isAnyShadow) own.push(...this.#matchSlots(element));
    if (own.length === 0) return matched;
    // What is around a component decides about it, before the component itself.
    const { blocks, themeCount } = matched;
    return {
      blocks: [...blocks.slice(0, themeCount), ...own, ...blocks.slice(themeCount)],
      themeCount,
    };
  }

  /** What trees say about an element that their slots show, weakest first: the tree around the others decides. */
  #matchSlots(element: TuiElement): readonly Block[] {
    const found: (readonly Block[])[] = [];
    for (let slot = assignedSlotOf(element); slot !== null; slot = assignedSlotOf(slot)) {
      found.unshift(this.#rulesOf(rootOf(slot)).matchSlotted(element, slot as TuiElement));
    }
    return found.flat();
  }

  /** An element has another style than before: returns the flags that its children get by that. */
  #applyChange(
    element: TuiElement,
    { style, isReadByChildren }: ElementState,
    before: ElementState['style'],
    changed: (element: TuiElement, affects: Affects) => void,
  ): number {
    if (style.computed !== before.computed) {
      setComputed(element, style.computed);
      if (style.computed['contentVisibility'] !== before.computed['contentVisibility']) {
        const parent = parentElementOf(element);
        if (parent !== null) this.#reshaped.add(parent);
      }
    }
    const isCustomChanged = style.inherited.custom !== before.inherited.custom;
    const affects = this.#cascade.difference(before.computed, style.computed);
    if (affects !== undefined || isCustomChanged) changed(element, affects ?? 'paint');
    if (affects !== undefined && affects !== 'paint') this.#onRowChange(element);
    const isHandedDown =
      style.inherited !== before.inherited ||
      (isReadByChildren && style.computed !== before.computed);
    return isHandedDown ? RECOMPUTE : 0;
  }

  #inlineOf(element: TuiElement, isNew: boolean): Block | undefined {
    const text = getAttribute(element, 'style');
    if (text === null || text === '') {
      if (this.#inlineDiagnostics.size > 0) this.#inlineDiagnostics.delete(element);
      return undefined;
    }
    const { block, errors } = this.#inlineStyles.read(text);
    if (errors.length === 0) this.#inlineDiagnostics.delete(element);
    else {
      const found = errors.map((error) => inlineDiagnostic(element, error, isNew));
      this.#inlineDiagnostics.set(element, found);
    }
    return block;
  }

  #reportInvalid(...[place, message, suggest]: Parameters<InvalidReport>): void {
    if (this.#invalid.has(place) || this.#invalid.size >= INVALID_PLACES) return;
    const error = {
      severity: 'warning',
      code: 'bad-style',
      message,
      suggestion: suggest?.(),
    } as const;
    const { element, isNew } = this.#computing ?? {};
    if (place.source !== IN_ATTRIBUTE) this.#invalid.set(place, { ...error, ...place });
    else if (element !== undefined) {
      const found = inlineDiagnostic(element, { ...error, ...place.span }, isNew === true);
      this.#invalid.set(place, { ...found, ...error });
    }
  }
}

function isInFarRow(element: TuiElement): boolean {
  for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
    if (isFar(at)) return true;
  }
  return false;
}

/** The children that have styles, where these may be others now; undefined where all have. */
function nearChildren(element: TuiElement): ReadonlySet<TuiElement> | undefined {
  const vicinity = vicinityOf(element);
  if (vicinity?.alike !== undefined) vicinity.alike.generation++;
  return vicinity?.near;
}

const UNMATCHED: Pick<ElementState, 'matched' | 'inline' | 'hidden'> = {
  matched: { blocks: [], themeCount: 0 },
  inline: undefined,
  hidden: undefined,
};

/** Roots of the shadow trees whose rules may be about an element: its own, the one that it is in, and those of its slots. */
function shadowRootsAround(element: TuiElement): readonly TreeNode[] {
  if (!isAnyShadow) return [];
  const roots = [shadowRootOf(element), rootOf(element)];
  for (let slot = assignedSlotOf(element); slot !== null; slot = assignedSlotOf(slot)) {
    roots.push(rootOf(slot));
  }
  return roots.filter((root) => root !== null).filter((root) => shadowHostOf(root) !== null);
}

/** Whether what a style computes to is another with another style of the parent, besides what is inherited. */
function needsParent({ blocks }: ElementState['matched'], inline: ElementState['inline']): boolean {
  return inline?.needsParent === true || blocks.some((block) => block.needsParent);
}

/** The place of a change among children, between elements. */
function gapOf(record: Extract<MutationRecord, { type: 'childList' }>): Gap {
  const added = record.addedNodes.filter(isElement);
  let previous = record.previousSibling;
  while (previous !== null && !isElement(previous)) previous = previousSiblingOf(previous);
  let next = record.nextSibling;
  while (next !== null && !isElement(next)) next = nextSiblingOf(next);
  return {
    previous,
    next,
    first: added[0],
    last: added.at(-1),
    removes: record.removedNodes.some(isElement),
  };
}

function isAiHidden(element: TuiElement): boolean {
  const value = getAttribute(element, 'ai-hidden');
  return value !== null && value !== 'false';
}

function isTrue(value: string | null): boolean {
  return value !== null && BOOLEAN_WORDS.get(value.trim().toLowerCase()) !== false;
}

function mediaOf({ depth, scheme }: Theme): Pick<Media, 'depth' | 'scheme'> {
  return { depth, scheme };
}
