/**
 * The configuration: five layers, one schema, and an origin for every value.
 *
 * A Config is made from explicit inputs and reads nothing else but the user's file; the process's own
 * environment, folder and home come in at one door, the singleton's (`Config.init`, `Config.get`).
 */
import { nameClass } from '../runtime/base/class-name.js';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { late } from '../runtime/base/late.js';
import { readFlags } from './layers/cli-layer.js';
import { isRead, mismatch } from './effect.js';
import { checkKind } from '../runtime/base/check-options.js';
import { checkInputs, homeFolder, type ConfigInputs, type LayerState } from './layers/inputs.js';
import {
  ANY_APP,
  bindingIn,
  bindingKey,
  bindingPath,
  BINDINGS,
  mergeBindings,
  type BindingPath,
} from './bindings.js';
import { bindingDeclared, freeze, messageOf, readValue, type Declared } from './declared.js';
import { readEnvironment } from './layers/env-layer.js';
import { readAppFile } from './layers/app-file.js';
import { configPathIn, readFileLayer, type FileLayer } from './layers/file-layer.js';
import { TypedGetters } from './getters.generated.js';
import {
  DECLARED,
  EMPTY_LAYER,
  failUnknown,
  suggestKey,
  type Entry,
  type Excerpt,
  type Layer,
} from './layers/layer.js';
import {
  EMPTY_POLICY,
  readPolicyText,
  readPolicyValues,
  type PolicyLayer,
  type PolicyText,
} from './layers/policy-layer.js';
import {
  changeData,
  environmentData,
  fileLayerOf,
  layerData,
  layerOf,
  type ConfigState,
  type FileData,
  type StateOptions,
} from './transfer.js';
import { Listeners } from './listeners.js';
import { ConfigPermissionError, fail, type ConfigDiagnostic } from './diagnostics.js';
import { PROPERTIES } from './schema.js';
import { SCHEMA } from './schema.generated.js';
import { isSecretSetting } from './texts/secrets.js';
import { appRefusal, wholePath, type AppAction } from './layers/set-by.js';
import type {
  AppKey,
  ConfigApi,
  ConfigLog,
  ConfigOrigin,
  ConfigProperty,
  ConfigReader,
  ConfigSource,
  KeyBindings,
} from './types.js';

const printing = late(() => require('./texts/print.js') as typeof import('./texts/print.js'));
const saving = late(() => require('./files/save.js') as typeof import('./files/save.js'));
const watching = late(() => require('./files/watch.js') as typeof import('./files/watch.js'));

/** Highest first; the order of the specification, with `runtime` above it. */
const RANKS: readonly ConfigSource[] = ['runtime', 'cli', 'env', 'file', 'policy', 'default'];
/** An app's own keys: never from flags, and from no file but the one that the user has saved for the app. */
const APP_RANKS: readonly ConfigSource[] = ['runtime', 'env', 'file', 'policy', 'default'];

/** Sets a key for the user, whatever apps may set; undefined takes that back. Scripts cannot reach it. */
export let setAsUser: (config: Config, key: string, value: unknown) => void;

/** Calls back whenever a value is set for this run or taken back; the values need not differ. Scripts cannot reach it. */
export let watchSet: (config: Config, callback: () => void) => void;

/** Passes on what listeners of scripts throw: a change by the user has no caller who could handle it. */
export let catchListeners: (config: Config, handler: (error: unknown) => void) => void;

export class Config extends TypedGetters implements ConfigApi {
  static {
    nameClass(this, 'Config');
  }

  static #instance: Config | undefined;

  /**
   * Starts the singleton. Omitted inputs are those of the process. Called again, it starts over. Values that do not fit
   * their keys leave the default: `Config.get().diagnostics` lists them.
   *
   * @throws TypeError for an input that is none, or of another type
   */
  static init(inputs: Partial<ConfigInputs> = {}): void {
    checkInputs(inputs);
    const whole: ConfigInputs = {
      ...inputs,
      env: inputs.env ?? process.env,
      cwd: inputs.cwd ?? process.cwd(),
      home: inputs.home ?? homeFolder(),
    };
    // In place, so that holders of the singleton see the new values.
    if (Config.#instance === undefined) Config.#instance = new Config(whole);
    else Config.#instance.#load(whole);
  }

  /** The singleton; starts with the process's environment and no policy where `init` was not called. */
  static get(): Config {
    if (Config.#instance === undefined) Config.init();
    return Config.#instance!;
  }

  static get instance(): Config {
    return Config.get();
  }

  /** Forgets the singleton, for tests. */
  static reset(): void {
    Config.#instance = undefined;
  }

  static {
    setAsUser = (config, key, value) =>
      config.#changing(() => config.#setChecked(key, value, false));
    watchSet = (config, callback) => (config.#onSet = callback);
    catchListeners = (config, handler) => (config.#listeners.onError = handler);
  }

  #inputs!: ConfigInputs;
  #configPath = '';
  #policy: PolicyLayer = EMPTY_POLICY;
  #file: FileLayer = { ...EMPTY_LAYER, exists: false };
  /** What the user has saved for the app's own keys. */
  #appFile: Layer = EMPTY_LAYER;
  #env: Layer = EMPTY_LAYER;
  #cli: Layer = EMPTY_LAYER;
  #flags: Readonly<Record<string, unknown>> = {};
  #runtime = new Map<string, Entry>();
  #onSet: (() => void) | undefined;
  #log: ConfigLog | undefined;
  readonly #warned = new Set<string>();
  readonly #listeners = new Listeners({
    keys: () => [...DECLARED.keys(), ...this.#policy.appKeys.keys()],
    valueOf: (key) => this.getValue(key),
  });

  constructor(inputs: ConfigInputs) {
    super();
    this.#load(inputs);
  }

  #load(inputs: ConfigInputs): void {
    this.#changing(() => this.#readAll(inputs));
  }

  #readAll(inputs: ConfigInputs): void {
    this.#inputs = inputs;
    const { state } = inputs;
    this.#configPath =
      state?.configPath ?? inputs.configPath ?? configPathIn(inputs.env, inputs.home);
    this.#runtime = new Map();
    this.#file = state === undefined ? this.#readFile() : fileLayerOf(state.file);
    this.#flags = inputs.cliFlags ?? {};
    this.#cli = state === undefined ? readFlags(this.#flags) : layerOf(state.cli);
    if (inputs.policy !== undefined) this.applyPolicy(inputs.policy);
    else this.applyPolicyConfig(inputs.policyConfig, inputs.configSchema);
  }

  #readFile(): FileLayer {
    return this.#inputs.withoutFile === true
      ? { ...EMPTY_LAYER, exists: false }
      : readFileLayer(this.#configPath);
  }

  /**
   * Reads the user's file again, and returns its errors. Keys with errors keep their previous values; all keys do if
   * the file cannot be read.
   */
  reload(): readonly ConfigDiagnostic[] {
    const { layer, broken } = watching().keepLast(this.#readFile(), this.#file);
    this.#changing(() => {
      this.#file = layer;
      this.#appFile = this.#readAppFile();
    });
    return broken;
  }

  #readAppFile(): Layer {
    const { appConfigPath: path } = this.#inputs;
    return path === undefined ? EMPTY_LAYER : readAppFile(path, this.#policy.declared);
  }

  /** Follows the user's file, and calls back after each change of it; returns a function that ends that. */
  watch(onRead: (diagnostics: readonly ConfigDiagnostic[]) => void = () => undefined): () => void {
    if (this.#inputs.withoutFile === true) return () => undefined;
    return watching().watchConfigFile(this.#configPath, () => onRead(this.reload()));
  }

  /** The user's file for another process. */
  fileState(): FileData {
    return {
      exists: this.#file.exists,
      entries: layerData(this.#file),
      app: layerData(this.#appFile),
    };
  }

  /** The user's file as another process has read it. */
  applyFile(file: FileData): void {
    this.#changing(() => {
      this.#file = fileLayerOf(file);
      if (file.app !== undefined) this.#appFile = layerOf(file.app);
    });
  }

  /** Adds flags to those of the start; the later value of a key counts, and undefined takes it back. */
  applyCliFlags(flags: Readonly<Record<string, unknown>>): void {
    checkKind('applyCliFlags', 'flags', flags, 'object');
    this.#flags = { ...this.#flags, ...flags };
    this.#changing(() => (this.#cli = readFlags(this.#flags)));
  }

  /** Replaces the policy layer by values that were parsed already; they have no place but "policy". */
  applyPolicyConfig(
    policyConfig?: Readonly<Record<string, unknown>>,
    configSchema?: Readonly<Record<string, unknown>>,
  ): void {
    for (const [name, value] of Object.entries({ policyConfig, configSchema })) {
      if (value !== undefined) checkKind('applyPolicyConfig', name, value, 'object');
    }
    const { cwd, policyFile } = this.#inputs;
    const folder = policyFile === undefined ? undefined : dirname(resolve(cwd, policyFile));
    this.#setPolicy({ ...readPolicyValues({ config: policyConfig, configSchema }), folder });
  }

  /** Replaces the policy layer by a policy block; its values keep their file, line and column. */
  applyPolicy(policy: PolicyText): void {
    const { cwd, restrictPolicy: isRestricted = false } = this.#inputs;
    this.#setPolicy(readPolicyText(policy, { cwd, isRestricted }));
  }

  #setPolicy(policy: PolicyLayer): void {
    this.#changing(() => {
      this.#policy = policy;
      const { env, state } = this.#inputs;
      this.#env =
        state === undefined
          ? readEnvironment(env, policy.declared, this.#inputs.mayRead)
          : layerOf(state.env);
      this.#appFile = state === undefined ? this.#readAppFile() : layerOf(state.file.app ?? []);
    });
  }

  /** Everything that is wrong with the layers, lowest layer first. The values concerned do not count. */
  get diagnostics(): readonly ConfigDiagnostic[] {
    return [this.#policy, this.#file, this.#appFile, this.#env, this.#cli].flatMap(
      (layer) => layer.diagnostics,
    );
  }

  /**
   * Errors that must stop a call: values that do not fit a key that it reads, and everything that is wrong with
   * the app's own keys. Not a file that cannot be read at all: it is left out as a layer.
   *
   * @param reader the call; default: any
   */
  blocking(reader?: ConfigReader): readonly ConfigDiagnostic[] {
    return this.diagnostics.filter(
      ({ severity, layer, key }) =>
        severity === 'error' &&
        (layer !== 'file' || key !== undefined) &&
        (key === undefined || isRead(key, reader)),
    );
  }

  /** The layers for another process (`ConfigInputs.state`). */
  state(options: StateOptions): ConfigState {
    return {
      configPath: this.#configPath,
      home: this.#home,
      file: this.fileState(),
      env: environmentData(this.#env, options),
      cli: layerData(this.#cli),
    };
  }

  /** The user's file. */
  get configPath(): string {
    return this.#configPath;
  }

  /** As of the last reading. */
  get configExists(): boolean {
    return this.#file.exists;
  }

  /** @throws DiagnosticError where the user's file is not to be written in this call */
  refuseWithoutFile(): void {
    if (this.#inputs.withoutFile !== true) return;
    fail(
      'no-config',
      'this call runs without the configuration file; nothing was saved',
      'run it without --no-config',
    );
  }

  /** Every layer's state for a key, highest first. */
  layersOf(key: string): LayerState[] {
    const binding = this.#bindingOf(key);
    const whole = binding === undefined ? key : BINDINGS;
    return this.#ranksOf(key).map((source) => ({
      source,
      entry: this.#entryIn(source, key, binding),
      diagnostic: this.diagnostics.find((p) => p.layer === source && p.key === whole),
    }));
  }

  #ranksOf(key: string): readonly ConfigSource[] {
    return DECLARED.has(key) || this.#bindingOf(key) !== undefined ? RANKS : APP_RANKS;
  }

  /** What `keys.APP.COMMAND` names; that of every app where no layer has one for this app. */
  #bindingOf(key: string): BindingPath | undefined {
    const path = this.#policy.declared.has(key) ? undefined : bindingPath(key);
    if (path?.command === undefined || path.app === ANY_APP) return path;
    const isOwn = RANKS.some((source) => this.#bindingIn(source, path) !== undefined);
    return isOwn ? path : { ...path, app: ANY_APP };
  }

  #bindingIn(source: ConfigSource, path: BindingPath): Entry | undefined {
    const entry = this.#entryIn(source, BINDINGS, undefined);
    const value = entry && bindingIn(entry.value, path);
    if (entry === undefined || value === undefined) return undefined;
    return { value, source, place: entry.places?.[bindingKey(path)] ?? entry.place };
  }

  #entryIn(source: ConfigSource, key: string, binding: BindingPath | undefined): Entry | undefined {
    if (binding !== undefined) return this.#bindingIn(source, binding);
    if (source === 'default') {
      const value = this.declared(key)?.default;
      if (value === undefined) return undefined;
      const place = DECLARED.has(key) ? 'schema' : 'configSchema';
      return { value, source, place };
    }
    if (source === 'file' && !DECLARED.has(key)) return this.#appFile.entries.get(key);
    return this.#layer(source).get(key);
  }

  #layer(source: Exclude<ConfigSource, 'default'>): ReadonlyMap<string, Entry> {
    switch (source) {
      case 'runtime':
        return this.#runtime;
      case 'cli':
        return this.#cli.entries;
      case 'env':
        return this.#env.entries;
      case 'file':
        return this.#file.entries;
      case 'policy':
        return this.#policy.entries;
    }
  }

  #entry(key: string): Entry | undefined {
    const binding = this.#bindingOf(key);
    const entries: Entry[] = [];
    for (const source of this.#ranksOf(key)) {
      const entry = this.#entryIn(source, key, binding);
      if (entry !== undefined && key !== BINDINGS) return entry;
      if (entry !== undefined) entries.push(entry);
    }
    return mergedEntry(entries);
  }

  /** The declaration of a key, the schema's or the app's; undefined for an app's undeclared keys. */
  declared(key: string): Declared | undefined {
    const own = DECLARED.get(key) ?? this.#policy.declared.get(key);
    return own ?? (bindingPath(key) === undefined ? undefined : bindingDeclared(key));
  }

  /** Whether the value is never shown: declared so, or a key of the app's that is named like a secret. */
  isSecret(key: string, value: unknown = this.getValue(key)): boolean {
    const declared = this.declared(key);
    if (declared?.app === false) return declared.secret;
    return declared?.secret === true || isSecretSetting(key, value);
  }

  getValue(key: string): unknown {
    return this.#entry(key)?.value;
  }

  getString(key: string): string | undefined;
  getString(key: string, fallback: string): string;
  getString(key: string, fallback?: string): string | undefined {
    return this.#typed(key, 'string', fallback);
  }

  getBoolean(key: string): boolean | undefined;
  getBoolean(key: string, fallback: boolean): boolean;
  getBoolean(key: string, fallback?: boolean): boolean | undefined {
    return this.#typed(key, 'boolean', fallback);
  }

  getNumber(key: string): number | undefined;
  getNumber(key: string, fallback: number): number;
  getNumber(key: string, fallback?: number): number | undefined {
    return this.#typed(key, 'number', fallback);
  }

  #typed(key: string, type: 'string', fallback?: string): string | undefined;
  #typed(key: string, type: 'boolean', fallback?: boolean): boolean | undefined;
  #typed(key: string, type: 'number', fallback?: number): number | undefined;
  #typed(key: string, type: 'string' | 'boolean' | 'number', fallback?: unknown): unknown {
    const entry = this.#entry(key);
    if (entry === undefined) return fallback;
    if (typeof entry.value === type) return entry.value;
    const { message, suggestion } = mismatch(key, type, entry, this.isSecret(key));
    if (fallback === undefined) return fail('bad-type', message, suggestion);
    this.#warn(`${message}; the default is used (${suggestion})`);
    return fallback;
  }

  /** Once for each message: a getter may be called in every frame. */
  #warn(message: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    if (this.#log !== undefined) this.#log.warn(message);
    else process.emitWarning(message, 'ConfigWarning');
  }

  /**
   * While an app runs: warnings and `printConfig` go to its log, as the terminal shows its frames. Returns a
   * function that ends that.
   */
  logTo(log: ConfigLog): () => void {
    const before = this.#log;
    this.#log = log;
    return () => {
      if (this.#log === log) this.#log = before;
    };
  }

  hasKey(key: string): boolean {
    return this.#entry(key) !== undefined;
  }

  getSource(key: string): ConfigSource | undefined {
    return this.#entry(key)?.source;
  }

  getOrigin(key: string): ConfigOrigin | undefined {
    const entry = this.#entry(key);
    return entry && { source: entry.source, place: entry.place };
  }

  /** The value in its file, with secrets masked, for a diagnostic; undefined where it is in none. */
  excerptOf(key: string): Excerpt | undefined {
    return this.#entry(key)?.excerpt?.();
  }

  getPath(key: string): string | undefined {
    const entry = this.#entry(key);
    const property = PROPERTIES.get(key);
    const isPath =
      property?.format === 'path' || (entry?.source !== undefined && !DECLARED.has(key));
    if (!isPath)
      fail('bad-type', `${key} does not hold a path`, suggestKey(key) ?? 'read it with getValue');
    const value = this.#typed(key, 'string');
    // Set to nothing, by a higher layer perhaps: no path, and not the folder it would count from.
    if (entry === undefined || value === undefined || value === '') return undefined;
    // The name of a theme.
    if (property?.enum?.includes(value) === true) return undefined;
    return wholePath(value, this.#folderOf(entry.source), this.#home);
  }

  get #home(): string {
    return this.#inputs.state?.home ?? this.#inputs.home;
  }

  /** What a relative path counts from: the file that sets it, else the working folder. */
  #folderOf(source: ConfigSource): string {
    const { cwd } = this.#inputs;
    if (source === 'file') return dirname(resolve(cwd, this.#configPath));
    if (source === 'policy') return this.#policy.folder ?? cwd;
    return cwd;
  }

  getSchema(): Readonly<Record<string, ConfigProperty>> {
    return freeze<Readonly<Record<string, ConfigProperty>>>(SCHEMA);
  }

  getKeys(): string[] {
    return [...PROPERTIES.keys()];
  }

  getAppKeys(): readonly AppKey[] {
    return [...this.#policy.appKeys.values()];
  }

  /** Keys that have a value without any declaration: custom values of the policy's `config`. */
  getCustomKeys(): string[] {
    return [...this.#policy.entries.keys()].filter((key) => this.declared(key) === undefined);
  }

  /** Variables that the app's own keys name: they have to reach the app's process. */
  getAppVariables(): string[] {
    return [...new Set(this.getAppKeys().flatMap(({ env }) => (env === undefined ? [] : [env])))];
  }

  set(key: string, value: unknown): void {
    this.#changing(() => this.#set(key, value));
  }

  #set(key: string, value: unknown): void {
    this.#setChecked(key, value, true);
  }

  #setChecked(key: string, value: unknown, isByApp: boolean): void {
    if (value === undefined) this.#runtime.delete(key);
    else {
      const checked = this.#check(key, value);
      if (isByApp) this.#refuse(key, checked, 'set');
      this.#runtime.set(key, { value: checked, source: 'runtime', place: 'runtime' });
    }
    this.#onSet?.();
  }

  onChange(listener: (keys: readonly string[]) => void): () => void {
    return this.#listeners.add(listener);
  }

  #changing<T>(change: () => T): T {
    return this.#listeners.changing(change);
  }

  /** Throws where an app may not do it. */
  #refuse(key: string, value: unknown, action: AppAction): void {
    if (this.#inputs.restrictCaller !== true) return;
    const refusal = appRefusal(key, value, action);
    if (refusal !== undefined) fail(refusal.code, refusal.message, refusal.suggestion);
  }

  #check(key: string, value: unknown): unknown {
    const declared = this.declared(key);
    if (declared === undefined) failUnknown(key, this.#policy.appKeys.keys(), this.getCustomKeys());
    const checked = readValue(declared, value);
    return checked.ok
      ? checked.value
      : fail('bad-value', messageOf(key, checked), checked.suggestion);
  }

  save(overrides: Readonly<Record<string, unknown>> = {}): number {
    const { changesOf, saveChanges, valuesToSave } = saving();
    const valuesToWrite = valuesToSave(overrides, this.#runtime, {
      appKeys: this.#policy.appKeys,
      check: (key, value) => {
        const checked = value === undefined ? undefined : this.#check(key, value);
        this.#refuse(key, checked, 'save');
        return checked;
      },
    });
    const folders = { cwd: this.#inputs.cwd, home: this.#home };
    const changes = changesOf(valuesToWrite, folders, (key) => this.#policy.entries.has(key));
    const count = [...changes.values()].filter((value) => value !== undefined).length;
    if (changes.size === 0) return 0;
    const folder = dirname(this.#configPath);
    this.refuseWithoutFile();
    if (this.#inputs.allowWrite?.(folder) === false) throw new ConfigPermissionError(folder);
    const elsewhere = this.#inputs.save?.(changeData(changes));
    if (elsewhere === undefined) saveChanges(this.#configPath, changes);
    this.#changing(() => {
      this.#file = elsewhere === undefined ? this.#readFile() : fileLayerOf(elsewhere);
      for (const [key, value] of valuesToWrite) {
        // What was saved is in force from now on, also where a flag or a variable outranks the file.
        this.#runtime.delete(key);
        const isInForce = isDeepStrictEqual(this.getValue(key), changes.get(key) ?? value);
        if (value !== undefined && !isInForce) this.#set(key, value);
      }
    });
    this.#onSet?.();
    return count;
  }

  /** Whether values of the app's own keys can be kept for the user. */
  get keepsAppKeys(): boolean {
    return this.#inputs.appConfigPath !== undefined;
  }

  /**
   * Keeps values of the app's own keys for the user, or with undefined drops what is kept. Never called for an app.
   *
   * @throws DiagnosticError, ConfigPermissionError, ConfigLockedError
   */
  saveAppKeys(values: ReadonlyMap<string, unknown>): void {
    const { appConfigPath: path } = this.#inputs;
    if (path === undefined) fail('no-config', 'values of this app cannot be kept');
    const checked = [...values].map(
      ([key, value]) => [key, value === undefined ? undefined : this.#check(key, value)] as const,
    );
    saving().saveChanges(path, new Map(checked));
    this.#changing(() => {
      this.#appFile = this.#readAppFile();
      for (const [key] of checked) this.#runtime.delete(key);
    });
  }

  getConfigText(): string {
    return printing().configText(this);
  }

  printConfig(): void {
    const text = this.getConfigText();
    if (this.#inputs.output === undefined && this.#log !== undefined) this.#log.info(text);
    else (this.#inputs.output ?? process.stdout).write(text);
  }
}

/** Keys of commands count one by one: the layers that have some are one value. @param entries highest first */
function mergedEntry(entries: readonly Entry[]): Entry | undefined {
  const [first] = entries;
  const set = entries.filter(({ source }) => source !== 'default');
  if (first === undefined || set.length < 2) return first;
  let value: KeyBindings = {};
  const places: string[] = [];
  for (const entry of set) {
    const merged = mergeBindings([entry.value as KeyBindings, value]);
    if (!isDeepStrictEqual(merged, value)) places.push(entry.place);
    value = merged;
  }
  return { value, source: first.source, place: places.join(', ') };
}
