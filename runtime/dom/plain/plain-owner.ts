/** The owner of the nodes of a document without an app. */
import { Text } from '../character-data.js';
import { DocumentFragment } from '../document-fragment.js';
import type { EventTarget } from '../events/event-target.js';
import type { DocumentHost } from '../host.js';
import { parseHtmlFragment } from '../parsing/html-parser.js';
import { parseXml, XmlError } from '../parsing/xml-parser.js';
import { IdMap } from '../tree/id-map.js';
import { lookupNamespace } from '../tree/namespaces.js';
import { fail, Owner, type TreeNode, type TreeRecord } from '../tree/tree-node.js';
import { createPlainElement } from './plain-elements.js';

export const HTML_TYPE = 'text/html';
export const XML_TYPE = 'application/xml';

type Watcher = (record: TreeRecord) => void;

export class PlainOwner extends Owner {
  readonly isXml: boolean;
  readonly ids = new IdMap();
  readonly root = null;
  readonly activeElement = null;
  readonly topLayer = [];

  view: EventTarget | null = null;
  /** Set by the document that this is made for. */
  document!: TreeNode;
  #watchers: readonly Watcher[] = [];

  constructor(
    readonly contentType: string,
    readonly host: DocumentHost,
    readonly url = 'about:blank',
  ) {
    super();
    this.isXml = contentType !== HTML_TYPE;
  }

  get watched(): boolean {
    return this.#watchers.length > 0;
  }
  watch(sink: Watcher): () => void {
    const notify: Watcher = (record) => sink(record);
    this.#watchers = [...this.#watchers, notify];
    return () => (this.#watchers = this.#watchers.filter((other) => other !== notify));
  }
  emit(record: TreeRecord): void {
    for (const watcher of this.#watchers) watcher(record);
  }
  createText(data: string): TreeNode {
    return new Text(data, this);
  }
  createFragment(): TreeNode {
    return new DocumentFragment(this);
  }
  createElement(name: string, namespace: string | null): TreeNode {
    return createPlainElement(this, name, namespace);
  }
  parseFragment(markup: string, context: TreeNode): TreeNode {
    if (!this.isXml) return parseHtmlFragment(markup, this, context);
    const fragment = this.createFragment();
    try {
      parseXml(markup, this, fragment, (prefix) => lookupNamespace(context, prefix));
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      fail('SyntaxError', `${error.message}, at line ${error.line}, column ${error.column}`);
    }
    return fragment;
  }
}
