/** Serializes nodes to XML by the standard's rules, and declares the prefixes that a tree uses. */
import { pushAll } from '../../base/push-all.js';
import { textOf } from '../tree/attributes.js';
import { localNameOf, prefixOf, XML_NAMESPACE, XMLNS_NAMESPACE } from '../tree/namespaces.js';
import { VOID_ELEMENTS } from '../tree/serialize.js';
import { containerOf } from '../tree/template.js';
import {
  attributesOf,
  CDATA_NODE,
  COMMENT_NODE,
  childNodesOf,
  dataOf,
  DOCTYPE_NODE,
  ELEMENT_NODE,
  elementKindOf,
  firstChildOf,
  HTML_NAMESPACE,
  INSTRUCTION_NODE,
  isElement,
  kindOf,
  nameOf,
  TEXT_NODE,
  type TreeNode,
} from '../tree/tree-node.js';
import { DocumentType } from '../character-data.js';
import { requireNode } from '../node.js';

interface Scope {
  /** What a name without a prefix belongs to. */
  readonly namespace: string | null;
  /** The prefixes of each namespace, the last declared last. */
  readonly prefixes: ReadonlyMap<string, readonly string[]>;
}

interface Step {
  readonly node: TreeNode | null;
  readonly scope: Scope;
  /** What to write when everything before has been. */
  readonly text?: string;
}

/** XML of a node; with `inside`, of what is in it. */
export function serializeXml(root: TreeNode, inside = false): string {
  const parts: string[] = [];
  const count = { made: 0 };
  const start: Scope = { namespace: null, prefixes: new Map([[XML_NAMESPACE, ['xml']]]) };
  const scope: Scope =
    inside && isElement(root) ? { ...start, namespace: elementKindOf(root).namespace } : start;
  const pending: Step[] = inside ? stepsOf(root, scope) : [{ node: root, scope }];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    if (step.text !== undefined) parts.push(step.text);
    if (step.node !== null) write(step.node, step.scope, parts, pending, count);
  }
  return parts.join('');
}

function stepsOf(parent: TreeNode, scope: Scope): Step[] {
  return [...childNodesOf(containerOf(parent))].reverse().map((node) => ({ node, scope }));
}

function write(
  node: TreeNode,
  scope: Scope,
  parts: string[],
  pending: Step[],
  count: { made: number },
): void {
  switch (kindOf(node).nodeType) {
    case ELEMENT_NODE:
      writeElement(node, scope, parts, pending, count);
      return;
    case TEXT_NODE:
      parts.push(escapeXml(dataOf(node)));
      return;
    case CDATA_NODE:
      parts.push(`<![CDATA[${dataOf(node)}]]>`);
      return;
    case COMMENT_NODE:
      parts.push(`<!--${dataOf(node)}-->`);
      return;
    case INSTRUCTION_NODE:
      parts.push(`<?${nameOf(node)} ${dataOf(node)}?>`);
      return;
    case DOCTYPE_NODE:
      parts.push(doctype(node));
      return;
    default:
      pushAll(pending, stepsOf(node, scope));
  }
}

function doctype(node: TreeNode): string {
  const { publicId, systemId } =
    node instanceof DocumentType ? node : { publicId: '', systemId: '' };
  const ids =
    publicId !== ''
      ? ` PUBLIC "${publicId}"${systemId === '' ? '' : ` "${systemId}"`}`
      : systemId === ''
        ? ''
        : ` SYSTEM "${systemId}"`;
  return `<!DOCTYPE ${nameOf(node)}${ids}>`;
}

function writeElement(
  element: TreeNode,
  outer: Scope,
  parts: string[],
  pending: Step[],
  count: { made: number },
): void {
  const { namespace } = elementKindOf(element);
  const writer = new TagWriter(element, outer, count);
  const name = writer.nameOfTag();
  parts.push('<', name, ...writer.attributes());
  const isHtml = namespace === HTML_NAMESPACE;
  const isEmpty = firstChildOf(containerOf(element)) === null;
  if (isEmpty && (!isHtml || VOID_ELEMENTS.has(localNameOf(nameOf(element))))) {
    parts.push(isHtml ? ' />' : '/>');
    return;
  }
  parts.push('>');
  pending.push({ node: null, scope: outer, text: `</${name}>` });
  pushAll(pending, stepsOf(element, writer.scope));
}

/** The open tag of one element, and the namespaces that hold inside it. */
class TagWriter {
  readonly #prefixes: Map<string, readonly string[]>;
  readonly #declaredHere = new Map<string, string>();
  readonly #added: string[] = [];
  #default: string | null = null;
  #namespace: string | null;
  #ignoresDefault = false;

  readonly #element: TreeNode;
  readonly #count: { made: number };

  constructor(element: TreeNode, outer: Scope, count: { made: number }) {
    this.#element = element;
    this.#count = count;

    this.#prefixes = new Map(outer.prefixes);
    this.#namespace = outer.namespace;
    for (const [key, entry] of attributesOf(element) ?? []) {
      if (entry.namespace !== XMLNS_NAMESPACE) continue;
      const value = textOf(element, key, entry);
      if (prefixOf(entry.name) === null) this.#default = value;
      else {
        const prefix = localNameOf(entry.name);
        if (value === XML_NAMESPACE || value === '') continue;
        if (this.#prefixes.get(value)?.includes(prefix) === true) continue;
        this.#add(value, prefix);
        this.#declaredHere.set(prefix, value);
      }
    }
  }

  get scope(): Scope {
    return { namespace: this.#namespace, prefixes: this.#prefixes };
  }

  nameOfTag(): string {
    const { namespace } = elementKindOf(this.#element);
    const name = nameOf(this.#element);
    const local = localNameOf(name);
    if (this.#namespace === namespace) {
      this.#ignoresDefault = this.#default !== null;
      return namespace === XML_NAMESPACE ? `xml:${local}` : local;
    }
    const prefix = prefixOf(name);
    const known = prefix === 'xmlns' ? prefix : this.#find(namespace, prefix);
    if (known !== null && (prefix !== null || this.#default !== namespace)) {
      if (this.#default !== null && this.#default !== XML_NAMESPACE) {
        this.#namespace = this.#default === '' ? null : this.#default;
      }
      return `${known}:${local}`;
    }
    if (prefix !== null && namespace !== null) {
      const own = this.#declaredHere.has(prefix) ? this.#make(namespace) : prefix;
      this.#add(namespace, own);
      this.#added.push(` xmlns:${own}="${escapeXmlAttribute(namespace)}"`);
      if (this.#default !== null) this.#namespace = this.#default === '' ? null : this.#default;
      return `${own}:${local}`;
    }
    if (this.#default === null || (this.#default === '' ? null : this.#default) !== namespace) {
      this.#ignoresDefault = true;
      this.#added.push(` xmlns="${escapeXmlAttribute(namespace ?? '')}"`);
    }
    this.#namespace = namespace;
    return local;
  }

  attributes(): string[] {
    const written = [...this.#added];
    for (const [key, entry] of attributesOf(this.#element) ?? []) {
      const value = textOf(this.#element, key, entry);
      const name = this.#nameOfAttribute(entry.name, entry.namespace, value, written);
      if (name !== undefined) written.push(` ${name}="${escapeXmlAttribute(value)}"`);
    }
    return written;
  }

  #nameOfAttribute(
    name: string,
    namespace: string | null,
    value: string,
    written: string[],
  ): string | undefined {
    if (namespace === null) return name;
    const local = localNameOf(name);
    const prefix = prefixOf(name);
    if (namespace === XMLNS_NAMESPACE) {
      if (value === XML_NAMESPACE) return undefined;
      if (prefix === null) return this.#ignoresDefault ? undefined : 'xmlns';
      return `xmlns:${local}`;
    }
    let own = this.#find(namespace, prefix);
    if (own === null) {
      own = prefix === null || this.#declaredHere.has(prefix) ? this.#make(namespace) : prefix;
      if (own === prefix) this.#add(namespace, own);
      written.push(` xmlns:${own}="${escapeXmlAttribute(namespace)}"`);
    }
    return `${own}:${local}`;
  }

  /** The preferred prefix if it is bound to the namespace, else the last one that is. */
  #find(namespace: string | null, preferred: string | null): string | null {
    const all = namespace === null ? undefined : this.#prefixes.get(namespace);
    if (all === undefined) return null;
    return preferred !== null && all.includes(preferred) ? preferred : (all.at(-1) ?? null);
  }

  #make(namespace: string): string {
    const prefix = `ns${++this.#count.made}`;
    this.#add(namespace, prefix);
    return prefix;
  }

  #add(namespace: string, prefix: string): void {
    this.#prefixes.set(namespace, [...(this.#prefixes.get(namespace) ?? []), prefix]);
  }
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (found) => XML_ENTITIES[found] ?? found);
}

function escapeXmlAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (found) => XML_ENTITIES[found] ?? found);
}

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

/** The standard's class for scripts. */
export class XMLSerializer {
  get [Symbol.toStringTag](): string {
    return 'XMLSerializer';
  }
  serializeToString(root: TreeNode): string {
    return serializeXml(requireNode(root));
  }
}
