/**
 * Shows how far a run of the specs is: in a terminal as one line that changes, elsewhere as a line now and then.
 * Failures are shown at once and in full; jest's own summary follows.
 */

/** Milliseconds between two lines where there is no terminal. */
const INTERVAL = 10_000;
/** Milliseconds after which the line of a terminal changes although no file has ended. */
const TICK = 1000;

const { stderr } = process;
const CLEAR = '\r\x1b[K';

export default class Progress {
  #start = Date.now();
  #shown = Date.now();
  #timer;
  #counts = { done: 0, all: 0, failed: 0 };

  onRunStart({ numTotalTestSuites }) {
    this.#counts = { done: 0, all: numTotalTestSuites, failed: 0 };
    this.#start = Date.now();
    if (stderr.isTTY) this.#timer = setInterval(() => this.#show(), TICK).unref();
    this.#show();
  }

  onTestResult(
    test,
    result,
    { numTotalTestSuites, numPassedTestSuites, numFailedTestSuites, numPendingTestSuites },
  ) {
    const done = numPassedTestSuites + numFailedTestSuites + numPendingTestSuites;
    this.#counts = { done, all: numTotalTestSuites, failed: numFailedTestSuites };
    const { failureMessage, console: printed } = result;
    const hasFailed = typeof failureMessage === 'string' && failureMessage !== '';
    if (hasFailed || (printed ?? []).length > 0) {
      const path = test.path.slice(test.context.config.rootDir.length + 1);
      this.#print(`${hasFailed ? 'FAIL' : 'PASS'} ${path}`);
      for (const { type, message, origin } of printed ?? []) {
        this.#print(`console.${type}: ${message}\n${origin.split('\n')[0] ?? ''}`);
      }
      if (hasFailed) this.#print(failureMessage);
    }
    if (stderr.isTTY || Date.now() - this.#shown >= INTERVAL) this.#show();
  }

  onRunComplete() {
    clearInterval(this.#timer);
    if (stderr.isTTY) stderr.write(CLEAR);
  }

  #show() {
    this.#shown = Date.now();
    const { done, all, failed } = this.#counts;
    const seconds = Math.round((Date.now() - this.#start) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const failures = failed === 0 ? '' : `, ${failed} failed`;
    const line = `${done} of ${all} spec files${failures}, ${time}`;
    stderr.write(stderr.isTTY ? `${CLEAR}${line}` : `${line}\n`);
  }

  #print(text) {
    stderr.write(`${stderr.isTTY ? CLEAR : ''}${text}\n`);
  }
}
