/** Random changes against a model of plain arrays: the tree, its links, ids and flags must agree. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TuiElement, TuiNode } from '../../runtime/element/tui-element.js';
import { empty } from '../support/elements.js';
import { propertyRuns } from '../support/property-runs.js';

interface Model {
  readonly name: string;
  parent: Model | null;
  children: Model[];
  id: string;
}

const SIZE = 8;

function isInside(node: Model | null, ancestor: Model): boolean {
  for (let each = node; each !== null; each = each.parent) if (each === ancestor) return true;
  return false;
}

function detach(node: Model): void {
  if (node.parent !== null)
    node.parent.children = node.parent.children.filter((each) => each !== node);
  node.parent = null;
}

function put(parent: Model, node: Model, before: Model | null): void {
  if (before === node) {
    const siblings = parent.children;
    before = siblings[siblings.indexOf(node) + 1] ?? null;
  }
  detach(node);
  const at = before === null ? parent.children.length : parent.children.indexOf(before);
  parent.children.splice(at, 0, node);
  node.parent = parent;
}

function markupOf(node: Model): string {
  const id = node.id === '' ? '' : ` id="${node.id}"`;
  return `<${node.name}${id}>${node.children.map(markupOf).join('')}</${node.name}>`;
}

const index = fc.nat(SIZE - 1);
const step = fc.oneof(
  fc.record({ kind: fc.constant('append' as const), a: index, b: index }),
  fc.record({ kind: fc.constant('before' as const), a: index, b: index }),
  fc.record({ kind: fc.constant('replace' as const), a: index, b: index }),
  fc.record({ kind: fc.constant('remove' as const), a: index, b: index }),
  fc.record({ kind: fc.constant('empty' as const), a: index, b: index }),
  fc.record({ kind: fc.constant('id' as const), a: index, b: index }),
);

it('agrees with the model after every step', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const document = empty();
      const nodes: TuiElement[] = [document.body];
      const models: Model[] = [{ name: 'tui', parent: null, children: [], id: '' }];
      for (let i = 1; i < SIZE; i++) {
        nodes.push(document.createElement(`n${i}`));
        models.push({ name: `n${i}`, parent: null, children: [], id: '' });
      }
      // A mirror kept from the records alone: what a stage knows must be what there is.
      const mirror = new Map<TuiNode, TuiNode[]>();
      document.observe(
        (record) => {
          if (record.type !== 'childList') return;
          const list = (mirror.get(record.target) ?? []).filter(
            (node) => !record.removedNodes.includes(node),
          );
          const at = record.nextSibling === null ? list.length : list.indexOf(record.nextSibling);
          expect(list[at - 1] ?? null).toBe(record.previousSibling);
          list.splice(at, 0, ...record.addedNodes);
          mirror.set(record.target, list);
        },
        { detached: true },
      );
      for (const { kind, a, b } of steps) {
        const [node, other] = [nodes[a]!, nodes[b]!];
        const [model, otherModel] = [models[a]!, models[b]!];
        const mayMove = a !== 0 && !isInside(otherModel, model);
        if (kind === 'append' && mayMove) {
          other.append(node);
          put(otherModel, model, null);
        } else if (kind === 'before' && b !== 0 && mayMove && otherModel.parent !== null) {
          other.before(node);
          put(otherModel.parent, model, otherModel);
        } else if (kind === 'replace' && b !== 0 && mayMove && otherModel.parent !== null) {
          other.replaceWith(node);
          put(otherModel.parent, model, otherModel);
          detach(otherModel);
        } else if (kind === 'remove' && a !== 0) {
          node.remove();
          detach(model);
        } else if (kind === 'empty') {
          node.replaceChildren();
          for (const child of [...model.children]) detach(child);
        } else if (kind === 'id') {
          model.id = `i${b % 3}`;
          node.id = model.id;
        }
        check();
      }

      function check(): void {
        models.forEach((model, at) => {
          const node = nodes[at]!;
          expect(node.outerHTML).toBe(markupOf(model));
          expect([...node.childNodes]).toEqual(mirror.get(node) ?? []);
          expect(node.isConnected).toBe(isInside(model, models[0]!));
          expect(node.parentElement).toBe(
            model.parent === null ? null : nodes[models.indexOf(model.parent)],
          );
          expect(node.nextSibling).toBe(sibling(model, 1));
          expect(node.previousSibling).toBe(sibling(model, -1));
        });
        for (const id of ['i0', 'i1', 'i2']) {
          expect(document.getElementById(id)).toBe(document.querySelector(`#${id}`));
        }
      }

      function sibling(model: Model, by: number): TuiElement | null {
        const siblings = model.parent?.children ?? [];
        const found = siblings[siblings.indexOf(model) + by];
        return model.parent === null || found === undefined ? null : nodes[models.indexOf(found)]!;
      }
    }),
    { numRuns: propertyRuns(40) },
  );
});
