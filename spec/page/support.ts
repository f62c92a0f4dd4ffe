/** Pages for specs: made of a document, and read back by a parser that shares nothing with what wrote them. */
import { ownParts } from '../../runtime/script/bundle/part-modules.js';
import { parse, type DefaultTreeAdapterTypes, type ParserError } from 'parse5';
import { htmlPage } from '../../cli/documents/html-page.js';
import { paint, renderAs, type PaintOptions } from '../../cli/documents/painting.js';
import { Config } from '../../config/index.js';
import type { PageElement } from '../../runtime/page/page-document.js';

/** An element, or a text. */
type Read = ReadElement | string;

export interface ReadElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Read[];
}

/** A document that only remembers what it was made of. */
export class PlainElement implements PageElement {
  readonly attributes: Record<string, string> = {};
  readonly nodes: (PlainElement | string)[] = [];

  constructor(readonly name: string) {}

  get textContent(): string {
    return this.nodes.map((n) => (typeof n === 'string' ? n : n.textContent)).join('');
  }
  set textContent(text: string) {
    this.nodes.splice(0, Infinity, text);
  }
  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }
  append(...nodes: (PlainElement | string)[]): void {
    this.nodes.push(...nodes);
  }
  /** As a parser has it: neighbouring texts are one, empty ones are none. */
  read(): ReadElement {
    const { name, attributes } = this;
    const children: Read[] = [];
    for (const node of this.nodes) {
      const last = children.at(-1);
      if (typeof node !== 'string') children.push(node.read());
      else if (node === '') continue;
      else if (typeof last === 'string') children[children.length - 1] = last + node;
      else children.push(node);
    }
    return { name, attributes, children };
  }
}

export class PlainDocument {
  readonly head = new PlainElement('head');
  readonly body = new PlainElement('body');
  readonly documentElement = new PlainElement('html');

  constructor() {
    this.documentElement.append(this.head, this.body);
  }
  createElement(name: string): PlainElement {
    return new PlainElement(name);
  }
}

/** The page as a browser's parser reads it. A fault of its markup is an error, unless it is expected. */
export function readBack(html: string, { isFaulty = false } = {}): ReadElement {
  const errors: ParserError[] = [];
  const document = parse(html, { onParseError: (error) => errors.push(error) });
  if (errors.length > 0 && !isFaulty)
    throw new Error(`parse errors: ${JSON.stringify(errors.slice(0, 3))}`);
  const root = document.childNodes.find((node) => node.nodeName === 'html');
  return readNode(root as DefaultTreeAdapterTypes.Element);
}

function readNode(node: DefaultTreeAdapterTypes.Element): ReadElement {
  const children: Read[] = [];
  for (const child of node.childNodes) {
    if ('value' in child) children.push(child.value);
    else if ('tagName' in child) children.push(readNode(child));
    else throw new Error(`a ${child.nodeName}`);
  }
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return { name: node.tagName, attributes, children };
}

/** All elements, in document order. */
export function* elementsIn(element: ReadElement): Generator<ReadElement> {
  yield element;
  for (const child of element.children) if (typeof child !== 'string') yield* elementsIn(child);
}

export function textIn(element: ReadElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : textIn(child)))
    .join('');
}

export function find(root: ReadElement, name: string, attribute?: string): ReadElement[] {
  const found = [...elementsIn(root)].filter((each) => each.name === name);
  return attribute === undefined ? found : found.filter((each) => attribute in each.attributes);
}

/** The data of a page of a document's first frame, as a runner sends it. */
export async function pageJson(
  text: string,
  options: Partial<Omit<PaintOptions, 'config'>> & { readonly file?: string } = {},
): Promise<string> {
  const config = new Config({ env: {}, cwd: '/', home: '/nonexistent', withoutFile: true });
  const { file = 'app.tui', ...rest } = options;
  const size = { width: 60, height: 20, theme: 'fullcolor-dark', argv: [], env: {} };
  const readParts = ownParts;
  return renderAs('page', await paint({ file, text }, { config, readParts, ...size, ...rest }));
}

export async function pageOf(...args: Parameters<typeof pageJson>): Promise<ReadElement> {
  return readBack(await htmlPage(await pageJson(...args)));
}

/** The twin as lines: each element with what a screen reader would say of it. */
export function outline(root: ReadElement): string {
  const [main] = find(root, 'main');
  const lines: string[] = [];
  const write = (node: Read, depth: number): void => {
    const indent = '  '.repeat(depth);
    if (typeof node === 'string') {
      lines.push(`${indent}${JSON.stringify(node)}`);
      return;
    }
    const attributes = Object.entries(node.attributes)
      .filter(([name]) => name !== 'autocomplete' && name !== 'type' && name !== 'class')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}=${JSON.stringify(value)}`));
    const [only] = node.children;
    const isText = node.children.length === 1 && typeof only === 'string';
    lines.push(`${indent}${node.name}${attributes.join('')}${isText ? `: ${only}` : ''}`);
    if (!isText) for (const child of node.children) write(child, depth + 1);
  };
  for (const child of main?.children ?? []) write(child, 0);
  return lines.join('\n');
}
