/**
 * Runs specs out of the bundle. Each spec file evaluates its modules afresh in a context of its own, as
 * jest does everywhere; what the worker keeps is the compiled code, which contexts share.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Script, constants } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import * as yoga from 'yoga-layout/load';
import * as chromiumOfWorker from '../chromium-process.mjs';
import guards from '../guards.cjs';
import { BUILT_INS } from './built-ins.mjs';
import { bundleVariable } from './bundle-variable.mjs';
import { stackFormatter } from './stacks.mjs';
import { skipForPrograms } from '../skipped-specs.mjs';

/** What this process has compiled, by the file's variable: a worker serves several projects. */
const compiled = new Map();

function compile(variable) {
  const file = process.env[variable];
  const known = compiled.get(variable);
  if (known?.file === file) return known;
  const script = new Script(readFileSync(file, 'utf8'), {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  compiled.set(variable, { file, script });
  return { file, script };
}

export default class BundledEnvironment extends TestEnvironment {
  #yoga;
  #variable;

  constructor(config, context) {
    super(config, context);
    this.#variable = bundleVariable(config.projectConfig);
  }

  handleTestEvent = skipForPrograms;

  async setup() {
    await super.setup();
    // The module 'yoga-layout' awaits this at its top level, so that it cannot be required.
    this.#yoga = { ...yoga, ...(await yoga.loadYoga()) };
    this.global.chromiumOfWorker = chromiumOfWorker;
    this.global.guards = guards;
    this.global.runBundledSpec = (spec, require) => {
      const { file, script } = compile(this.#variable);
      const module = { exports: {} };
      const load = (name) => (name === '#yoga' ? this.#yoga : require(name));
      const evaluate = script.runInContext(this.getVmContext());
      const builtIns = BUILT_INS.map((name) => this.global[name]);
      this.global.Error.prepareStackTrace = stackFormatter(file);
      evaluate(module.exports, load, module, file, dirname(file), ...builtIns);
      module.exports[spec]();
    };
  }
}
