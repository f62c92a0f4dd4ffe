/**
 * Runs specs out of the bundle. Each spec file evaluates its modules afresh in a context of its own, as
 * jest does everywhere; what the worker keeps is the compiled code, which contexts share.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Script, constants } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import * as yoga from 'yoga-layout/load';

/** The script that this process compiled last, by its file. */
let compiled = { file: '', script: new Script('') };

function compile(file) {
  if (compiled.file === file) return compiled.script;
  const script = new Script(readFileSync(file, 'utf8'), {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  compiled = { file, script };
  return script;
}

export default class BundledEnvironment extends TestEnvironment {
  #yoga;

  async setup() {
    await super.setup();
    // The module 'yoga-layout' awaits this at its top level, so that it cannot be required.
    this.#yoga = { ...yoga, ...(await yoga.loadYoga()) };
    this.global.runBundledSpec = (spec, require) => {
      const file = process.env['TUI_SPEC_BUNDLE'];
      const module = { exports: {} };
      const load = (name) => this.#load(name, require, module);
      const evaluate = compile(file).runInContext(this.getVmContext());
      evaluate(module.exports, load, module, file, dirname(file));
      module.exports[spec]();
    };
  }

  /** What a bundled module requires from outside of the bundle. */
  #load(name, require, { exports: bundled }) {
    if (name === 'yoga-layout') return this.#yoga;
    if (name !== 'node:module') return require(name);
    const module = require('node:module');
    const createRequire = (from) => {
      const own = module.createRequire(from);
      return Object.assign((id) => (Object.hasOwn(bundled, id) ? bundled[id]() : own(id)), own);
    };
    return { ...module, createRequire };
  }
}
