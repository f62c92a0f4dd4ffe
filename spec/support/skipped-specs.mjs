/** Specs that are skipped since a program is not installed: support/programs.ts has the other half. */

/**
 * For an environment's `handleTestEvent`: skips tests that ended with `MissingProgram`, and names the programs
 * in their titles, which is what reporters get of them.
 *
 * @param {import('@jest/types').Circus.Event} event
 * @param {import('@jest/types').Circus.State} state
 */
export function skipForPrograms(event, state) {
  if (event.name === 'test_done') {
    const programs = programsOf(event.test.errors[0]);
    if (programs === undefined) return;
    event.test.name += ` [needs ${programs.join(', ')}]`;
    event.test.status = 'skip';
    event.test.errors = [];
  } else if (event.name === 'hook_failure' && event.hook.type === 'afterAll') {
    // What it would clean up was never made. jest has just noted the error, which counts for the whole file.
    if (isSkipped(event.describeBlock)) state.unhandledErrors.pop();
  }
}

/** @param {import('@jest/types').Circus.DescribeBlock} block whose tests have ended */
function isSkipped({ children }) {
  return children.every((each) =>
    each.type === 'describeBlock' ? isSkipped(each) : each.status === 'skip',
  );
}

/** @param {unknown} error with the place of the test, where it is a pair */
function programsOf(error) {
  const [thrown] = Array.isArray(error) ? error : [error];
  return thrown?.name === 'MissingProgram' ? thrown.programs : undefined;
}

/** The last line of a run. */
export default class SkippedSpecs {
  /** @type {Set<string>} */
  #programs = new Set();
  #count = 0;

  onTestResult(_test, { testResults }) {
    for (const { status, title } of testResults) {
      const [, names] = /\[needs ([^\]]+)\]$/.exec(title) ?? [];
      if (status !== 'pending' || names === undefined) continue;
      this.#count++;
      for (const name of names.split(', ')) this.#programs.add(name);
    }
  }

  onRunComplete() {
    if (this.#count === 0) return;
    const programs = [...this.#programs].sort().join(', ');
    const line = `Skipped for lack of a program: ${this.#count} specs (${programs})\n`;
    // Behind jest's summary, which comes last of all reporters.
    setImmediate(() => process.stderr.write(line));
  }
}
