/** What `npm ci` and `npm pack` need of package.json and its lock, which no other spec would notice. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, { readonly default: string }>>;
}
interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** Where Node finds `name` from the package at `from`, as paths of the lock. */
function resolved(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Packages that the shipped code imports. */
function imported(): Set<string> {
  const found = new Set<string>();
  for (const text of ['runtime', 'elements', 'config', 'cli'].flatMap(sources)) {
    for (const [, name = ''] of text.matchAll(
      /(?:from|import)\s*\(?\s*'((?:@[\w-]+\/)?[a-z][\w.-]*)/g,
    )) {
      found.add(name);
    }
  }
  const common = readFileSync('runtime/base/packages.cjs', 'utf8');
  for (const [, name = ''] of common.matchAll(/require\('((?:@[\w-]+\/)?[a-z][\w-]*)/g)) {
    found.add(name);
  }
  // `#yoga` and the like: a package in the sources, a file of ours in the bundle.
  for (const { default: name } of Object.values(manifest.imports)) {
    if (!name.startsWith('.')) found.add(name);
  }
  return found;
}

describe('the lock', () => {
  // npm leaves out an optional package that the registry did not have when the lock was written, and
  // `npm ci` then refuses the lock on every machine.
  it('holds every package that another one names, the optional ones of other systems too', () => {
    const missing = Object.entries(packages).flatMap(
      ([path, { dependencies, optionalDependencies }]) =>
        Object.keys({ ...dependencies, ...optionalDependencies })
          .filter((name) => resolved(path, name) === undefined)
          .map((name) => `${name}, of ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('is of this package.json', () => {
    const root = packages[''] as Manifest;
    expect(root.dependencies).toEqual(manifest.dependencies);
    expect(root.devDependencies).toEqual(manifest.devDependencies);
  });
});

describe('the dependencies', () => {
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });

  it('are pinned', () => {
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    // Two versions of one package stand beside each other under names of their own.
    const pinned = /^(npm:[\w@/-]+@)?\d+\.\d+\.\d+$/;
    expect(versions.filter((version) => !pinned.test(version))).toEqual([]);
  });

  it('are those that the code imports, no more and no fewer', () => {
    const names = [...imported()].filter(
      (name) => !name.startsWith('node') && !(name in manifest.devDependencies),
    );
    expect(names.sort()).toEqual([...declared].sort());
  });

  it.each(declared)('%s has its line in docs/dependencies.md', (name) => {
    expect(readFileSync('docs/dependencies.md', 'utf8')).toMatch(new RegExp(`^\\| ${name} `, 'm'));
  });
});
