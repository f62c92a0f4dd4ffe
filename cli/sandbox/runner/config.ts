/** Saving settings from the sandbox: the launcher writes, and its refusals are the same errors here. */
import {
  type Config,
  ConfigPermissionError,
  type ChangeData,
  type FileData,
} from '../../../config/index.js';
import { setAsUser } from '../../../config/config.js';
import { DiagnosticError, type Diagnostic, type Source } from '../../../runtime/diagnostics.js';
import type { SettingsChange } from '../channel/task.js';

/** Values by key. */
export type Overrides = readonly (readonly [key: string, value: unknown])[];

/** The user's settings while the app runs: the launcher reads the file and sends what it has. */
export class RunnerSettings {
  /** The user's theme, where that is a file. */
  theme: Source | undefined;
  #config: Config | undefined;
  #early: SettingsChange | undefined;
  #overridden: readonly string[] = [];
  #notify: ((message: string) => void) | undefined;

  start(config: Config, theme: Source | undefined): void {
    this.#config = config;
    this.theme = theme;
    if (this.#early !== undefined) this.change(this.#early);
  }

  change(change: SettingsChange): void {
    if (this.#config === undefined) {
      this.#early = change;
      return;
    }
    this.theme = change.theme;
    this.#config.applyFile(change.file);
    for (const message of change.messages) this.#notify?.(message);
  }

  /** What the user has changed in the developer tools, all of it: what is not in it any more is taken back. */
  override(overrides: Overrides): void {
    const config = this.#config;
    if (config === undefined) return;
    const now = new Map(overrides);
    for (const key of this.#overridden) if (!now.has(key)) setAsUser(config, key, undefined);
    for (const [key, value] of now) setAsUser(config, key, value);
    this.#overridden = [...now.keys()];
  }

  /** Returns a function that ends it. */
  onMessage(notify: (message: string) => void): () => void {
    this.#notify = notify;
    return () => (this.#notify = undefined);
  }
}

type Send = (changes: ChangeData) => unknown;

export function saveThrough(send: Send): (changes: ChangeData) => FileData {
  return (changes) => {
    try {
      return send(changes) as FileData;
    } catch (error) {
      const { name, details } = error as { name?: string; details?: unknown };
      if (name === 'ConfigPermissionError') {
        const { path } = details as { path: string };
        throw new ConfigPermissionError(path, error);
      }
      if (Array.isArray(details)) throw new DiagnosticError(details as Diagnostic[]);
      throw error;
    }
  };
}
