/** Builds an app's nodes for parse5, and reports errors in the markup as for a document's own file. */
import type { Token, ParserError } from 'parse5' with { 'resolution-mode': 'import' };
import { kindOf } from './element-kinds.js';
import type { Source, Span } from '../../base/diagnostics.js';
import { DomAdapter, loadTokenAttributes } from '../../dom/parsing/tree-adapter.js';
import {
  childNodesOf,
  dataOf,
  elementKindOf,
  HTML_NAMESPACE,
  isElement,
  isText,
  nameOf,
  ownerOf,
  type TreeNode,
} from '../../dom/tree/tree-node.js';
import { keyOf } from '../../dom/tree/attributes.js';
import { containerOf } from '../../dom/tree/template.js';
import { MarkupDiagnostics } from '../../markup/markup-diagnostics.js';
import type { MarkupAttribute, MarkupElement, MarkupNode, ValuePiece } from '../../markup/nodes.js';
import { loadAttributes } from '../attribute-values.js';
import { ElementSource } from '../source.js';
import { TuiElement, type Registry, type TuiDocument, setSource } from '../tui-element.js';
import { isFormatting, isOrdinary } from './html-names.js';
import { LoadDiagnostics } from './load-diagnostics.js';
import { checkElement, reportValue } from './validate.js';
import { registryOf } from '../query.js';

/** No tag has a `/` in its name. */
const MARK = '/';

const ordinaryNames = new Map<string, string>();

/** The name by which parse5 knows an element that it must not treat specially. */
export function ordinaryName(name: string): string {
  let found = ordinaryNames.get(name);
  if (found === undefined) {
    // Registered names are few.
    found = name + MARK;
    ordinaryNames.set(name, found);
  }
  return found;
}

interface Made {
  readonly element: TuiElement;
  readonly attributes: readonly MarkupAttribute[];
  readonly tag: Token.LocationWithAttributes;
  location: Token.ElementLocation | undefined;
}

export class HtmlBuilder extends DomAdapter {
  readonly registry: Registry;
  /** The elements that are open, the innermost last. */
  readonly open: TreeNode[] = [];
  /** Counts what was opened and closed. */
  changes = 0;
  readonly diagnostics: LoadDiagnostics;
  readonly #markupDiagnostics: MarkupDiagnostics;
  readonly #tokens = new Map<readonly Token.Attribute[], Token.TagToken>();
  readonly #firstOf = new Map<readonly Token.Attribute[], TreeNode>();
  readonly #made = new Map<TreeNode, Made>();
  readonly #textPlaces = new Map<TreeNode, Token.ElementLocation>();
  readonly #isOpen = new Set<TreeNode>();
  #seen: Token.TagToken | undefined;
  #current: Token.TagToken | undefined;

  readonly #source: Source;

  constructor(document: TuiDocument, source: Source) {
    super(ownerOf(document));
    this.#source = source;

    this.registry = registryOf(document);
    this.diagnostics = new LoadDiagnostics(source);
    this.#markupDiagnostics = new MarkupDiagnostics(source);
  }

  override createElement(
    writtenName: string,
    namespace: string,
    attributes: readonly Token.Attribute[],
  ): TreeNode {
    const own = writtenName.endsWith(MARK) ? writtenName.slice(0, -1) : writtenName;
    const type = attributes.find((each) => each.name === 'type')?.value;
    const name = namespace === HTML_NAMESPACE ? kindOf(own, type, this.registry) : own;
    const element = this.owner.createElement(name, namespace);
    const token = this.#tokens.get(attributes);
    if (namespace !== HTML_NAMESPACE || !(element instanceof TuiElement)) {
      loadTokenAttributes(element, attributes);
    } else if (token?.location != null) {
      this.#load(element, attributes, token.location);
    }
    // parse5 makes formatting elements again that are closed in the wrong place.
    const first = this.#firstOf.get(attributes);
    const index = first === undefined ? -1 : this.open.lastIndexOf(first);
    if (index >= 0) {
      this.open[index] = element;
      this.#isOpen.add(element);
    }
    this.#firstOf.set(attributes, element);
    this.changes++;
    return element;
  }

  override getTagName(element: TreeNode): string {
    const name = nameOf(element);
    const isOurs = isElement(element) && elementKindOf(element).namespace === HTML_NAMESPACE;
    return isOurs && isOrdinary(name, this.registry) ? ordinaryName(name) : name;
  }

  override setNodeSourceCodeLocation(node: TreeNode, location: Token.ElementLocation | null): void {
    if (location === null) return;
    const made = this.#made.get(node);
    if (made !== undefined) made.location = { ...location };
    else if (isText(node)) this.#textPlaces.set(node, { ...location });
  }
  override getNodeSourceCodeLocation(node: TreeNode): Token.ElementLocation | undefined {
    return this.#made.get(node)?.location ?? this.#textPlaces.get(node);
  }
  override updateNodeSourceCodeLocation(node: TreeNode, end: Partial<Token.ElementLocation>): void {
    const location = this.getNodeSourceCodeLocation(node);
    if (location !== undefined) Object.assign(location, end);
  }

  // Callbacks of the parser.

  beginTag(token: Token.TagToken): void {
    this.#current = token;
    this.#seen = undefined;
    this.#tokens.set(token.attrs, token);
  }

  /** True from the second time on. */
  isSeen(token: Token.TagToken): boolean {
    const isSeen = this.#seen === token;
    this.#seen = token;
    return isSeen;
  }

  opened(node: TreeNode): void {
    this.changes++;
    if (this.#isOpen.has(node)) return;
    this.#isOpen.add(node);
    this.open.push(node);
  }

  closed(node: TreeNode, token: Token.Token | null, needsEnd: (name: string) => boolean): void {
    this.changes++;
    const index = this.open.lastIndexOf(node);
    if (index < 0) return;
    this.#isOpen.delete(node);
    this.open.splice(index, 1);
    const name = nameOf(node);
    const made = this.#made.get(node);
    if (made === undefined || token === null || !('tagName' in token) || !needsEnd(name)) return;
    const ending = token.tagName.endsWith(MARK) ? token.tagName.slice(0, -1) : token.tagName;
    if (ending === name || token.location === null) return;
    const before = { name: ending, offset: token.location.startOffset };
    this.#markupDiagnostics.unclosed(name, spanOf(made.tag), before);
  }

  strayEnd(name: string, token: Token.TagToken): void {
    const last = this.open.at(-1);
    const open = last !== undefined && this.#made.has(last) ? nameOf(last) : undefined;
    if (token.location !== null) this.#markupDiagnostics.stray(name, spanOf(token.location), open);
  }

  parseError({ code, startOffset, endOffset }: ParserError): void {
    const span = { start: startOffset, end: Math.max(endOffset, startOffset + 1) };
    const tag = this.#current?.tagName.replace(MARK, '') ?? '';
    switch (code as string) {
      case 'non-void-html-element-start-tag-with-trailing-solidus':
        this.diagnostics.add(
          'warning',
          'ignored-slash',
          `<${tag}/> does not close <${tag}>`,
          span,
          () => {
            return `write <${tag}></${tag}>; HTML ignores "/>" on its elements`;
          },
        );
        return;
      case 'duplicate-attribute': {
        // The parser reports it at the end of the name.
        const [name = ''] = /[^\s"'>/=]*$/.exec(this.#source.text.slice(0, span.start)) ?? [];
        const place = { start: span.start - name.length, end: span.start };
        this.#markupDiagnostics.duplicate(name, name, tag, place);
        return;
      }
      case 'missing-whitespace-between-attributes':
      case 'unexpected-character-in-attribute-name':
      case 'unexpected-equals-sign-before-attribute-name':
        this.#markupDiagnostics.badName(this.#source.text.slice(span.start, span.end), span);
        return;
      case 'eof-in-tag': {
        const start = this.#source.text.lastIndexOf('<');
        const from = start < 0 ? span.start : start;
        const end = this.#source.text.length;
        this.#markupDiagnostics.openTag(this.#source.text.slice(from), { start: from, end });
        return;
      }
      case 'eof-in-comment': {
        const start = Math.max(0, this.#source.text.lastIndexOf('<!--'));
        this.#markupDiagnostics.openComment({ start, end: start + 4 });
        return;
      }
      case 'missing-end-tag-name':
        this.#markupDiagnostics.stray(
          '',
          { start: Math.max(0, span.start - 2), end: span.end },
          undefined,
        );
    }
  }

  /** Everything that is wrong, in the order of the markup; to be called when all is read. */
  finish(): LoadDiagnostics['list'] {
    for (const made of this.#made.values()) this.#check(made);
    const all = [...this.#markupDiagnostics.list, ...this.diagnostics.list];
    return all.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  }

  #load(
    element: TuiElement,
    writtenName: readonly Token.Attribute[],
    tag: Token.LocationWithAttributes,
  ): void {
    const attributes = this.#distinct(
      element,
      writtenName.map(({ name, value }) =>
        attributeAt(this.#source.text, name, value, tag.attrs?.[name] ?? tag),
      ),
    );
    const isAgain = this.#firstOf.has(writtenName);
    loadAttributes(element, attributes, (attribute, key, error) => {
      if (!isAgain) reportValue(attribute, key, error, this.diagnostics);
    });
    this.#made.set(element, { element, attributes, tag, location: undefined });
  }

  /** HTML drops what is written twice; here `show-values` and `showValues` are one attribute too. */
  #distinct(element: TuiElement, attributes: readonly MarkupAttribute[]): MarkupAttribute[] {
    const first = new Map<string, string>();
    return attributes.filter(({ name, nameSpan }) => {
      const key = keyOf(element, name);
      const other = first.get(key);
      if (other === undefined) first.set(key, name);
      else this.#markupDiagnostics.duplicate(name, other, nameOf(element), nameSpan);
      return other === undefined;
    });
  }

  #check({ element, attributes, tag, location }: Made): void {
    const name = nameOf(element);
    const openTag = spanOf(tag);
    const nameSpan = { start: openTag.start + 1, end: openTag.start + 1 + name.length };
    const end = location?.endOffset ?? openTag.end;
    const markup: MarkupElement = {
      type: 'element',
      name,
      attributes,
      children: this.#childrenOf(element),
      openTag,
      nameSpan,
      span: { start: openTag.start, end },
      content: { start: openTag.end, end: location?.endTag?.startOffset ?? end },
    };
    setSource(element, new ElementSource(this.#source, markup));
    // A formatting element that was made again is written once.
    if (isFormatting(name) && location === undefined) return;
    checkElement(markup, this.registry, this.diagnostics, false);
  }

  /** As far as checks look at them. */
  #childrenOf(element: TuiElement): MarkupNode[] {
    if (this.registry.get(nameOf(element))?.content !== 'none') return [];
    return childNodesOf(containerOf(element)).flatMap((child): MarkupNode[] => {
      const made = this.#made.get(child);
      if (made !== undefined) {
        const openTag = spanOf(made.tag);
        const name = nameOf(child);
        const rest = { attributes: [], children: [], nameSpan: openTag, content: openTag };
        return [{ type: 'element', name, span: openTag, openTag, ...rest }];
      }
      const place = this.#textPlaces.get(child);
      if (place === undefined) return [];
      return [{ type: 'text', data: dataOf(child), span: spanOf(place) }];
    });
  }
}

function spanOf({ startOffset, endOffset }: Token.Location): Span {
  return { start: startOffset, end: endOffset };
}

/** With the name as its author wrote it, and the places of its parts. */
function attributeAt(
  text: string,
  name: string,
  value: string,
  { startOffset, endOffset }: Token.Location,
): MarkupAttribute {
  const nameSpan = { start: startOffset, end: startOffset + name.length };
  const written = text.slice(nameSpan.start, nameSpan.end);
  const spelling = written.toLowerCase() === name ? written : name;
  const rest = /^\s*=\s*(["']?)/.exec(text.slice(nameSpan.end, endOffset));
  if (rest === null) return { name: spelling, value, nameSpan, valueSpan: nameSpan };
  const start = nameSpan.end + rest[0].length;
  const end = rest[1] === '' ? endOffset : Math.max(start, endOffset - 1);
  const valueSpan = { start, end };
  if (text.slice(start, end) === value) return { name: spelling, value, nameSpan, valueSpan };
  // The value has entities, so an error inside it is shown at the whole value.
  const pieces: ValuePiece[] = [{ at: 0, span: valueSpan, entity: true }];
  return { name: spelling, value, nameSpan, valueSpan, pieces };
}
