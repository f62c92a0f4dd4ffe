/** Settings as the user changes them in the dock: at once for this run, and in files by saving. */
import { setAsUser } from '../../config/config.js';
import {
  explain,
  MASK,
  unsetInFile,
  type AppKey,
  type Config,
  type ConfigProperty,
} from '../../config/index.js';
import { DiagnosticError } from '../../runtime/diagnostics.js';

export type SettingControl =
  | { readonly kind: 'switch' }
  | { readonly kind: 'select'; readonly options: readonly string[] }
  | { readonly kind: 'slider'; readonly min: number; readonly max: number; readonly step: number }
  | { readonly kind: 'number' | 'text' }
  /** Shown, and changed elsewhere: secrets, and what is no single value. */
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
  /** It was changed in this run, and not saved. */
  readonly isChanged: boolean;
  /** A file of the user's sets it. */
  readonly isSaved: boolean;
}

export type Override = readonly [key: string, value: unknown];

export interface SettingsPorts {
  readonly config: Config;
  /** What the user has changed for this run; all of it, each time. */
  onOverrides(overrides: readonly Override[]): void;
  /** Files have changed. */
  onSaved(): void;
}

/** A key of tui with more values than this has a field: a slider of some cells would leave most of them out. */
const MAX_STEPS = 10_000;

export class DockSettings {
  readonly #ports: SettingsPorts;

  constructor(ports: SettingsPorts) {
    this.#ports = ports;
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
    const { config, ports } = { config: this.#ports.config, ports: this.#ports };
    const control = this.list().find((setting) => setting.key === key)?.control.kind;
    const value =
      control === 'switch'
        ? text === 'true'
        : control === 'slider' || control === 'number'
          ? numberOf(text)
          : text;
    const refusal = attempt(() => setAsUser(config, key, value));
    if (refusal === undefined) ports.onOverrides(this.#overrides());
    return refusal;
  }

  /** Keeps everything that was changed. Returns what was done, or throws a DiagnosticError. */
  save(): string {
    const { config, onSaved, onOverrides } = this.#ports;
    const changed = this.list().filter(({ isChanged }) => isChanged);
    if (changed.length === 0) return 'Nothing has changed';
    const own = changed.filter(({ isOfApp }) => isOfApp);
    if (own.length > 0) {
      if (!config.keepsAppKeys)
        throw new Error('settings of this app cannot be kept: it is not a file');
      config.saveAppKeys(new Map(own.map(({ key }) => [key, config.getValue(key)])));
    }
    if (own.length < changed.length) config.save();
    onOverrides(this.#overrides());
    onSaved();
    return changed.length === 1 ? `Saved ${changed[0]!.key}` : `Saved ${changed.length} settings`;
  }

  /** Takes back what was changed, else what was saved. Returns what was done. */
  reset(key: string): string {
    const { config, onSaved, onOverrides } = this.#ports;
    const setting = this.list().find((each) => each.key === key);
    if (setting?.isChanged === true) {
      setAsUser(config, key, undefined);
      onOverrides(this.#overrides());
      return `${key} is as it was`;
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
    return explain(key, { config: this.#ports.config });
  }

  #overrides(): Override[] {
    const { config } = this.#ports;
    return this.list()
      .filter(({ isChanged }) => isChanged)
      .map(({ key }) => [key, config.getValue(key)] as const);
  }

  #setting(key: string, category: string, control: SettingControl): Setting {
    const { config } = this.#ports;
    const value = config.getValue(key);
    const origin = config.getOrigin(key);
    const isSecret = config.isSecret(key, value);
    const place = origin?.place === origin?.source ? '' : (origin?.place ?? '');
    return {
      key,
      category,
      isOfApp: config.declared(key)?.app === true,
      control: isSecret ? { kind: 'fixed' } : control,
      value: value === undefined ? '' : isSecret ? MASK : textOf(value),
      origin: `${origin?.source ?? 'unset'}${place === '' || origin?.source === 'default' ? '' : ` ${place}`}`,
      isChanged: origin?.source === 'runtime',
      isSaved: config
        .layersOf(key)
        .some(({ source, entry }) => source === 'file' && entry !== undefined),
    };
  }
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

/** Text that is no number stays as it is, and is refused by the key's declaration. */
function numberOf(text: string): unknown {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}
