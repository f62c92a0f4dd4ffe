/** The standard's `DOMParser`. */
import { createHost } from '../document-host.js';
import { Document } from '../document.js';
import { HTML_TYPE, PlainOwner } from '../plain/plain-owner.js';
import { appendDetached, indexTree } from '../tree/mutate.js';
import { knownOwner, type TreeNode } from '../tree/tree-node.js';
import { parseHtmlDocument } from './html-parser.js';
import { parseXml, XmlError } from './xml-parser.js';

const XML_TYPES = new Set([
  'text/xml',
  'application/xml',
  'application/xhtml+xml',
  'image/svg+xml',
]);
/** As Firefox has it; Chrome puts it into the document, scripts look for its name. */
const ERROR_NAMESPACE = 'http://www.mozilla.org/newlayout/xml/parsererror.xml';

export class DOMParser {
  get [Symbol.toStringTag](): string {
    return 'DOMParser';
  }
  /** XML that is not well-formed results in a document with a `<parsererror>`. @throws TypeError for other types */
  parseFromString(markup: string, type: string): Document {
    const text = String(markup);
    const mimeType = String(type);
    const current = knownOwner();
    const owner = new PlainOwner(mimeType, current?.host ?? createHost(), current?.url);
    if (mimeType === HTML_TYPE) return readHtml(text, owner);
    if (!XML_TYPES.has(mimeType)) {
      throw new TypeError(
        `${JSON.stringify(mimeType)} is not a type of document that can be parsed`,
      );
    }
    try {
      return readXml(text, owner);
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      return errorDocument(error, new PlainOwner(mimeType, owner.host, owner.url));
    }
  }
}

/** A document of HTML; there is no scripting in it. */
export function readHtml(text: string, owner: PlainOwner): Document {
  const document = new Document(owner);
  parseHtmlDocument(text, owner, document);
  indexTree(document);
  return document;
}

function readXml(text: string, owner: PlainOwner): Document {
  const document = new Document(owner);
  parseXml(text, owner, document);
  indexTree(document);
  return document;
}

function errorDocument({ message, line, column }: XmlError, owner: PlainOwner): Document {
  const document = new Document(owner);
  const element: TreeNode = owner.createElement('parsererror', ERROR_NAMESPACE);
  appendDetached(
    element,
    owner.createText(`XML error at line ${line}, column ${column}: ${message}`),
  );
  appendDetached(document, element);
  indexTree(document);
  return document;
}
