/** The kind of elements that no app declares: they have names and nothing else. */
import {
  ELEMENT_NODE,
  HTML_NAMESPACE,
  nameOf,
  noteForeign,
  type ElementKind,
  type Owner,
  type TreeNode,
} from '../tree/tree-node.js';

/** Elements of HTML whose text is written as it is. */
const RAW = new Set('script style xmp iframe noembed noframes plaintext'.split(' '));

class PlainKind implements ElementKind {
  readonly nodeType = ELEMENT_NODE;
  readonly rendersText = false;
  readonly observesContent = false;
  readonly isInline = false;
  readonly hasLifecycle = false;
  readonly mayHost = true;

  constructor(
    readonly namespace: string | null,
    readonly isRaw: boolean,
    readonly isTemplate: boolean,
    readonly lowersNames: boolean,
  ) {}

  copy(element: TreeNode, owner: Owner): TreeNode {
    return owner.createElement(nameOf(element), this.namespace);
  }
  attributeKey(name: string): string {
    return this.lowersNames ? name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : name;
  }
  attributeText(): string {
    return '';
  }
  hasState(): boolean {
    return false;
  }
  isDefined(element: TreeNode): boolean {
    return this.namespace !== HTML_NAMESPACE || !nameOf(element).includes('-');
  }
  connected(): void {
    return;
  }
  disconnected(): void {
    return;
  }
  onContentChange(): void {
    return;
  }
  onAttributeChange(): void {
    return;
  }
  attributesCopied(): void {
    return;
  }
}

const HTML = new PlainKind(HTML_NAMESPACE, false, false, true);
const HTML_RAW = new PlainKind(HTML_NAMESPACE, true, false, true);
const HTML_TEMPLATE = new PlainKind(HTML_NAMESPACE, false, true, true);
const XHTML = new PlainKind(HTML_NAMESPACE, false, false, false);
const XHTML_TEMPLATE = new PlainKind(HTML_NAMESPACE, false, true, false);
const others = new Map<string | null, PlainKind>();

export function plainKind(name: string, namespace: string | null, isXml: boolean): ElementKind {
  if (namespace === HTML_NAMESPACE) {
    if (isXml) return name === 'template' ? XHTML_TEMPLATE : XHTML;
    if (name === 'template') return HTML_TEMPLATE;
    return RAW.has(name) ? HTML_RAW : HTML;
  }
  noteForeign();
  let kind = others.get(namespace);
  if (kind === undefined)
    others.set(namespace, (kind = new PlainKind(namespace, false, false, false)));
  return kind;
}
