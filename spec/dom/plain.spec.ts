/** Documents without an app: windows for tests and tools, DOMParser, XMLSerializer, `document.implementation`. */
import { describe, expect, it } from '@jest/globals';
import { createWindow, type PlainWindow } from '../../runtime/dom/plain/create-window.js';
import { DOMParser } from '../../runtime/dom/parsing/dom-parser.js';
import { XMLSerializer } from '../../runtime/dom/parsing/xml-serializer.js';
import type { PlainDocument } from '../../runtime/dom/document.js';
import { dispatchTrusted } from '../../runtime/dom/events/event-target.js';
import { Event } from '../../runtime/dom/events/event.js';

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function xml(text: string, type = 'text/xml'): PlainDocument {
  return new DOMParser().parseFromString(text, type) as PlainDocument;
}

function write(document: object): string {
  return new XMLSerializer().serializeToString(document as never);
}

describe('createWindow', () => {
  it('parses a page by the rules of HTML', () => {
    const { document } = createWindow(
      '<!doctype html><title> a  b </title><table><tr><td>1<td>2</table><p>x<p>y',
    );
    expect(document.doctype?.nodeName).toBe('html');
    expect(document.documentElement.localName).toBe('html');
    expect([document.head?.localName, document.body?.localName]).toEqual(['head', 'body']);
    expect(document.title).toBe('a b');
    expect(document.body?.innerHTML).toBe(
      '<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table><p>x</p><p>y</p>',
    );
    expect(document.contentType).toBe('text/html');
  });

  it('makes a page of nothing', () => {
    const { document } = createWindow();
    expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>');
    expect(document.readyState).toBe('complete');
    expect(document.activeElement).toBe(document.body);
  });

  it('has an address', () => {
    const view = createWindow('', { url: 'https://a.example/b?c#d' });
    expect(view.document.URL).toBe('https://a.example/b?c#d');
    expect((view['location'] as { hash: string }).hash).toBe('#d');
    expect(() => createWindow('', { url: 'no address' })).toThrow('Invalid URL');
  });

  it('finds elements, and keeps what is found in step', () => {
    const { document } = createWindow('<div id=a><template><b id=b></b></template></div>');
    const found = document.getElementById('a')!;
    expect(found.isConnected).toBe(true);
    expect(document.getElementById('b')).toBeNull();
    found.id = 'c';
    expect([document.getElementById('a'), document.getElementById('c')]).toEqual([null, found]);
    found.innerHTML = '<input disabled><select><option>x<option>y</select>';
    expect(document.querySelectorAll('select > option:nth-child(2)')).toHaveLength(1);
    expect(found.firstElementChild?.getAttribute('DISABLED')).toBe('');
  });

  it('sends events from nodes to the window', () => {
    const view = createWindow('<p>x');
    const path: string[] = [];
    view.addEventListener('a', (event) => path.push(tagOf(event.currentTarget)));
    view.document.addEventListener('a', (event) => path.push(tagOf(event.currentTarget)));
    dispatchTrusted(view.document.querySelector('p')!, new Event('a', { bubbles: true }));
    expect(path).toEqual(['HTMLDocument', 'Window']);
  });

  it('knows elements by their classes', () => {
    const view = createWindow('<p><foo-bar></foo-bar><foo></foo><b></b><svg><g></g></svg>');
    const { document } = view;
    expect([...document.querySelectorAll('p, p *')].map(tagOf)).toEqual([
      'HTMLParagraphElement',
      'HTMLElement',
      'HTMLUnknownElement',
      'HTMLElement',
      'SVGElement',
      'SVGElement',
    ]);
    const is = (name: string, value: unknown): boolean =>
      value instanceof (view[name] as new () => object);
    expect(is('HTMLParagraphElement', document.querySelector('p'))).toBe(true);
    expect(is('HTMLParagraphElement', document.querySelector('b'))).toBe(false);
    expect(is('HTMLUnknownElement', document.querySelector('foo'))).toBe(true);
    expect(is('HTMLUnknownElement', document.querySelector('b'))).toBe(false);
    expect(is('SVGElement', document.querySelector('g'))).toBe(true);
    expect([is('HTMLDocument', document), is('XMLDocument', document)]).toEqual([true, false]);
  });

  it('lets scripts construct nodes', () => {
    const view = createWindow();
    const make = (name: string, ...args: unknown[]): { readonly nodeName: string } =>
      new (view[name] as new (...args: unknown[]) => { nodeName: string })(...args);
    expect(make('Text', 'x')).toMatchObject({ data: 'x', nodeName: '#text' });
    expect(make('Comment', 'x')).toMatchObject({ data: 'x' });
    const document = make('Document') as unknown as PlainDocument;
    expect([document.contentType, tagOf(document)]).toEqual(['application/xml', 'XMLDocument']);
    expect([document.documentElement ?? null, document.body]).toEqual([null, null]);
    expect(document.createElement('Div').namespaceURI).toBeNull();
    expect(() => make('Element')).toThrow('Illegal constructor');
    expect(() => make('DOMImplementation')).toThrow('Illegal constructor');
  });

  it('reports what a listener throws, and goes on', () => {
    const errors: unknown[] = [];
    const { document } = createWindow('', { onError: (error) => errors.push(error) });
    let heard = 0;
    document.addEventListener('a', () => {
      throw new Error('mine');
    });
    document.addEventListener('a', () => heard++);
    document.dispatchEvent(new Event('a'));
    expect([heard, String(errors[0])]).toEqual([1, 'Error: mine']);
  });
});

describe('names in HTML and XML', () => {
  it('are in capitals and in small letters', () => {
    const { document } = createWindow();
    const made = document.createElement('DiV');
    expect([made.tagName, made.nodeName, made.localName]).toEqual(['DIV', 'DIV', 'div']);
    made.setAttribute('DATA-X', 'y');
    expect(made.outerHTML).toBe('<div data-x="y"></div>');
    const svg = document.createElementNS(SVG, 'linearGradient');
    svg.setAttribute('viewBox', 'z');
    expect([svg.tagName, svg.outerHTML]).toEqual([
      'linearGradient',
      '<linearGradient viewBox="z"></linearGradient>',
    ]);
    document.body!.append(svg);
    expect(document.querySelector('linearGradient')).toBe(svg);
    const other = xml('<a><B C="d"/></a>').querySelector('B')!;
    expect([other.tagName, other.getAttribute('C'), other.getAttribute('c')]).toEqual([
      'B',
      'd',
      null,
    ]);
  });

  it('have prefixes', () => {
    const { document } = createWindow();
    const made = document.createElementNS('u', 'p:q');
    expect([made.prefix, made.localName, made.namespaceURI, made.tagName]).toEqual([
      'p',
      'q',
      'u',
      'p:q',
    ]);
    made.setAttributeNS('u', 'p:r', '1');
    made.setAttributeNS('v', 's', '2');
    expect([made.getAttributeNS('u', 'r'), made.getAttribute('p:r')]).toEqual(['1', '1']);
    expect([made.getAttributeNS('v', 's'), made.getAttribute('s')]).toEqual(['2', '2']);
    expect([made.hasAttribute('s'), made.hasAttributeNS(null, 's')]).toEqual([true, false]);
  });
});

describe('document.implementation', () => {
  const { document } = createWindow();
  const { implementation } = document;

  it('makes documents of HTML', () => {
    const made = implementation.createHTMLDocument('a & b');
    expect(made.toString()).toBe(
      '<!DOCTYPE html><html><head><title>a &amp; b</title></head><body></body></html>',
    );
    expect([made.URL, made.defaultView, made.title]).toEqual(['about:blank', null, 'a & b']);
    expect(implementation.createHTMLDocument().querySelector('title')).toBeNull();
    expect(implementation).toBe(document.implementation);
    expect(made.implementation).not.toBe(implementation);
    expect(implementation.hasFeature()).toBe(true);
  });

  it('makes documents of XML', () => {
    const type = implementation.createDocumentType('svg', 'p', 's');
    const made = implementation.createDocument(SVG, 'svg', type);
    expect(write(made)).toBe(
      '<!DOCTYPE svg PUBLIC "p" "s"><svg xmlns="http://www.w3.org/2000/svg"/>',
    );
    expect([made.contentType, type.ownerDocument]).toEqual(['image/svg+xml', made]);
    expect(implementation.createDocument(HTML, 'html').contentType).toBe('application/xhtml+xml');
    expect(implementation.createDocument(null, '').documentElement ?? null).toBeNull();
    expect(() => implementation.createDocument(null, 'a:b')).toThrow('no namespace');
    expect(() => implementation.createDocumentType('a b', '', '')).toThrow('not an element name');
  });

  it('holds one doctype before one root', () => {
    const made = implementation.createHTMLDocument();
    const type = implementation.createDocumentType('html', '', '');
    const throwing = [
      () => made.append(made.createElement('p')),
      () => made.append('text'),
      () => made.append(type),
      () => made.append(made.documentElement),
      () => made.insertBefore(made.createElement('p'), made.doctype),
      () => made.replaceChild(type, made.documentElement),
      () => made.body!.append(type),
      () => made.body!.append(made),
    ];
    for (const each of throwing) expect(each).toThrow(/root|text|doctype|kind of node|not be/);
    made.replaceChild(type, made.doctype!);
    made.documentElement.remove();
    made.append(made.createComment('c'), made.createElement('p'));
    expect(made.toString()).toBe('<!DOCTYPE html><!--c--><p></p>');
  });

  it('documents are copied', () => {
    const made = implementation.createHTMLDocument('x');
    made.body!.innerHTML = '<p id=a><template>b</template>';
    const copy = made.cloneNode(true) as PlainDocument;
    expect(copy.toString()).toBe(made.toString());
    expect(copy.getElementById('a')?.ownerDocument).toBe(copy);
    expect(copy.isEqualNode(made)).toBe(true);
  });

  it('nodes go from one document to another', () => {
    const made = implementation.createHTMLDocument();
    made.body!.innerHTML = '<p id=a><template><b>x</b></template></p>';
    const p = made.getElementById('a')!;
    document.body!.append(p);
    expect([p.ownerDocument, made.getElementById('a')]).toEqual([document, null]);
    expect(document.getElementById('a')).toBe(p);
    const template = p.firstElementChild as never as { content: { ownerDocument: unknown } };
    expect(template.content.ownerDocument).toBe(document);
    p.remove();
  });
});

describe('DOMParser', () => {
  it('reads HTML', () => {
    const made = new DOMParser().parseFromString('<p>a<script>b</script>', 'text/html');
    expect(made.body && write(made.body)).toBe(
      '<body xmlns="http://www.w3.org/1999/xhtml"><p>a<script>b</script></p></body>',
    );
    expect(made.doctype).toBeNull();
  });

  it('reads XML', () => {
    const text =
      '<!DOCTYPE a SYSTEM "s"><!--c--><?p q?><a xmlns="u" xmlns:v="w" v:x="1" y="&lt;&#65;">' +
      't&amp;<v:b/><![CDATA[<d>]]><c xmlns=""/></a>';
    const made = xml(`<?xml version="1.0"?>\n${text}\n`);
    const root = made.documentElement;
    expect([root.namespaceURI, root.getAttributeNS('w', 'x'), root.getAttribute('y')]).toEqual([
      'u',
      '1',
      '<A',
    ]);
    expect([...root.children].map((each) => each.namespaceURI)).toEqual(['w', null]);
    expect(root.textContent).toBe('t&<d>');
    expect(write(made)).toBe(text.replace('&#65;', 'A'));
    expect(made.contentType).toBe('text/xml');
  });

  it.each([
    ['', 1, 1],
    ['<a>', 1, 4],
    ['<a></b>', 1, 6],
    ['</a>', 1, 3],
    ['<a/><b/>', 1, 6],
    ['x<a/>', 1, 1],
    ['<a/>x', 1, 5],
    ['<a>\n&nbsp;</a>', 2, 1],
    ['<a>&</a>', 1, 4],
    ['<a b=c/>', 1, 8],
    ['<a b/>', 1, 5],
    ['<a b="1" b="2"/>', 1, 15],
    ['<a b="<"/>', 1, 7],
    ['<p:a/>', 1, 2],
    ['<a p:b="1"/>', 1, 2],
    ['<a><!-- -- --></a>', 1, 8],
    ['<a><!-- ', 1, 8],
    ['<a><![CDATA[x</a>', 1, 13],
    ['<a>]]></a>', 1, 4],
    ['<1/>', 1, 2],
    ['<a', 1, 1],
    ['<a><?xml version="1.0"?></a>', 1, 6],
    ['<a><!DOCTYPE a></a>', 1, 6],
    ['<a xmlns:b=""/>', 1, 2],
  ])('finds what is wrong in %j', (text, line, column) => {
    const made = xml(text);
    expect(made.documentElement.localName).toBe('parsererror');
    expect(made.querySelector('parsererror')?.textContent).toContain(
      `XML error at line ${line}, column ${column}: `,
    );
  });

  it('knows five types', () => {
    expect(() => xml('<a/>', 'text/plain')).toThrow(TypeError);
    for (const type of ['application/xml', 'application/xhtml+xml', 'image/svg+xml']) {
      expect(xml('<a/>', type).contentType).toBe(type);
    }
  });
});

describe('XMLSerializer', () => {
  it.each([
    '<a xmlns="u"><b xmlns="v"><c xmlns=""/></b></a>',
    '<p:a xmlns:p="u"><p:b p:c="1"/></p:a>',
    '<a xml:lang="en">&lt;&amp;&gt;</a>',
    '<a b="&quot;&lt;&gt;&amp;&#xA;&#9;"/>',
    '<html xmlns="http://www.w3.org/1999/xhtml"><br /><p></p></html>',
  ])('writes what was read: %s', (text) => {
    expect(write(xml(text))).toBe(text);
    expect(xml(text).documentElement.outerHTML).toBe(text);
  });

  it('declares what is not declared', () => {
    const { document } = createWindow();
    const made = document.createElementNS('u', 'p:a');
    made.setAttributeNS('v', 'q:b', '1');
    made.setAttributeNS('w', 'c', '2');
    made.append(document.createElementNS('u', 'd'));
    expect(write(made)).toBe(
      '<p:a xmlns:p="u" xmlns:q="v" q:b="1" xmlns:ns1="w" ns1:c="2"><p:d/></p:a>',
    );
    expect(() => write('x' as never)).toThrow(TypeError);
  });

  it('sets innerHTML of XML by its rules', () => {
    const root = xml('<a xmlns="u" xmlns:p="v"/>').documentElement;
    root.innerHTML = '<b/><p:c/>text';
    expect([...root.children].map((each) => each.namespaceURI)).toEqual(['u', 'v']);
    expect(root.innerHTML).toBe('<b/><p:c xmlns:p="v"/>text');
    expect(() => (root.innerHTML = '<b>')).toThrow('never closed');
  });

  it('writes deep trees', () => {
    const depth = 50_000;
    const text = '<a>'.repeat(depth) + 'x' + '</a>'.repeat(depth);
    expect(write(xml(text))).toBe(text);
  });
});

it('every window has its own document', () => {
  const [first, second]: PlainWindow[] = [createWindow('<p>1'), createWindow('<p>2')];
  second!.document.body!.append(first!.document.querySelector('p')!);
  expect(second!.document.body!.textContent).toBe('21');
  expect(first!.document.body!.textContent).toBe('');
});
