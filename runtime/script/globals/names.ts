/** The names that look global to scripts and handlers. */
import { ABSENT_GLOBALS } from '../../dom/window/missing.js';
import { LIVE_NAMES } from './live-names.js';
import { classNames, WINDOW_NAMES, type Window } from '../../dom/window/window.js';

/** What exists only with a window, which most apps do without. */
const OF_WINDOW: readonly string[] = [
  ...WINDOW_NAMES,
  'location',
  'history',
  'navigator',
  'screen',
  'matchMedia',
  'getSelection',
  'devicePixelRatio',
  'getComputedStyle',
  'customElements',
  'CSS',
  'DOMParser',
  'XMLSerializer',
  'FormData',
  'alert',
  'confirm',
  'prompt',
  ...LIVE_NAMES,
];
/** Methods of the window; those of elements are behind a dot. */
const METHODS = ['addEventListener', 'removeEventListener', 'dispatchEvent'];
const SCROLLING = ['scroll', 'scrollTo', 'scrollBy'];
const NEEDS_WINDOW = new RegExp(
  `(?<![\\w$.])(?:${[...METHODS, ...SCROLLING].join('|')})(?=\\s*\\()|\\b(?:${OF_WINDOW.join('|')}|HTML\\w*Element|SVGElement|MathMLElement|ShadowRoot)\\b`,
  'g',
);

/** Of versions of Node that have them: an app has one set of names on all of them. */
const ABSENT = new RegExp(`\\b(?:${[...ABSENT_GLOBALS].join('|')})\\b`, 'g');

/** Globals that come with an element: it is loaded for a script that has one of them. */
const ELEMENT_GLOBALS: Readonly<Record<string, string>> = {
  Path2D: 'canvas',
  ImageData: 'canvas',
  CanvasRenderingContext2D: 'canvas',
  CanvasGradient: 'canvas',
  CanvasPattern: 'canvas',
};
const OF_ELEMENTS = new RegExp(
  `(?<![\\w$.])(?:${Object.keys(ELEMENT_GLOBALS).join('|')})(?![\\w$])`,
  'g',
);

/** All names that look global to code, beside those of Node. */
export function scriptNames(): readonly string[] {
  const elements = Object.keys(ELEMENT_GLOBALS);
  return [
    ...Object.keys(classNames()),
    ...OF_WINDOW,
    ...METHODS,
    ...SCROLLING,
    ...elements,
    ...SERVICES,
  ];
}

/** Names of the runtime's own services. */
const SERVICES = [
  'document',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'require',
  'ResizeObserver',
];

export interface NameSources {
  readonly view: () => Window;
  /** The globals of an element, by its tag. */
  readonly globalsOf: (tag: string) => Readonly<Record<string, unknown>>;
}

export class ScriptNames {
  readonly #services: Readonly<Record<string, unknown>>;
  #own: Readonly<Record<string, unknown>> | undefined;
  readonly #sources: NameSources;

  /** @param own timers, `console`, `$tui` and the like, by name */
  constructor(own: Readonly<Record<string, unknown>>, sources: NameSources) {
    this.#services = own;
    this.#sources = sources;
  }

  /** Those that a code may use, with their values. */
  for(code: string): Readonly<Record<string, unknown>> {
    const found = new Set(code.match(NEEDS_WINDOW));
    const absent = (code.match(ABSENT) ?? []).filter((name) => name in globalThis);
    const ofElements = new Set(code.match(OF_ELEMENTS));
    const own = (this.#own ??= { ...classNames(), ...this.#services });
    if (found.size + absent.length + ofElements.size === 0) return own;
    const all: Record<string, unknown> = { ...own };
    for (const name of absent) all[name] = undefined;
    for (const name of ofElements) {
      all[name] ??= this.#sources.globalsOf(ELEMENT_GLOBALS[name]!)[name];
    }
    if (found.size === 0) return all;
    const view = this.#sources.view();
    for (const name of found) {
      if (METHODS.includes(name)) all[name] = (view[name] as () => unknown).bind(view);
      else if (Object.hasOwn(view, name)) all[name] = view[name];
    }
    return all;
  }
}
