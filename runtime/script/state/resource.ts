/** `$tui.createResource`: a value that is loaded, with the state of its loading, for code that follows both. */
import { toRaw, type Reactive } from './reactive.js';
import { untracked } from './tracking.js';

/** What a function that loads a value receives. */
interface ResourceContext<T> {
  /** Aborts when `reload` is called again before the value is loaded, and when the app ends. */
  readonly signal: AbortSignal;
  /** The value that was loaded last; undefined the first time. */
  readonly value: T | undefined;
}

/** A value that is loaded. Expressions and getters of states that read it follow it. */
export interface Resource<T> {
  /** What was loaded last; it stays while another is loaded, and where that fails. Undefined until the first is loaded. It can be set. */
  value: T | undefined;
  /** What the last loading was rejected with; undefined if it succeeded. */
  readonly error: unknown;
  /** True while a value is loaded. */
  readonly loading: boolean;
  /** Loads the value again. Resolves when it is loaded or has failed; the loading before it is aborted, and its result is dropped. */
  reload(): Promise<void>;
}

export type Load<T> = (context: ResourceContext<T>) => T | PromiseLike<T>;

interface Fields {
  value: unknown;
  error: unknown;
  loading: boolean;
}

/** @param ended aborts when the app ends */
export function createResource(
  load: Load<unknown>,
  reactive: Reactive,
  ended: AbortSignal,
): Resource<unknown> {
  let current: AbortController | undefined;
  const raw: Fields = { value: undefined, error: undefined, loading: true };
  const reload = async (): Promise<void> => {
    current?.abort(new DOMException('the resource is loaded again', 'AbortError'));
    const own = new AbortController();
    current = own;
    fields.loading = true;
    const isCurrent = (): boolean => current === own && !ended.aborted;
    try {
      // What calls this first is a script that may not have got to what `load` uses.
      await Promise.resolve();
      if (!isCurrent()) return;
      const signal = AbortSignal.any([own.signal, ended]);
      const value = await untracked(() => load({ signal, value: fields.value }));
      if (!isCurrent()) return;
      fields.value = toRaw(value);
      fields.error = undefined;
    } catch (error) {
      if (isCurrent()) fields.error = error;
    } finally {
      if (isCurrent()) {
        fields.loading = false;
        current = undefined;
      }
    }
  };
  const fields = reactive.proxy(raw, { reload });
  void reload();
  return fields as unknown as Resource<unknown>;
}
