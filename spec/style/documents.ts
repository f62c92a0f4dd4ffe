/** Small documents for the specs of the style engine, and an engine that hears of their changes. */
import { createPropertyTable, type Affects } from '../../runtime/style/properties/properties.js';
import { StyleEngine } from '../../runtime/style/engine.js';
import type { Theme } from '../../runtime/style/themes/themes.js';
import { loadDocument } from '../../runtime/element/loading/load.js';
import {
  TuiElement,
  type AttributeTable,
  type StyleTable,
  type TuiDocument,
} from '../../runtime/element/tui-element.js';
import { createRegistry } from '../../runtime/element/registry.js';

class Container extends TuiElement {
  static override readonly tag: string = 'container';
  static override readonly attributes = {
    disabled: { type: 'boolean', default: false, description: 'Off.' },
    showValues: { type: 'boolean', default: false, description: 'Values.' },
  } as const satisfies AttributeTable;
}

class Row extends Container {
  static override readonly tag = 'row';
}

class Gauge extends TuiElement {
  static override readonly tag = 'gauge';
  static override readonly content = 'none';
  static override readonly styles = {
    textAlign: {
      type: 'string',
      enum: ['left', 'right'],
      default: 'left',
      inherited: true,
      affects: 'layout',
      description: 'Where text stands.',
    },
    ink: { type: 'color', default: 'var(--accent)', description: 'Colour of the bar.' },
  } as const satisfies StyleTable;
}

const registry = createRegistry([Container, Row, Gauge]);
export const table = createPropertyTable(registry.classes);

export interface Styled {
  readonly document: TuiDocument;
  readonly engine: StyleEngine;
  /** Flushes; what changed by element, in the order it was told. */
  flush(): Map<TuiElement, Affects>;
  find(selector: string): TuiElement;
}

/** A document without faults, styled; `flush` was not called yet. */
export function styled(markup: string, theme?: Theme): Styled {
  const { document } = loadDocument({ file: 'app.tui', text: markup }, registry);
  const engine = new StyleEngine({ document, table, theme });
  document.observe((record) => {
    engine.invalidate(record);
  });
  return {
    document,
    engine,
    flush() {
      const changes = new Map<TuiElement, Affects>();
      engine.flush((element, affects) => {
        if (changes.has(element)) throw new Error(`${element.localName} was told twice`);
        changes.set(element, affects);
      });
      return changes;
    },
    find(selector) {
      const found = document.querySelector(selector);
      if (found === null) throw new Error(`there is no ${selector}`);
      return found;
    },
  };
}

/** Every element in document order, the root first. */
export function elementsOf(document: TuiDocument): TuiElement[] {
  const found: TuiElement[] = [];
  const stack: TuiElement[] = [document.documentElement];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    found.push(element);
    const children: TuiElement[] = [];
    for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling) {
      children.push(child);
    }
    stack.push(...children.reverse());
  }
  return found;
}
