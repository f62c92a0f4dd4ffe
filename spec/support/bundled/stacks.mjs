/**
 * Stacks of specs, in terms of the sources. jest would read the source map of the whole bundle again for each
 * spec file that reads a stack; here a worker reads it once.
 */
import { dirname, resolve } from 'node:path';
import { sourceLines } from './source-lines.mjs';

/** The files beside this one, of which a stack shows nothing. */
const here = new URL('.', import.meta.url).href;

/** Of bundles. */
const maps = new Map();

/** @param {string} file a bundle */
function mapOf(file) {
  let map = maps.get(file);
  if (map === undefined) {
    map = sourceLines(`${file}.map`);
    maps.set(file, map);
  }
  return map;
}

/**
 * Creates what V8 calls to format a stack.
 *
 * @param {readonly string[]} bundles
 */
export function stackFormatter(bundles) {
  /** @param {NodeJS.CallSite} site */
  const inSources = (site) => {
    const text = String(site);
    const bundle = site.getFileName();
    if (!bundles.includes(bundle)) return text;
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
    const place = mapOf(bundle)(line - 1, column - 1);
    if (place === undefined) return text;
    const source = resolve(dirname(bundle), place.source);
    return text.replace(
      `${bundle}:${line}:${column}`,
      () => `${source}:${place.line + 1}:${place.column + 1}`,
    );
  };
  return (error, sites) => {
    const shown = sites.filter((site) => site.getFileName()?.startsWith(here) !== true);
    return [titleOf(error), ...shown.map((site) => `    at ${inSources(site)}`)].join('\n');
  };
}

function titleOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}
