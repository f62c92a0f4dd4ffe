/** `dataset`: `data-*` attributes as properties, live both ways. */

interface DataHost {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  getAttributeNames(): string[];
}

export type Dataset = Record<string, string | undefined>;

export function dataset(host: DataHost): Dataset {
  return new Proxy(Object.create(null) as Dataset, {
    get: (_, key) =>
      typeof key === 'string' ? (host.getAttribute(attribute(key)) ?? undefined) : undefined,
    set(_, key, value) {
      if (typeof key !== 'string') return false;
      if (/-[a-z]/.test(key)) {
        throw new DOMException(`"${key}" is not a dataset name`, 'SyntaxError');
      }
      host.setAttribute(attribute(key), String(value));
      return true;
    },
    has: (_, key) => typeof key === 'string' && host.getAttribute(attribute(key)) !== null,
    deleteProperty(_, key) {
      if (typeof key === 'string') host.removeAttribute(attribute(key));
      return true;
    },
    ownKeys: () =>
      host
        .getAttributeNames()
        .filter((name) => /^data-[^A-Z]*$/.test(name))
        .map(property),
    getOwnPropertyDescriptor(_, key) {
      if (typeof key !== 'string') return undefined;
      const value = host.getAttribute(attribute(key));
      return value === null
        ? undefined
        : { value, writable: true, enumerable: true, configurable: true };
    },
  });
}

function attribute(key: string): string {
  return `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function property(name: string): string {
  return name.slice(5).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
