/**
 * parse5 for documents of apps: HTML's rules, but that registered elements come out as they are written, and that a
 * `/>` ends them. Where parse5 would treat a name specially, it sees another.
 */
import type { Parser, Token } from 'parse5' with { 'resolution-mode': 'import' };
import type { NodeTypes } from '../../dom/parsing/tree-adapter.js';
import { isElement, nameOf, type TreeNode } from '../../dom/tree/tree-node.js';
import { VOID_ELEMENTS } from '../../dom/tree/serialize.js';
import packages from '../../base/packages.cjs';
import type { HtmlBuilder } from './html-builder.js';
import { ordinaryName } from './html-builder.js';
import {
  endBarriers,
  impliedEnds,
  isClosedBySlash,
  isOrdinary,
  isRawElement,
  needsEndTag,
} from './html-names.js';

/** Reads a fragment into nodes of the builder's document. */
export function parseHtml(markup: string, builder: HtmlBuilder, context: TreeNode): TreeNode {
  parserClass ??= createParserClass();
  const parser = parserClass.getFragmentParser<NodeTypes>(isElement(context) ? context : null, {
    treeAdapter: builder,
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
    onParseError: (error) => builder.parseError(error),
  });
  parser.tokenizer.write(markup, true);
  return parser.getFragment();
}

let parserClass: typeof Parser | undefined;

function createParserClass(): typeof Parser {
  const { Parser: Base, html, Token: Tokens } = packages.parse5();
  const { TAG_ID } = html;
  const type = Tokens.TokenType.END_TAG;

  return class HtmlParser extends Base<NodeTypes> {
    /** The builder, which is the adapter of every parser here. */
    get #builder(): HtmlBuilder {
      return this.treeAdapter as HtmlBuilder;
    }

    override onStartTag(token: Token.TagToken): void {
      this.#builder.beginTag(token);
      super.onStartTag(token);
    }

    override _startTagOutsideForeignContent(token: Token.TagToken): void {
      // A tag that is read again in another mode has been seen.
      if (!this.#builder.isSeen(token)) this.#prepare(token);
      super._startTagOutsideForeignContent(token);
    }

    override _endTagOutsideForeignContent(token: Token.TagToken): void {
      const name = token.tagName;
      const builder = this.#builder;
      const before = builder.changes;
      if (isOrdinary(name, builder.registry)) {
        this.#endContent(name, token);
        token.tagName = ordinaryName(name);
        token.tagID = TAG_ID.UNKNOWN;
      }
      super._endTagOutsideForeignContent(token);
      if (builder.changes === before && !VOID_ELEMENTS.has(name)) builder.strayEnd(name, token);
    }

    override onItemPush(node: TreeNode, tagId: number, isTop: boolean): void {
      super.onItemPush(node, tagId, isTop);
      this.#builder.opened(node);
    }

    override onItemPop(node: TreeNode, isTop: boolean): void {
      super.onItemPop(node, isTop);
      this.#builder.closed(node, this.currentToken, needsEndTag);
    }

    #prepare(token: Token.TagToken): void {
      const name = token.tagName;
      const { registry } = this.#builder;
      this.#endImplied(name, token);
      if (token.selfClosing && isClosedBySlash(name, registry)) {
        // As a void element is read: inserted, and not opened.
        token.tagID = TAG_ID.WBR;
      } else if (isOrdinary(name, registry)) {
        token.tagName = ordinaryName(name);
        token.tagID = TAG_ID.UNKNOWN;
      } else if (isRawElement(name, registry)) token.tagID = TAG_ID.NOEMBED;
      else if (name === 'col') token.tagID = TAG_ID.WBR;
    }

    /** Ends what the tag ends by itself: `<li>a<li>b`. */
    #endImplied(name: string, token: Token.TagToken): void {
      const rule = impliedEnds(name);
      if (rule === undefined) return;
      const { open } = this.#builder;
      let ended = -1;
      for (let index = open.length - 1; index >= 0; index--) {
        const each = nameOf(open[index]!);
        if (rule.ends.has(each)) ended = index;
        else if (rule.within(each)) break;
      }
      this.#endDownTo(ended, token);
    }

    /** Everything in an element ends with it: what HTML does for its own. */
    #endContent(name: string, token: Token.TagToken): void {
      const barriers = endBarriers(name, this.#builder.registry);
      if (barriers === undefined) return;
      const { open } = this.#builder;
      for (let index = open.length - 1; index >= 0; index--) {
        const each = nameOf(open[index]!);
        if (each === name) this.#endDownTo(index + 1, token);
        if (each === name || barriers.has(each)) return;
      }
    }

    #endDownTo(first: number, token: Token.TagToken): void {
      const { open } = this.#builder;
      while (first >= 0 && open.length > first) {
        const before = open.length;
        this.#end(nameOf(open[before - 1]!), token);
        if (open.length >= before) return;
      }
    }

    #end(name: string, { location }: Token.TagToken): void {
      const tagName = isOrdinary(name, this.#builder.registry) ? ordinaryName(name) : name;
      const tagID = html.getTagID(tagName);
      super._endTagOutsideForeignContent({ ...END_TAG, type, tagName, tagID, attrs: [], location });
    }
  } as typeof Parser;
}

const END_TAG = { selfClosing: false, ackSelfClosing: false };
