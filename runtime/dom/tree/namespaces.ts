/** Looks up namespaces by prefix, and prefixes by namespace. */
import { attributesOf, elementKindOf, isDocument, isElement } from './tree-node.js';
import { childElementsOf, fail, nameOf, parentOf, type TreeNode } from './tree-node.js';

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';
export const MATHML_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

/**
 * Checks a qualified name against its namespace, as `createElementNS` and `setAttributeNS` do.
 * @throws NamespaceError
 */
export function checkNamespace(namespace: string | null, name: string): string | null {
  const space = namespace === '' ? null : namespace;
  const prefix = prefixOf(name);
  if (prefix !== null && space === null) {
    fail('NamespaceError', `${JSON.stringify(name)} has a prefix and no namespace`);
  }
  if (prefix === 'xml' && space !== XML_NAMESPACE) {
    fail(
      'NamespaceError',
      'the prefix xml is reserved for the namespace http://www.w3.org/XML/1998/namespace',
    );
  }
  if ((prefix === 'xmlns' || name === 'xmlns') !== (space === XMLNS_NAMESPACE)) {
    fail('NamespaceError', 'xmlns is reserved for the namespace http://www.w3.org/2000/xmlns/');
  }
  return space;
}

export function prefixOf(name: string): string | null {
  const colon = name.indexOf(':');
  return colon <= 0 ? null : name.slice(0, colon);
}

export function localNameOf(name: string): string {
  const colon = name.indexOf(':');
  return colon <= 0 ? name : name.slice(colon + 1);
}

/** The namespace of a prefix, or the default one, where a node is. */
export function lookupNamespace(node: TreeNode, prefix: string | null): string | null {
  if (prefix === 'xml') return XML_NAMESPACE;
  if (prefix === 'xmlns') return XMLNS_NAMESPACE;
  for (let each = elementAt(node); each !== null; each = parentElement(each)) {
    const { namespace } = elementKindOf(each);
    if (namespace !== null && prefixOf(nameOf(each)) === prefix) return namespace;
    const declared = declaredAt(each, prefix === null ? 'xmlns' : `xmlns:${prefix}`);
    if (declared !== null) return declared === '' ? null : declared;
  }
  return null;
}

export function lookupPrefix(node: TreeNode, namespace: string): string | null {
  for (let each = elementAt(node); each !== null; each = parentElement(each)) {
    const own = prefixOf(nameOf(each));
    if (elementKindOf(each).namespace === namespace && own !== null) return own;
    for (const entry of attributesOf(each)?.values() ?? []) {
      if (entry.namespace === XMLNS_NAMESPACE && entry.text === namespace) {
        const prefix = localNameOf(entry.name);
        if (prefix !== 'xmlns') return prefix;
      }
    }
  }
  return null;
}

function declaredAt(element: TreeNode, name: string): string | null {
  for (const entry of attributesOf(element)?.values() ?? []) {
    if (entry.namespace === XMLNS_NAMESPACE && entry.name === name) return entry.text;
  }
  return null;
}

function elementAt(node: TreeNode): TreeNode | null {
  if (isElement(node)) return node;
  return isDocument(node) ? (childElementsOf(node)[0] ?? null) : parentElement(node);
}

function parentElement(node: TreeNode): TreeNode | null {
  const parent = parentOf(node);
  return parent !== null && isElement(parent) ? parent : null;
}
