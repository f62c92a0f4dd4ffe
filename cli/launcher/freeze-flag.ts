/** Of Node: V8's flags cannot be changed once it has started. In a file of its own, which the entries hold. */
export const FREEZE_FLAG = '--freeze-flags-after-init';
