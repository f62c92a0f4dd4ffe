/** Settings that the user changes in the dock: for this run, and in files when saved. */
import { setAsUser } from '../../config/config.js';
import {
  MASK,
  type AppKey,
  type Config,
  type ConfigOrigin,
  type ConfigProperty,
  type ConfigSource,
} from '../../config/index.js';
import { readValue } from '../../config/declared.js';
import { unsetInFile } from '../../config/files/change.js';
import { appRefusal } from '../../config/layers/set-by.js';
import { explain } from '../../config/texts/explain.js';
import type { SettingReport } from '../../runtime/devtools/report.js';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';

export type SettingControl =
  | { readonly kind: 'switch' }
  | { readonly kind: 'select'; readonly options: readonly string[] }
  | { readonly kind: 'slider'; readonly min: number; readonly max: number; readonly step: number }
  | { readonly kind: 'number' | 'text' }
  /** Shown, and changed elsewhere: secrets, and what is not a single value. */
  | { readonly kind: 'fixed' };

export interface Setting {
  readonly key: string;
  readonly category: string;
  readonly isOfApp: boolean;
  readonly control: SettingControl;
  /** Empty where it is unset. */
  readonly value: string;
  /** Layer, and where in it. */
  readonly origin: string;
  /** The user has changed it in this run, and not saved it. */
  readonly isChanged: boolean;
  /** A script of the app has set it for this run. */
  readonly isOfScript: boolean;
  /** A file of the user's sets it. */
  readonly isSaved: boolean;
}

export type Override = readonly [key: string, value: unknown];

export interface SettingsPorts {
  readonly config: Config;
  /**
   * What the user has changed for this run; all of it, each time.
   *
   * @param touched keys that the user has changed or reset just now
   */
  onOverrides(overrides: readonly Override[], touched: readonly string[]): void;
  /** Files have changed. */
  onSaved(): void;
}

/** Place of a value that a script has set. */
const BY_SCRIPT = 'by a script';
/** A key of tui with more values than this has a field: a slider of some cells would leave most of them out. */
const MAX_STEPS = 10_000;

export class DockSettings {
  /** What scripts have set since, by key. It is shown; it counts nowhere in the launcher, and is not saved. */
  #scripts: ReadonlyMap<string, unknown> = new Map();

  readonly #ports: SettingsPorts;

  constructor(ports: SettingsPorts) {
    this.#ports = ports;
  }

  /** A report of the app's process, which may be hostile: what a script may not set is left out. */
  setByScripts(reports: readonly SettingReport[]): void {
    const { config } = this.#ports;
    const entries = reports.flatMap(({ key, value }) => {
      const declared = config.declared(key);
      if (declared === undefined) return [];
      if (value === undefined) return config.isSecret(key) ? [[key, MASK] as const] : [];
      const read = readValue(declared, value);
      const isPossible = read.ok && appRefusal(key, read.value, 'set') === undefined;
      return isPossible ? [[key, read.value] as const] : [];
    });
    this.#scripts = new Map(entries);
  }

  /** The app's own keys first. */
  list(): Setting[] {
    const { config } = this.#ports;
    const own = config
      .getAppKeys()
      .map((app) => this.#setting(app.key, 'This app', controlOfApp(app)));
    const schema = Object.entries(config.getSchema()).map(([key, property]) =>
      this.#setting(key, property.category, controlOf(property)),
    );
    return [...own, ...schema];
  }

  /** @param text as the control has it. Returns why it is not taken. */
  change(key: string, text: string): string | undefined {
    const { config } = this.#ports;
    const control = this.list().find((setting) => setting.key === key)?.control.kind;
    const value =
      control === 'switch'
        ? text === 'true'
        : control === 'slider' || control === 'number'
          ? numberOf(text)
          : text;
    const refusal = attempt(() => setAsUser(config, key, value));
    if (refusal === undefined) this.#touched(key);
    return refusal;
  }

  /** Keeps everything that was changed. Returns what was done, or throws a DiagnosticError. */
  save(): string {
    const { config, onSaved, onOverrides } = this.#ports;
    for (const key of this.#scripts.keys()) setAsUser(config, key, undefined);
    const changed = this.list().filter(({ isChanged }) => isChanged);
    if (changed.length === 0) {
      if (this.#scripts.size > 0) return 'Nothing to save: only scripts changed settings';
      return 'Nothing has changed';
    }
    const own = changed.filter(({ isOfApp }) => isOfApp);
    if (own.length > 0) {
      if (!config.keepsAppKeys)
        throw new Error('settings of this app cannot be kept: it is not a file');
      config.saveAppKeys(new Map(own.map(({ key }) => [key, config.getValue(key)])));
    }
    if (own.length < changed.length) config.save();
    onOverrides(this.#overrides(), []);
    onSaved();
    return changed.length === 1 ? `Saved ${changed[0]!.key}` : `Saved ${changed.length} settings`;
  }

  /** Takes back what was changed, else what was saved. Returns what was done. */
  reset(key: string): string {
    const { config, onSaved } = this.#ports;
    const setting = this.list().find((each) => each.key === key);
    if (setting?.isChanged === true || setting?.isOfScript === true) {
      setAsUser(config, key, undefined);
      this.#touched(key);
      return `${key} is reset`;
    }
    if (setting?.isSaved !== true) return `${key} was not changed`;
    if (setting.isOfApp) config.saveAppKeys(new Map([[key, undefined]]));
    else {
      config.refuseWithoutFile();
      unsetInFile(config.configPath, key);
      config.reload();
    }
    onSaved();
    return `${key} is not saved any more`;
  }

  /** As `tui config explain` prints it. */
  explain(key: string): string {
    const { config } = this.#ports;
    if (!this.#scripts.has(key)) return explain(key, { config });
    return explain(key, { config, runtime: { value: this.#scripts.get(key), place: BY_SCRIPT } });
  }

  /** The user's value counts, or none. */
  #touched(key: string): void {
    this.#scripts = new Map([...this.#scripts].filter(([each]) => each !== key));
    this.#ports.onOverrides(this.#overrides(), [key]);
  }

  #overrides(): Override[] {
    const { config } = this.#ports;
    return this.list()
      .filter(({ isChanged }) => isChanged)
      .map(({ key }) => [key, config.getValue(key)] as const);
  }

  #setting(key: string, category: string, control: SettingControl): Setting {
    const scripts = this.#scripts;
    const { config } = this.#ports;
    const isOfScript = scripts.has(key);
    const value = isOfScript ? scripts.get(key) : config.getValue(key);
    const isSecret = config.isSecret(key, value);
    const layers = config.layersOf(key);
    const sets = (layer: ConfigSource): boolean =>
      layers.some(({ source, entry }) => source === layer && entry !== undefined);
    return {
      key,
      category,
      isOfApp: config.declared(key)?.app === true,
      control: isSecret ? { kind: 'fixed' } : control,
      value: value === undefined ? '' : isSecret ? MASK : textOf(value),
      origin: isOfScript ? `runtime ${BY_SCRIPT}` : originText(config.getOrigin(key)),
      isChanged: sets('runtime') && !isOfScript,
      isOfScript,
      isSaved: sets('file'),
    };
  }
}

function originText(origin: ConfigOrigin | undefined): string {
  if (origin === undefined) return 'unset';
  const { source, place } = origin;
  return source === 'default' || place === source ? source : `${source} ${place}`;
}

/** Returns the words of what it throws. */
export function attempt(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return error.diagnostics
        .map(({ message, suggestion }) =>
          suggestion === undefined ? message : `${message} (${suggestion})`,
        )
        .join('; ');
    }
    return error instanceof Error ? error.message : String(error);
  }
}

function controlOf(property: ConfigProperty): SettingControl {
  const { type, minimum, maximum, multipleOf } = property;
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'object' || property.secret === true) return { kind: 'fixed' };
  // A theme may be a file, too: the list has those that come with tui.
  if (property.enum !== undefined) return { kind: 'select', options: property.enum };
  if (type === 'string') return { kind: 'text' };
  if (minimum === undefined || maximum === undefined) return { kind: 'number' };
  const step = multipleOf ?? (type === 'integer' ? 1 : 0);
  const isLarge = maximum - minimum > MAX_STEPS * (step === 0 ? 1 : step);
  return isLarge ? { kind: 'number' } : { kind: 'slider', min: minimum, max: maximum, step };
}

function controlOfApp({ type, slider, min = 0, max = 0, step }: AppKey): SettingControl {
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'string') return { kind: 'text' };
  if (!slider) return { kind: 'number' };
  return { kind: 'slider', min, max, step: step ?? (type === 'integer' ? 1 : 0) };
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Text that is not a number stays as it is, and is refused by the key's declaration. */
function numberOf(text: string): unknown {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}
