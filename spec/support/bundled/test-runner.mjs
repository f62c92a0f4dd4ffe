/**
 * Runs a spec file by jest-circus in the worker's process. The sources, Yoga, packages and jest stay; the modules
 * of `spec/` and circus itself are evaluated for each file, and what a file changes of the process is restored.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Script, constants } from 'node:vm';
import '@jest/expect';
import circusRunner from 'jest-circus/runner';
import * as yoga from 'yoga-layout/load';
import { root } from '../cache-folder.mjs';
import { bundleVariable } from './bundle-variable.mjs';
import { cpuSeconds } from './cpu-seconds.mjs';
import { processState } from './process-state.mjs';
import { RunningTest } from './running-test.mjs';
import { stackFormatter } from './stacks.mjs';

const { default: circus } = circusRunner;
const requirePackage = createRequire(join(root, 'package.json'));

/** Compiled bundles. Those of a project replace its last ones: jest can watch. */
const scripts = new Map();
/** By their file, what was evaluated of bundles of sources. */
const evaluated = new Map();

/** @param {[string, string]} [wrapper] of a file that no bundle has */
function evaluate(file, require, [head, end] = ['', '']) {
  let script = scripts.get(file);
  if (script === undefined) {
    script = new Script(head + readFileSync(file, 'utf8') + end, {
      filename: file,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    scripts.set(file, script);
  }
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
  return module.exports;
}

async function evaluateSources(file) {
  // The module 'yoga-layout' awaits this at its top level, so that it cannot be required.
  const loaded = { ...yoga, ...(await yoga.loadYoga()) };
  const require = (name) => (name === '#yoga' ? loaded : requirePackage(name));
  const { cache, resolve } = requirePackage;
  return evaluate(file, Object.assign(require, { cache, resolve }));
}

async function sourcesOf(file, isFresh) {
  if (isFresh) return await evaluateSources(file);
  let known = evaluated.get(file);
  if (known === undefined) {
    known = await evaluateSources(file);
    evaluated.set(file, known);
  }
  return known;
}

/** Evaluates a module again, of the package jest-circus or a setup file. It is compiled once. */
function evaluateAgain(file, context) {
  const require = createRequire(file);
  const load = (name) => (name === 'node:async_hooks' ? context : require(name));
  return evaluate(file, Object.assign(load, { resolve: require.resolve }), Module.wrapper);
}

/** Has tests that run beside each other. */
const isConcurrent = (testPath) => /\.concurrent\b/.test(readFileSync(testPath, 'utf8'));

/** One line a file in the file that `TUI_SPEC_TIMES` names: CPU seconds of the worker, of programs, and seconds in all. */
function noteTimes(testPath, seconds, after, before) {
  const file = process.env.TUI_SPEC_TIMES;
  if (file === undefined || file === '') return;
  const times = [after.own - before.own, after.children - before.children, seconds];
  const columns = times.map((time) => time.toFixed(1).padStart(7));
  appendFileSync(file, `${columns.join(' ')}  ${relative(root, testPath)}\n`);
}

/**
 * @param {import('@jest/types').Config.GlobalConfig} globalConfig
 * @param {import('@jest/types').Config.ProjectConfig} projectConfig
 * @param {import('./environment.mjs').default} environment
 * @param {object} runtime jest's `Runtime` of the file
 * @param {string} testPath The function that follows would send each test to the process that reports, which waits for the file.
 */
export default async function run(globalConfig, projectConfig, environment, runtime, testPath) {
  const bundles = JSON.parse(process.env[bundleVariable(projectConfig)]);
  Error.prepareStackTrace = stackFormatter(Object.values(bundles));
  const restore = processState();
  const sources = await sourcesOf(bundles.sources, environment.hasFreshSources);
  const load = (name) => {
    if (name === '@jest/globals') return runtime.requireModuleOrMock(testPath, name);
    return sources[name]?.() ?? requirePackage(name);
  };
  const context = { AsyncLocalStorage: isConcurrent(testPath) ? AsyncLocalStorage : RunningTest };
  // What circus calls of it, in this process.
  const inProcess = Object.assign(Object.create(runtime), {
    requireInternalModule: (file) => evaluateAgain(file, context),
    requireModule(file) {
      if (file === testPath) return evaluate(bundles.specs, load)[file]();
      // A setup file: jest passes `jest` to modules, as Node does `require`.
      globalThis.jest = load('@jest/globals').jest;
      return evaluateAgain(file, context);
    },
    unstable_shouldLoadAsEsm: () => false,
  });
  const started = performance.now();
  const before = cpuSeconds();
  let result;
  let left;
  try {
    result = await circus(globalConfig, projectConfig, environment, inProcess, testPath);
  } finally {
    runtime.restoreAllMocks();
    left = restore();
    noteTimes(testPath, (performance.now() - started) / 1000, cpuSeconds(), before);
  }
  if (left.length > 0) throw new Error(`changed for the specs that follow: ${left.join(', ')}`);
  return result;
}
