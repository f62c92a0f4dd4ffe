/** Questions of an app to its user, as data: what `$tui.confirm`, `$tui.prompt` and `$tui.choose` pass to the app. */

/** Options of `$tui.confirm`. */
export interface ConfirmOptions {
  /** Label of the button that answers true; default OK. */
  readonly ok?: string | undefined;
  /** Label of the other button; default Cancel. */
  readonly cancel?: string | undefined;
  /** Marks what cannot be undone: Enter answers Cancel then, and OK has the colour of danger. Default false. */
  readonly danger?: boolean | undefined;
}

/** Options of `$tui.prompt`. */
export interface PromptOptions {
  /** The text that the field begins with, selected. */
  readonly value?: string | undefined;
  /** Kind of field, as `type` of `<input>`; default `text`. Values that are not of the kind are not accepted. */
  readonly type?: 'text' | 'password' | 'number' | 'search' | 'email' | 'url' | 'tel' | undefined;
  /**
   * Checks what the user has entered: returns, or resolves to, the message that shows while the value is not accepted.
   * Nothing, null, true and an empty string accept it; false refuses it without a reason. What it throws, the call
   * rejects with.
   */
  readonly validate?: ((value: string) => unknown) | undefined;
}

/** An option of `$tui.choose`. */
export interface ChooseOption<T = string> {
  /** What the call resolves to. */
  readonly value: T;
  /** What shows; default: the value as text. */
  readonly label?: string | undefined;
  /** It shows, and cannot be chosen. Default false. */
  readonly disabled?: boolean | undefined;
}

/** Options of `$tui.choose`. */
export interface ChooseOptions<T = string> {
  /** Value of the option that the list begins at; default: the first that can be chosen. */
  readonly value?: T | undefined;
}

export type Question =
  | { readonly kind: 'confirm'; readonly text: string; readonly options: ConfirmOptions }
  | { readonly kind: 'prompt'; readonly text: string; readonly options: PromptOptions }
  | {
      readonly kind: 'choose';
      readonly text: string;
      readonly choices: readonly Required<ChooseOption<unknown>>[];
      readonly options: ChooseOptions<unknown>;
    };

/** Asks the user; rejects where no user can answer. */
export type Ask = (question: Question) => Promise<unknown>;
