/**
 * In CI, a spec of real processes is tried once more: a machine that stops for seconds ends one in a thousand of them.
 * The first failure is printed, the spec is named at the end of the run (retry-reporter.mjs), and what fails twice is red.
 */
const times = Number(process.env.TUI_SPEC_RETRIES ?? 0);
if (times > 0) jest.retryTimes(times, { logErrorsBeforeRetry: true });
