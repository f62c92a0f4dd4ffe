/** `$tui.confirm`, `$tui.prompt` and `$tui.choose`: questions to the user as calls. */
import { checkKind, checkOptions } from '../../base/check-options.js';
import { didYouMean } from '../../base/diagnostics.js';
import type {
  Ask,
  ChooseOption,
  ChooseOptions,
  ConfirmOptions,
  PromptOptions,
} from '../../element/calls/questions.js';

const TYPES = ['text', 'password', 'number', 'search', 'email', 'url', 'tel'] as const;

export interface Calls {
  confirm(text: string, options?: ConfirmOptions): Promise<boolean>;
  prompt(text: string, options?: PromptOptions): Promise<string | null>;
  choose<T = string>(
    text: string,
    options: readonly ((T & string) | ChooseOption<T>)[],
    settings?: ChooseOptions<T>,
  ): Promise<T | null>;
}

export function createCalls(ask: Ask): Calls {
  return {
    confirm: async (text, options = {}) => {
      checkKind('$tui.confirm', 'text', text, 'string');
      checkOptions<ConfirmOptions>('$tui.confirm', options, {
        ok: 'string',
        cancel: 'string',
        danger: 'boolean',
      });
      return (await ask({ kind: 'confirm', text, options: { ...options } })) as boolean;
    },
    prompt: async (text, options = {}) => {
      checkKind('$tui.prompt', 'text', text, 'string');
      checkOptions<PromptOptions>('$tui.prompt', options, {
        value: 'string',
        type: 'string',
        validate: 'function',
      });
      checkType(options.type);
      return (await ask({ kind: 'prompt', text, options: { ...options } })) as string | null;
    },
    choose: async <T>(
      text: string,
      choices: readonly ((T & string) | ChooseOption<T>)[],
      settings: ChooseOptions<T> = {},
    ) => {
      checkKind('$tui.choose', 'text', text, 'string');
      checkKind('$tui.choose', 'options', choices, 'array');
      checkKind('$tui.choose', 'settings', settings, 'object');
      const read = choices.map((choice, index) => readChoice(choice, index));
      if (!read.some(({ disabled }) => !disabled)) {
        throw new RangeError('$tui.choose: expected at least one option that can be chosen');
      }
      const question = { kind: 'choose', text, choices: read, options: { ...settings } } as const;
      return (await ask(question)) as T | null;
    },
  };
}

function checkType(type: unknown): void {
  if (type === undefined || TYPES.some((each) => each === type)) return;
  const hint = didYouMean(String(type), TYPES) ?? `expected one of ${TYPES.join(', ')}`;
  throw new RangeError(`$tui.prompt: ${JSON.stringify(type)} is not a type of field; ${hint}`);
}

function readChoice(choice: unknown, index: number): Required<ChooseOption<unknown>> {
  if (typeof choice === 'string') return { value: choice, label: choice, disabled: false };
  const call = '$tui.choose';
  const name = `option ${index + 1}`;
  checkKind(call, name, choice, ['string', 'object']);
  // The value may be anything.
  checkOptions<ChooseOption>(
    `${call}: ${name}`,
    { ...(choice as object), value: undefined },
    { value: 'string', label: 'string', disabled: 'boolean' },
  );
  const { value, label, disabled = false } = choice as Partial<ChooseOption<unknown>>;
  if (!Object.hasOwn(choice as object, 'value')) {
    throw new TypeError(`${call}: ${name}: expected an object with "value"`);
  }
  return { value, label: label ?? String(value), disabled };
}
