/** File descriptors of the runner beside the standard ones. */

/** Requests, answers, notices and streams. */
export const CHANNEL_FD = 3;
/** Requests that block the runner until they are answered. */
export const SYNC_FD = 4;
/** Where bubblewrap writes the runner's process ID; closed in the runner, as are the next ones. */
export const INFO_FD = 5;
/** Where bubblewrap reads its arguments. */
export const ARGUMENTS_FD = 6;
/** The first of what bubblewrap mounts. */
export const MOUNTS_FD = 7;
