/** The elements of documents without an app. */
import type { DocumentFragment } from '../document-fragment.js';
import { Element } from '../element.js';
import { HTMLElement } from '../html-element.js';
import { plainInterfaceOf } from '../window/html-interfaces.js';
import { MATHML_NAMESPACE, SVG_NAMESPACE } from '../tree/namespaces.js';
import { templateContent } from '../tree/template.js';
import { HTML_NAMESPACE, nameOf, type Owner, type TreeNode } from '../tree/tree-node.js';
import { plainKind } from './plain-kind.js';

/** Any element of HTML: its class string goes by its name. */
class PlainHTMLElement extends HTMLElement {
  override get [Symbol.toStringTag](): string {
    return plainInterfaceOf(nameOf(this));
  }
}

class PlainTemplateElement extends PlainHTMLElement {
  get content(): DocumentFragment {
    return templateContent(this) as DocumentFragment;
  }
}

class PlainElement extends Element {}

class PlainSVGElement extends Element {
  override get [Symbol.toStringTag](): string {
    return 'SVGElement';
  }
}

class PlainMathMLElement extends Element {
  override get [Symbol.toStringTag](): string {
    return 'MathMLElement';
  }
}

/** @param name With its prefix. */
export function createPlainElement(
  owner: Owner,
  name: string,
  namespace: string | null,
): TreeNode & Element {
  const kind = plainKind(name, namespace, owner.isXml);
  const Class = kind.isTemplate ? PlainTemplateElement : classOf(namespace);
  return new Class(owner, kind, name, null);
}

function classOf(namespace: string | null): typeof PlainElement {
  switch (namespace) {
    case HTML_NAMESPACE:
      return PlainHTMLElement;
    case SVG_NAMESPACE:
      return PlainSVGElement;
    case MATHML_NAMESPACE:
      return PlainMathMLElement;
    default:
      return PlainElement;
  }
}
