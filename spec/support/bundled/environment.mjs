/**
 * The environment of specs: the worker's process itself. In a context for each spec file, jest and everything that
 * specs use would be evaluated again, and reads of global variables are slow. See test-runner.mjs.
 */
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import * as chromiumOfWorker from '../chromium-process.mjs';
import guards from '../guards.cjs';
import { skipForPrograms } from '../skipped-specs.mjs';

/** Before jest replaces them, for each spec file. */
const { console } = globalThis;
const { exit, getBuiltinModule } = process;

/**
 * What fake timers replace functions of: global variables alone. Given `globalThis`, they would replace those of Node's
 * module `timers` and `process.nextTick` as well, which packages and Node itself depend on.
 */
const ofSpecs = new Proxy(globalThis, {
  get: (target, key) => (key === 'process' ? Object.create(process) : Reflect.get(target, key)),
});

export default class WorkerEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern;
  handleTestEvent = skipForPrograms;
  /** True for a spec file that states, in its first comment, why it needs `@fresh-sources`. */
  hasFreshSources;

  constructor({ projectConfig }, { docblockPragmas }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: ofSpecs });
    this.hasFreshSources = 'fresh-sources' in docblockPragmas;
  }

  async setup() {
    // jest would load Node's modules in a context.
    process.getBuiltinModule = getBuiltinModule;
    Object.assign(globalThis, { chromiumOfWorker, guards });
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    Object.assign(globalThis, { console });
    Object.assign(process, { exit });
  }

  /** jest requires this method. */
  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
}
