/** The connection to `tui mcp`, in the process that runs an app for it. See host.ts. */

/** Set by `tui mcp`. Another program that starts this command with a channel is sent nothing. */
export const HOSTED_VARIABLE = 'TUI_HOSTED';

/** Milliseconds that the app has to end when `tui mcp` has. */
const GRACE = 5000;

export function isHosted({ env, send } = process): boolean {
  return env[HOSTED_VARIABLE] === '1' && send !== undefined;
}

/** @param address of the app's server, with the token */
export function sendAddress(address: string): void {
  // Where the other end has gone, so does this process.
  process.send?.(address, undefined, undefined, () => undefined);
}

/** However `tui mcp` comes to its end, its app ends as well: by a request first, then at once. */
export function endWithHost(): void {
  const end = (): void => {
    setTimeout(() => process.exit(1), GRACE).unref();
    process.kill(process.pid, 'SIGTERM');
  };
  process.once('disconnect', end);
  if (!process.connected) end();
}
