/**
 * Contrast: every example of every element, each element in it in every state that any rule asks for,
 * painted; every letter on the screen must stand out from what is behind it. So the pairs of colours
 * are those that elements use, whether a rule, a variable or a painter gave them.
 */
import { afterEach, expect, it } from '@jest/globals';
import { wcagContrast } from 'culori';
import { formatColor, isRgb, type Color } from '../../runtime/color.js';
import { elements } from '../../elements/index.js';
import { STATE_PSEUDOS } from '../../runtime/style/selectors.js';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import type { ElementClass, TuiElement } from '../../runtime/tree/element.js';
import { mount } from '../support/mount.js';

/** WCAG 2.2, 1.4.3, level AA. */
const LEAST = 4.5;
const LETTER = /[\p{L}\p{N}!-/:-@[-`{-~]/u;

afterEach(unmountAll);

/** States that rules ask for in selectors that name a tag. */
function statesOf(tag: string): string[] {
  const states = new Set<string>();
  for (const { rules } of elements as readonly ElementClass[]) {
    for (const { selector } of rules) {
      if (!new RegExp(`(^|[^\\w-])${tag}($|[^\\w-])`).test(selector)) continue;
      for (const [, name = '', argument] of selector.matchAll(/:([a-z-]+)(?:\(([a-z-]+)\))?/g)) {
        if (name === 'state' && argument !== undefined) states.add(argument);
        for (const state of STATE_PSEUDOS.get(name)?.states ?? []) states.add(state);
      }
    }
  }
  return [...states].sort();
}

/** Pairs of colours of letters that are too near to each other, with one of the letters. */
function faint(app: MountedApp): (readonly [pair: string, letter: string])[] {
  const { glyphs, styles, table } = app.app.cells;
  const found = new Map<string, string>();
  // What a modal dialog has dimmed cannot be used, and is meant to step back (WCAG 1.4.3, inactive).
  const modal = app.document.topLayer.at(-1)?.getBoundingClientRect();
  glyphs.forEach((glyph, at) => {
    const [x, y] = [at % app.width, Math.floor(at / app.width)];
    if (
      modal !== undefined &&
      (x < modal.left || x >= modal.right || y < modal.top || y >= modal.bottom)
    )
      return;
    const { fg, bg } = table.get(styles[at]!);
    // Front and back may change places: the contrast is the same.
    if (contrast(fg, bg) >= LEAST) return;
    const letter = table.text(glyph);
    if (LETTER.test(letter)) found.set(`${formatColor(fg)} on ${formatColor(bg)}`, letter);
  });
  return [...found];
}

const known = new Map<number, number>();
function contrast(fg: Color, bg: Color): number {
  const key = fg * 0x4000000 + bg;
  let value = known.get(key);
  if (value === undefined) {
    value = isRgb(fg) && isRgb(bg) ? wcagContrast(formatColor(fg), formatColor(bg)) : 0;
    known.set(key, value);
  }
  return value;
}

it('rules ask for states', () => {
  expect(statesOf('button')).toEqual(
    expect.arrayContaining(['hover', 'focus-visible', 'disabled']),
  );
});

it.each(['fullcolor-dark', 'fullcolor-std'])('letters in %s', async (theme) => {
  const found = new Map<string, string>();
  for (const elementClass of elements as readonly ElementClass[]) {
    for (const { name, size, markup } of elementClass.examples) {
      const [width, height] = size;
      const app = await mount(markup, { width, height, theme, errors: 'keep' });
      const where = `<${elementClass.tag}> "${name}"`;
      const note = (state: string): void => {
        for (const [pair, letter] of faint(app)) {
          if (!found.has(pair)) found.set(pair, `${letter} in ${where} ${state}`);
        }
      };
      note('as it is');
      for (const element of unlike(app)) {
        for (const state of statesOf(element.localName)) {
          if (element.states.has(state)) continue;
          element.addState(state);
          app.app.frame();
          note(`:${state} of ${element.localName}`);
          element.removeState(state);
        }
      }
      app.unmount();
    }
  }
  expect(Object.fromEntries(found)).toEqual({});
});

/** One element of each kind: what has the same name, place and attributes looks the same. */
function unlike(app: MountedApp): TuiElement[] {
  const seen = new Map<string, TuiElement>();
  for (const element of app.document.querySelectorAll('*')) {
    if (element.isRaw) continue;
    const names = [...element.getAttributeNames()].sort().join();
    const key = `${element.parentElement?.localName ?? ''} ${element.localName} ${names} ${element.className}`;
    if (!seen.has(key)) seen.set(key, element);
  }
  return [...seen.values()];
}
