/** `getComputedStyle`: the style that an element has, as CSS text; live and read-only. */
import { kebabCase } from '../../markup/names.js';
import { fail, ownerOf, type TreeNode } from '../tree/tree-node.js';

export interface ComputedStyleDeclaration {
  readonly length: number;
  readonly cssText: string;
  item(index: number): string;
  getPropertyValue(name: string): string;
  getPropertyPriority(name: string): string;
  setProperty(name: string, value: string): never;
  removeProperty(name: string): never;
  readonly [property: string]: unknown;
}

export function computedStyle(element: TreeNode): ComputedStyleDeclaration {
  const { host } = ownerOf(element);
  const read = (name: string): string => {
    host.flush();
    return host.computedText(element, kebabCase(name)) ?? '';
  };
  const refuse = (): never => fail('NoModificationAllowedError', 'a computed style is read-only');
  const members = {
    get length(): number {
      return host.properties.length;
    },
    cssText: '',
    item: (index: number) => host.properties[Number(index)] ?? '',
    getPropertyValue: (name: string) => read(String(name)),
    getPropertyPriority: () => '',
    setProperty: refuse,
    removeProperty: refuse,
    [Symbol.iterator]: () => host.properties.values(),
    [Symbol.toStringTag]: 'CSSStyleDeclaration',
  };
  return new Proxy(members, {
    get(target, key) {
      if (typeof key === 'symbol' || Object.hasOwn(target, key)) {
        return Reflect.get(target, key) as unknown;
      }
      if (/^\d+$/.test(key)) return host.properties[Number(key)];
      return read(key === 'cssFloat' ? 'float' : key);
    },
    set: refuse,
    has: (target, key) =>
      Reflect.has(target, key) ||
      (typeof key === 'string' && host.properties.includes(kebabCase(key))),
  });
}
