/** `tui-runtime/dom`: a DOM without an app. */
import { describe, expect, it } from '@jest/globals';
import { createWindow, type PlainElement, type PlainWindow } from 'tui-runtime/dom';

describe('createWindow', () => {
  it('reads a page', () => {
    const window: PlainWindow = createWindow('<p class="a">One <b>two</b></p>', {
      url: 'https://example.com/#top',
    });
    const { document } = window;
    const paragraph: PlainElement | null = document.querySelector('p.a');
    expect(paragraph?.textContent).toBe('One two');
    expect(window.location.hash).toBe('#top');
  });

  it('dispatches events', () => {
    const { document, Event } = createWindow('<p>One</p>');
    const seen: string[] = [];
    document.addEventListener('own', ({ type }) => void seen.push(type));
    document.querySelector('p')?.dispatchEvent(new Event('own', { bubbles: true }));
    expect(seen).toEqual(['own']);
  });
});

/** Compiled, never called. */
export function wrong({ document, location }: PlainWindow): void {
  // @ts-expect-error: the page may have none.
  document.querySelector('table').remove();
  // @ts-expect-error: a listener is a function or an object.
  document.addEventListener('own', 5);
  // @ts-expect-error: it is a text.
  location.hash.push('a');
}
