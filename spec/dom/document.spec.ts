/** What a document says of itself, events made by kind, and node iterators. */
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { createWindow } from '../../runtime/dom/plain/create-window.js';
import * as uiEvents from '../../runtime/dom/events/ui-events.js';
import { CustomEvent, Event } from '../../runtime/dom/events/event.js';
import { NodeFilter } from '../../runtime/dom/tree-walker.js';

describe('document', () => {
  const page =
    '<html dir=rtl><script></script><form></form><img id=i><a>1</a><a href=x>2</a><area href=y>';

  it('has lists that follow it', () => {
    const { document } = createWindow(page);
    const { scripts, forms, images, links } = document;
    expect([scripts, forms, images, links].map(({ length }) => length)).toEqual([1, 1, 1, 2]);
    expect(document.links).toBe(links);
    expect(document.images.namedItem('i')).toBe(document.getElementById('i'));
    document.body!.insertAdjacentHTML('beforeend', '<form></form><a href=z></a>');
    expect([forms.length, links.length]).toEqual([2, 3]);
    expect(Object.prototype.toString.call(forms)).toBe('[object HTMLCollection]');
  });

  it('says what libraries ask', () => {
    const { document } = createWindow(page);
    expect([document.currentScript, document.hidden, document.visibilityState]).toEqual([
      null,
      false,
      'visible',
    ]);
    expect([document.hasFocus(), document.implementation.createHTMLDocument().hasFocus()]).toEqual([
      true,
      false,
    ]);
    expect(document.dir).toBe('rtl');
    document.dir = 'ltr';
    expect(document.documentElement.getAttribute('dir')).toBe('ltr');
    expect(document.lastModified).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    document.cookie = 'a=b';
    expect([document.referrer, document.cookie]).toEqual(['', '']);
    expect(document.scrollingElement).toBe(document.documentElement);
    expect(document.elementFromPoint(0, 0)).toBeNull();
  });

  it('finds the element at a cell', () => {
    const app = createApp('<tui><text id="a">one</text><button id="b">two</button></tui>', {
      registry,
      width: 20,
      height: 4,
      theme: 'fullcolor-dark',
    });
    app.frame();
    const { document } = app;
    const { x, y } = document.getElementById('b')!.getBoundingClientRect();
    expect(document.elementFromPoint(x, y)?.id).toBe('b');
    expect(document.elementFromPoint(0.7, 0.2)?.id).toBe('a');
    expect(document.elementFromPoint(-1, 0)).toBeNull();
    expect(document.elementFromPoint(20, 0)).toBeNull();
    expect(document.elementFromPoint(Number.NaN, 0)).toBeNull();
    app.stop();
  });
});

describe('createEvent', () => {
  const { document } = createWindow();

  it.each([
    ['Event', Event],
    ['HTMLEvents', Event],
    ['svgevents', Event],
    ['CustomEvent', CustomEvent],
    ['UIEvents', uiEvents.UIEvent],
    ['MouseEvent', uiEvents.MouseEvent],
    ['MOUSEEVENTS', uiEvents.MouseEvent],
    ['KeyboardEvent', uiEvents.KeyboardEvent],
    ['FocusEvent', uiEvents.FocusEvent],
    ['CompositionEvent', uiEvents.CompositionEvent],
  ])('%s', (kind, Class) => {
    const event = document.createEvent(kind);
    expect(event.constructor).toBe(Class);
    expect(event.type).toBe('');
    expect(() => document.dispatchEvent(event)).toThrow('has no type');
    event.initEvent('x', true);
    expect([event.type, event.bubbles, document.dispatchEvent(event)]).toEqual(['x', true, true]);
  });

  it.each(['', 'Bogus', 'KeyEvents', 'WheelEvent', 'CustomEvents', 'MutationEvent', 'toString'])(
    'knows no %j',
    (kind) => {
      expect(() => document.createEvent(kind)).toThrow('expected the name of an event interface');
    },
  );

  it('has the methods of its kind', () => {
    const mouse = document.createEvent('MouseEvent') as uiEvents.MouseEvent;
    mouse.initMouseEvent(
      'click',
      true,
      true,
      null,
      2,
      9,
      9,
      3,
      4,
      true,
      false,
      true,
      false,
      1,
      null,
    );
    expect(mouse).toMatchObject({ type: 'click', detail: 2, clientX: 3, clientY: 4, button: 1 });
    expect([mouse.ctrlKey, mouse.altKey, mouse.shiftKey]).toEqual([true, false, true]);
    const key = document.createEvent('KeyboardEvent') as uiEvents.KeyboardEvent;
    key.initKeyboardEvent('keydown', true, true, null, 'Enter', 1, false, true);
    expect(key).toMatchObject({ key: 'Enter', keyCode: 13, location: 1, altKey: true });
    const ui = document.createEvent('UIEvent') as uiEvents.UIEvent;
    ui.initUIEvent('x', false, true, null, 7);
    expect(ui).toMatchObject({ detail: 7, cancelable: true });
    const composition = document.createEvent('CompositionEvent') as uiEvents.CompositionEvent;
    composition.initCompositionEvent('y', false, false, null, 'data');
    expect(composition.data).toBe('data');
  });

  it('changes nothing while the event is dispatched', () => {
    const event = new uiEvents.UIEvent('a', { detail: 1 });
    document.addEventListener('a', () => event.initUIEvent('b', true, true, null, 2), {
      once: true,
    });
    document.dispatchEvent(event);
    expect(event).toMatchObject({ type: 'a', detail: 1 });
  });
});

describe('NodeIterator', () => {
  it('has a place before or after a node, and keeps it when nodes go', () => {
    const { document } = createWindow('<p>1<b>2</b><i>3</i></p>');
    const p = document.querySelector('p')!;
    const iterator = document.createNodeIterator(p, NodeFilter.SHOW_ELEMENT);
    expect(Object.prototype.toString.call(iterator)).toBe('[object NodeIterator]');
    expect([iterator.nextNode()?.nodeName, iterator.nextNode()?.nodeName]).toEqual(['P', 'B']);
    expect([iterator.referenceNode.nodeName, iterator.pointerBeforeReferenceNode]).toEqual([
      'B',
      false,
    ]);
    p.querySelector('b')!.remove();
    expect(iterator.referenceNode.nodeName).toBe('#text');
    expect(iterator.nextNode()?.nodeName).toBe('I');
    expect(iterator.nextNode()).toBeNull();
    expect(iterator.previousNode()?.nodeName).toBe('I');
    expect(iterator.pointerBeforeReferenceNode).toBe(true);
    p.textContent = '';
    expect(iterator.referenceNode).toBe(p);
    iterator.detach();
  });

  it('rejects what its filter says, and does not run it in itself', () => {
    const { document } = createWindow('<p>1<b>2</b><i>3</i></p>');
    const seen: string[] = [];
    const iterator = document.createNodeIterator(document.body!, NodeFilter.SHOW_TEXT, (node) => {
      seen.push((node as { data?: string }).data ?? '');
      return seen.length % 2 === 0;
    });
    expect(iterator.nextNode()?.nodeValue).toBe('2');
    expect(seen).toEqual(['1', '2']);
    const nested = document.createNodeIterator(document.body!, NodeFilter.SHOW_ALL, () => {
      nested.nextNode();
      return true;
    });
    expect(() => nested.nextNode()).toThrow('running already');
  });
});
