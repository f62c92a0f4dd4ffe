/** A few elements for these specs, and documents made of them. */
import { expect } from '@jest/globals';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { createDocument } from '../../runtime/element/tui-document.js';
import { loadDocument } from '../../runtime/element/loading/load.js';
import {
  TuiElement,
  type AttributeTable,
  type AttributeValues,
  type MutationRecord,
  type TuiDocument,
} from '../../runtime/element/tui-element.js';
import { createRegistry } from '../../runtime/element/registry.js';
import {
  CONTENT_CHANGED,
  type PROPS,
  ATTRIBUTE_CHANGED,
  CONNECTED,
  DISCONNECTED,
} from '../../runtime/element/internals.js';

export class Container extends TuiElement {
  static override readonly tag = 'container';
  static override readonly attributes = {
    title: { type: 'string', default: '', description: 'Text in the border.' },
  } as const satisfies AttributeTable;
}

export class Label extends TuiElement {
  static override readonly tag = 'label';
  static override readonly content = 'inline';
  readonly changes: string[] = [];
  override [CONTENT_CHANGED](): void {
    this.changes.push(this.textContent ?? '');
  }
}

export class Gauge extends TuiElement {
  static override readonly tag = 'gauge';
  static override readonly content = 'none';
  static override readonly attributes = {
    value: { type: 'number', default: 0, minimum: 0, maximum: 1, description: 'Share.' },
    steps: { type: 'integer', description: 'Steps.' },
    showValues: { type: 'boolean', default: false, description: 'Show.' },
    showAxis: { type: 'boolean', default: true, description: 'Show.' },
    kind: { type: 'string', enum: ['bar', 'led'], default: 'bar', description: 'Kind.' },
    name: { type: 'string', description: 'Name.' },
    ink: { type: 'color', default: 'red', description: 'Ink.' },
    bars: {
      type: 'json',
      schema: { type: 'array', items: { type: 'array', items: { type: ['number', 'null'] } } },
      description: 'Data.',
    },
  } as const satisfies AttributeTable;
  static override readonly styles = {
    barStyle: { type: 'string', enum: ['solid', 'led'], default: 'solid', description: 'Look.' },
  } as const;
  static override readonly events = { select: { description: 'Selected.' } };
  declare readonly [PROPS]: AttributeValues<typeof Gauge.attributes>;

  readonly changes: (readonly [string, unknown])[] = [];
  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    this.changes.push([name, value]);
    super[ATTRIBUTE_CHANGED](name, value);
  }
}

class Chart extends TuiElement {
  static override readonly tag = 'chart';
  static override readonly attributes = {
    series: { type: 'json', required: true, schema: { type: 'array' }, description: 'Series.' },
  } as const;
}

/** Built-in names that HTML would treat in its own way. */
export class Button extends TuiElement {
  static override readonly tag = 'button';
  static override readonly content = 'inline';
  static override readonly attributes = {
    disabled: { type: 'boolean', default: false, description: 'Off.' },
    value: { type: 'string', description: 'Value.' },
  } as const satisfies AttributeTable;
}
export class Input extends TuiElement {
  static override readonly tag = 'input';
}
export class Select extends TuiElement {
  static override readonly tag = 'select';
}

/** Says when it enters and leaves. */
export class Probe extends TuiElement {
  static override readonly tag = 'probe';
  static log: string[] = [];
  override [CONNECTED](): void {
    Probe.log.push(`+${this.id}`);
  }
  override [DISCONNECTED](): void {
    Probe.log.push(`-${this.id}`);
  }
}

export const registry = createRegistry([
  Container,
  Label,
  Gauge,
  Chart,
  Button,
  Input,
  Select,
  Probe,
]);

export function empty(): TuiDocument {
  return createDocument(registry);
}

/** A document of this markup, which must be without an error. */
export function load(text: string): TuiDocument {
  const { document, diagnostics } = loadDocument({ file: 'a.tui', text }, registry);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(formatDiagnostic).join('\n'));
  return document;
}

/** The whole report of a document's faults. */
export function errors(text: string): string {
  return loadDocument({ file: 'a.tui', text }, registry)
    .diagnostics.map(formatDiagnostic)
    .join('\n');
}

/** The first element that matches, which must be there. */
export function one<T extends TuiElement = TuiElement>(
  document: TuiDocument | TuiElement,
  selector: string,
): T {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`nothing matches ${selector}`);
  return found as T;
}

/** Records as lines, each once it has happened. */
export function watch(document: TuiDocument, options?: { detached?: boolean }): string[] {
  const lines: string[] = [];
  document.observe((record) => lines.push(line(record)), options);
  return lines;
}

function line(record: MutationRecord): string {
  const name = (node: { nodeName: string; nodeValue: string | null } | null): string =>
    node === null ? '-' : (node.nodeValue ?? node.nodeName.toLowerCase());
  switch (record.type) {
    case 'childList': {
      const change = [
        ...record.addedNodes.map((node) => `+${name(node)}`),
        ...record.removedNodes.map((node) => `-${name(node)}`),
      ].join(' ');
      return `${name(record.target)}: ${change} (${name(record.previousSibling)} | ${name(record.nextSibling)})`;
    }
    case 'attributes':
      return `${name(record.target)}@${record.attributeName}/${record.property} was ${String(record.oldValue)}`;
    case 'characterData':
      return `${name(record.target)} was ${record.oldValue}`;
    case 'invalidate':
      return `${name(record.target)} ${record.kind}`;
    case 'state':
      return `${name(record.target)}:${record.state}`;
  }
}

/** An exception of this name, whatever it says. */
export function named(name: string): Error {
  return expect.objectContaining({ name }) as unknown as Error;
}
