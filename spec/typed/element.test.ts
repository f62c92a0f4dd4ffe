/** Elements of one's own: a class in a registry, for apps and for tests. */
import { describe, expect, it } from '@jest/globals';
import {
  createApp,
  createRegistry,
  elements,
  MemoryTerminal,
  registry as standard,
  TuiElement,
  TuiEvent,
  type AttributeTable,
  type AttributeValues,
  type ElementClass,
  type EventTable,
  type Registry,
} from 'tui-runtime';
import { createMount } from 'tui-runtime/testing';

class Badge extends TuiElement {
  static override readonly tag: string = 'my-badge';
  static override readonly description: string = 'A text with a level.';
  static override readonly attributes = {
    level: { type: 'string', enum: ['info', 'alarm'], default: 'info', description: 'Level.' },
    count: { type: 'integer', minimum: 0, default: 0, description: 'How many.' },
  } as const satisfies AttributeTable;
  static override readonly events = {
    raise: { description: 'The count has grown.', fields: { count: 'The new one.' } },
  } as const satisfies EventTable;
  declare count: number;
  declare level: AttributeValues<typeof Badge.attributes>['level'];

  raise(): void {
    this.count += 1;
    this.textContent = `${this.count} (${this.level})`;
    this.dispatchEvent(new TuiEvent('raise', { bubbles: true }));
  }
}

const registry: Registry = createRegistry([...elements, Badge]);
const mount = createMount(registry);

describe('an element of one’s own', () => {
  it('is made by markup, with its attributes as properties', () => {
    const app = createApp('<my-badge level="alarm" count="2">two</my-badge>', {
      registry,
      output: new MemoryTerminal(20, 1),
      env: {},
    });
    const badge = app.document.querySelector('my-badge');
    if (!(badge instanceof Badge)) throw new Error('another class');
    const level: 'info' | 'alarm' = badge.level;
    expect([level, badge.count]).toEqual(['alarm', 2]);
    expect(app.frame().cells).toBeGreaterThan(0);
  });

  it('is used and shown in a test', async () => {
    const app = await mount('<my-badge>none</my-badge>', { width: 20, height: 1 });
    const badge = app.document.querySelector('my-badge') as Badge;
    const seen: string[] = [];
    app.document.addEventListener('raise', ({ type }) => void seen.push(type));
    badge.raise();
    await app.waitFor(() => expect(app.text()).toBe('1 (info)'));
    expect(seen).toEqual(['raise']);
    expect(app).toMatchScreen('badge');
  });

  it('has its errors reported', () => {
    expect(() => createApp('<my-badge count="-1"/>', { registry })).toThrow(/count/);
    expect(standard.get('my-badge')).toBeUndefined();
    const found: ElementClass | undefined = registry.get('my-badge');
    expect(found).toBe(Badge);
    expect(() => createRegistry([Badge, Badge])).toThrow('<my-badge> is registered twice');
  });
});

/** Compiled, never called. */
export function wrong(badge: Badge): void {
  // @ts-expect-error: a count is a number.
  badge.count = 'two';
  // @ts-expect-error: a level is one of two.
  badge.level = 'warning';
  // @ts-expect-error: a class of no element.
  createRegistry([Date]);
  // @ts-expect-error: there is no such type.
  const attributes: AttributeTable = { a: { type: 'list', description: 'A.' } };
  void attributes;
}
