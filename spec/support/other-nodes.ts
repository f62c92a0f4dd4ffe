/** What `.ci/other-nodes` leaves out of a spec file that it runs: nothing of it depends on the version of Node. */
import { describe, it } from '@jest/globals';

/** Set by that script. */
const isOtherNode = (process.env['TUI_SPEC_OTHER_NODE'] ?? '') !== '';

export const describeOnce: typeof describe | typeof describe.skip = isOtherNode
  ? describe.skip
  : describe;

export const itOnce: typeof it | typeof it.skip = isOtherNode ? it.skip : it;
