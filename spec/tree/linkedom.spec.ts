/**
 * What this tree leans on in linkedom, which is nobody's promise: a new version that breaks it must
 * fail here and not in an app.
 */
import { describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { TuiEventTarget } from '../../runtime/tree/event-target.js';
import {
  END,
  LinkedComment,
  LinkedDocument,
  LinkedElement,
  LinkedFragment,
  LinkedText,
  NEXT,
  PREV,
  START,
  VALUE,
} from '../../runtime/tree/linkedom.js';
import { empty } from './elements.js';

const require = createRequire(import.meta.url);

describe('linkedom', () => {
  it('is the version that was measured', () => {
    expect((require('linkedom/package.json') as { version: string }).version).toBe('0.18.14');
  });

  it('links its nodes through symbols of these names', () => {
    for (const [symbol, name] of [
      [NEXT, 'next'],
      [PREV, 'prev'],
      [END, 'end'],
      [START, 'start'],
      [VALUE, 'value'],
    ] as const) {
      expect((symbol as symbol).description).toBe(name);
    }
  });

  it('stores a document as one list', () => {
    const document = empty();
    const b = document.createElement('b');
    const text = document.createTextNode('x');
    b.append(text);
    type Node = Record<symbol, unknown>;
    const node = b as unknown as Node;
    expect(node[NEXT]).toBe(text);
    expect((text as unknown as Node)[PREV]).toBe(b);
    expect((text as unknown as Node)[NEXT]).toBe(node[END]);
    expect((node[END] as Node)[START]).toBe(b);
    expect((node[END] as Node)[PREV]).toBe(text);
    expect((text as unknown as Node)[VALUE]).toBe('x');
  });

  it('has real classes behind its facades, and our event target below them', () => {
    for (const real of [LinkedElement, LinkedText, LinkedComment, LinkedFragment, LinkedDocument]) {
      expect(real.prototype).toBeInstanceOf(TuiEventTarget);
    }
  });

  it('does not reach the outside through its own members', () => {
    const document = empty();
    const b = document.createElement('b');
    b.append('x');
    expect(b.baseURI).toBeNull();
    expect((document as unknown as { doctype: unknown }).doctype).toBeNull();
    expect(JSON.stringify(b)).toBe('"<b>x</b>"');
    expect(String(b)).toBe('<b>x</b>');
    expect(String(b.firstChild)).toBe('x');
  });
});
