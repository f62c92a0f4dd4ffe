/** XML to nodes, by htmlparser2's tokenizer: namespaces, and the first error of well-formedness with its place. */
import { Tokenizer, type QuoteType } from 'htmlparser2';
import {
  Comment,
  createCDATASection,
  DocumentType,
  ProcessingInstruction,
} from '../character-data.js';
import { loadAttribute, loadAttributeNS } from '../tree/attributes.js';
import { appendDetached } from '../tree/mutate.js';
import { localNameOf, prefixOf, XML_NAMESPACE, XMLNS_NAMESPACE } from '../tree/namespaces.js';
import { isDocument, nameOf, type Owner, type TreeNode } from '../tree/tree-node.js';

/** The first error; nothing is read after it. */
export class XmlError extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

/** What XML calls a name, without the colons of namespaces. */
const NAME =
  /^[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}][-.0-9A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]*$/u;
/** The tokenizer's `QuoteType.Single`: below it are values without quotes and none at all. */
const QUOTED: QuoteType = 2;

type Prefixes = ReadonlyMap<string, string | null>;

interface Open {
  readonly node: TreeNode;
  readonly prefixes: Prefixes;
}

interface Tag {
  readonly name: string;
  readonly start: number;
  readonly attributes: Map<string, string>;
}

const START: Prefixes = new Map([
  ['xml', XML_NAMESPACE],
  ['xmlns', XMLNS_NAMESPACE],
]);

/**
 * Reads a document, or with `prefixes` the content of an element where these hold.
 * @throws XmlError for what is not well-formed
 */
export function parseXml(
  text: string,
  owner: Owner,
  root: TreeNode,
  prefixes?: (prefix: string | null) => string | null,
): void {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  new XmlReader(source, owner, root, prefixes).read();
}

class XmlReader {
  readonly #open: Open[];
  #tag: Tag | undefined;
  #attribute = '';
  #value: string[] = [];
  #pending: string[] = [];
  #position = 0;
  #hasRoot = false;

  readonly #source: string;
  readonly #owner: Owner;
  readonly #root: TreeNode;
  readonly #outer: ((prefix: string | null) => string | null) | undefined;

  constructor(
    source: string,
    owner: Owner,
    root: TreeNode,
    outer: ((prefix: string | null) => string | null) | undefined,
  ) {
    this.#source = source;
    this.#owner = owner;
    this.#root = root;
    this.#outer = outer;

    this.#open = [{ node: root, prefixes: START }];
  }

  read(): void {
    const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, this);
    tokenizer.write(this.#source);
    tokenizer.end();
  }

  ontext(start: number, end: number): void {
    const data = this.#source.slice(start, end);
    const entity = data.indexOf('&');
    if (entity >= 0) this.#fail('found & or an undefined entity; write &amp;', start + entity);
    const section = data.indexOf(']]>');
    if (section >= 0)
      this.#fail('found ]]> outside a CDATA section; write ]]&gt;', start + section);
    this.#addText(data, start, end);
  }
  ontextentity(codePoint: number, end: number): void {
    this.#addText(String.fromCodePoint(codePoint), this.#position, end);
  }
  oncdata(start: number, end: number, offset: number): void {
    if (this.#current === this.#root && this.#isDocument) {
      this.#fail('a document cannot contain text', start);
    }
    this.#flush();
    if (!this.#source.startsWith(']]>', end - offset))
      this.#fail('the CDATA section is not closed; end it with ]]>', start);
    this.#add(createCDATASection(this.#owner, this.#source.slice(start, end - offset)), end);
  }
  oncomment(start: number, end: number, offset: number): void {
    this.#flush();
    const data = this.#source.slice(start, end - offset);
    if (!this.#source.startsWith('-->', end - offset))
      this.#fail('the comment is not closed; end it with -->', start);
    if (data.includes('--') || data.endsWith('-')) this.#fail('a comment cannot contain --', start);
    this.#add(new Comment(data, this.#owner), end);
  }
  onprocessinginstruction(start: number, end: number): void {
    this.#flush();
    // The tokenizer leaves the last ? out.
    const content = this.#source.slice(start, end);
    if (this.#source[end] !== '?')
      this.#fail('the processing instruction is not closed; end it with ?>', start);
    const [, target = '', data = ''] = /^(\S*)(?:\s+([^]*))?$/.exec(content) ?? [];
    if (target.toLowerCase() === 'xml') {
      if (start > 2) this.#fail('the XML declaration must come first', start);
    } else {
      this.#checkName(target, start);
      this.#add(new ProcessingInstruction(this.#owner, target, data), end);
    }
    this.#position = end + 2;
  }
  ondeclaration(start: number, end: number): void {
    this.#flush();
    const declaration =
      /^DOCTYPE\s+([^\s>[]+)(?:\s+(?:PUBLIC\s+(["'])(.*?)\2\s+(["'])(.*?)\4|SYSTEM\s+(["'])(.*?)\6))?\s*(?:\[[^]*\]\s*)?$/.exec(
        this.#source.slice(start, end),
      );
    if (declaration === null || this.#current !== this.#root || !this.#isDocument) {
      this.#fail('expected a doctype before the root, found another declaration', start);
    }
    const [, name = '', , publicId = '', , systemId, , onlySystemId] = declaration;
    const type = new DocumentType(this.#owner, name, publicId, systemId ?? onlySystemId ?? '');
    this.#add(type, end);
  }

  onopentagname(start: number, end: number): void {
    this.#flush();
    this.#tag = { name: this.#source.slice(start, end), start, attributes: new Map() };
    this.#position = end;
  }
  onattribname(start: number, end: number): void {
    this.#attribute = this.#source.slice(start, end);
    this.#value = [];
    this.#position = end;
  }
  onattribdata(start: number, end: number): void {
    const data = this.#source.slice(start, end);
    const found = data.search(/[<&]/);
    if (found >= 0)
      this.#fail('an attribute value cannot contain < or &; write &lt; or &amp;', start + found);
    this.#value.push(data.replace(/[\t\n]/g, ' '));
    this.#position = end;
  }
  onattribentity(codePoint: number): void {
    this.#value.push(String.fromCodePoint(codePoint));
  }
  onattribend(quote: QuoteType, end: number): void {
    if (quote < QUOTED) this.#fail(`the value of ${this.#attribute} must be quoted`, end);
    const attributes = this.#tag?.attributes;
    if (attributes?.has(this.#attribute) === true) {
      this.#fail(`${this.#attribute} appears twice`, end);
    }
    attributes?.set(this.#attribute, this.#value.join(''));
    this.#position = end;
  }
  onopentagend(end: number): void {
    const open = this.#makeElement(end);
    this.#open.push(open);
  }
  onselfclosingtag(end: number): void {
    this.#makeElement(end);
  }
  onclosetag(start: number, end: number): void {
    this.#flush();
    const name = this.#source.slice(start, end);
    const open = this.#open.at(-1)!;
    if (this.#open.length === 1) this.#fail(`unexpected </${name}>: no element is open`, start);
    if (nameOf(open.node) !== name) {
      this.#fail(`expected </${nameOf(open.node)}>, found </${name}>`, start);
    }
    this.#open.pop();
    const bracket = this.#source.indexOf('>', end);
    if (bracket < 0) this.#fail(`</${name} is not closed; end it with >`, start);
    this.#position = bracket + 1;
  }
  onend(): void {
    const end = this.#source.length;
    if (this.#tag !== undefined)
      this.#fail(`<${this.#tag.name} is not closed; end it with >`, this.#tag.start);
    this.#flush();
    const { node } = this.#open.at(-1)!;
    if (this.#open.length > 1) this.#fail(`<${nameOf(node)}> is never closed`, end);
    if (this.#position < end) this.#fail('unexpected end of the document', this.#position);
    if (this.#isDocument && !this.#hasRoot) this.#fail('expected a root element', end);
  }

  get #current(): TreeNode {
    return this.#open.at(-1)!.node;
  }
  get #isDocument(): boolean {
    return isDocument(this.#root);
  }

  #addText(data: string, start: number, end: number): void {
    if (this.#current === this.#root && this.#isDocument) {
      if (/[^ \t\n]/.test(data)) this.#fail('a document cannot contain text', start);
    } else this.#pending.push(data);
    this.#position = end;
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    appendDetached(this.#current, this.#owner.createText(this.#pending.join('')));
    this.#pending = [];
  }

  #add(node: TreeNode, end: number): void {
    appendDetached(this.#current, node);
    this.#position = end + 1;
  }

  #makeElement(end: number): Open {
    const tag = this.#tag!;
    this.#tag = undefined;
    this.#position = end + 1;
    const prefixes = this.#prefixesOf(tag);
    this.#checkName(tag.name, tag.start);
    const space = this.#resolve(prefixOf(tag.name), prefixes, tag);
    const element = this.#owner.createElement(tag.name, space);
    const seen = new Set<string>();
    for (const [name, value] of tag.attributes) {
      this.#checkName(name, tag.start);
      const prefix = name === 'xmlns' ? 'xmlns' : prefixOf(name);
      if (prefix === null) {
        loadAttribute(element, name, name, value);
        continue;
      }
      const namespace = this.#resolve(prefix, prefixes, tag)!;
      const local = localNameOf(name);
      const key = `${namespace} ${local}`;
      if (seen.has(key)) this.#fail(`${local} appears twice`, tag.start);
      seen.add(key);
      loadAttributeNS(element, namespace, local, name, value);
    }
    if (this.#current === this.#root && this.#isDocument) {
      if (this.#hasRoot) this.#fail('a document has only one root element', tag.start);
      this.#hasRoot = true;
    }
    appendDetached(this.#current, element);
    return { node: element, prefixes };
  }

  #prefixesOf({ attributes, start }: Tag): Prefixes {
    const outer = this.#open.at(-1)!.prefixes;
    let own: Map<string, string | null> | undefined;
    for (const [name, value] of attributes) {
      if (name === 'xmlns') own = (own ?? new Map(outer)).set('', value === '' ? null : value);
      else if (name.startsWith('xmlns:')) {
        if (value === '')
          this.#fail(`${name}: expected the URI of a namespace, found an empty value`, start);
        own = (own ?? new Map(outer)).set(name.slice(6), value);
      }
    }
    return own ?? outer;
  }

  #resolve(prefix: string | null, prefixes: Prefixes, tag: Tag): string | null {
    const found = prefixes.get(prefix ?? '') ?? this.#outer?.(prefix) ?? null;
    if (found !== null || prefix === null) return found;
    return this.#fail(`the prefix "${prefix}" is not declared; add xmlns:${prefix}="…"`, tag.start);
  }

  #checkName(name: string, at: number): void {
    const parts = name.split(':');
    if (parts.length > 2 || !parts.every((part) => NAME.test(part))) {
      this.#fail(`${JSON.stringify(name)} is not a name`, at);
    }
  }

  #fail(message: string, at: number): never {
    const before = this.#source.slice(0, at);
    const line = before.split('\n').length;
    throw new XmlError(message, line, at - before.lastIndexOf('\n'));
  }
}
