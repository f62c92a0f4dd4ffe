/** Saves settings from the sandbox: the launcher writes, and its errors are rethrown here. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Config,
  ConfigPermissionError,
  type ChangeData,
  type FileData,
} from '../../../config/index.js';
import { setAsUser, watchSet } from '../../../config/config.js';
import {
  DiagnosticError,
  type Diagnostic,
  type Source,
} from '../../../runtime/base/diagnostics.js';
import type { SettingReport, SettingValue } from '../../../runtime/devtools/report.js';
import type { Overrides, SettingsChange } from '../channel/task.js';

/** The user's settings while the app runs: the launcher reads the file and sends what it has. */
export class RunnerSettings {
  /** The user's theme, where that is a file. */
  theme: Source | undefined;
  #config: Config | undefined;
  #early: SettingsChange | undefined;
  /** The user's last values, by key. */
  #overridden: ReadonlyMap<string, unknown> = new Map();
  /** Called when a value is set or taken back for this run. */
  onSet: (() => void) | undefined;
  #onFileChange: ((messages: readonly string[]) => void) | undefined;

  start(config: Config, theme: Source | undefined): void {
    this.#config = config;
    this.theme = theme;
    watchSet(config, () => this.onSet?.());
    if (this.#early !== undefined) this.change(this.#early);
  }

  change(change: SettingsChange): void {
    if (this.#config === undefined) {
      this.#early = change;
      return;
    }
    this.theme = change.theme;
    this.#config.applyFile(change.file);
    this.#onFileChange?.(change.messages);
  }

  /** The last one who sets a key counts, the user or a script. */
  override({ values, touched }: Overrides): void {
    const config = this.#config;
    const overridden = this.#overridden;
    if (config === undefined) return;
    const now = new Map(values);
    for (const key of touched) setAsUser(config, key, now.get(key));
    // What was saved comes from the file now, unless a script has set another value since.
    for (const key of overridden.keys()) {
      if (!now.has(key) && this.#isOfUser(key)) setAsUser(config, key, undefined);
    }
    this.#overridden = now;
    this.onSet?.();
  }

  /** What scripts have set for this run, for the user to see. */
  setByScripts(): readonly SettingReport[] {
    const config = this.#config;
    if (config === undefined) return [];
    const keys = [...config.getKeys(), ...config.getAppKeys().map(({ key }) => key)];
    return keys
      .filter((key) => config.getSource(key) === 'runtime' && !this.#isOfUser(key))
      .map((key) => {
        const value = config.getValue(key);
        const isShown = isSettingValue(value) && !config.isSecret(key, value);
        return { key, value: isShown ? value : undefined };
      });
  }

  #isOfUser(key: string): boolean {
    const config = this.#config;
    const overridden = this.#overridden;
    return overridden.has(key) && isDeepStrictEqual(config?.getValue(key), overridden.get(key));
  }

  /** Calls back after each change of the file, with its errors. Returns a function that stops that. */
  onFileChange(callback: (messages: readonly string[]) => void): () => void {
    this.#onFileChange = callback;
    return () => (this.#onFileChange = undefined);
  }
}

function isSettingValue(value: unknown): value is SettingValue {
  return ['string', 'number', 'boolean'].includes(typeof value);
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
