/** File descriptors of the runner beside the standard ones. */

/** Requests, answers, notices and streams. */
export const CHANNEL_FD = 3;
/** Requests that block the runner until they are answered. */
export const SYNC_FD = 4;
/** Compiled code of the runner, for reading; empty where there is none. Closed before anything of the app runs. */
export const CODE_FD = 5;
/** Where bubblewrap writes the runner's process ID; closed in the runner. */
export const INFO_FD = 6;
