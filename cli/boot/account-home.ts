/** The home that the system has for this user, whatever `HOME` says. */
import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/** Undefined for a user without an account. */
export function accountHome(): string | undefined {
  try {
    const { homedir } = userInfo();
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined;
  }
}
