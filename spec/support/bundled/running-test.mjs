/**
 * Replaces the `AsyncLocalStorage` in which circus keeps the test that is running. Node 20 calls a hook for each promise
 * while a process has one, and for each storage that has ever been used: after a hundred spec files, a hundred calls a promise.
 * Tests run one after the other, so that a variable serves as well. What a test leaves running and fails late
 * counts for the test that runs then.
 */
export class RunningTest {
  #store;

  getStore() {
    return this.#store;
  }

  run(store, callback) {
    const before = this.#store;
    const restore = () => {
      this.#store = before;
    };
    this.#store = store;
    let result;
    try {
      result = callback();
    } finally {
      if (typeof result?.then !== 'function') restore();
    }
    return typeof result?.then === 'function' ? result.finally(restore) : result;
  }
}
