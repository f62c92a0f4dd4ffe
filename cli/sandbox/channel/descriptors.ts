/** File descriptors of the runner beside the standard ones. */

/** Requests, answers, notices and streams. */
export const CHANNEL_FD = 3;
/** Requests that block the runner until they are answered. */
export const SYNC_FD = 4;
/** Where bubblewrap writes the runner's process ID; closed in the runner. */
export const INFO_FD = 5;
