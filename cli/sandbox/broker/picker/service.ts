/**
 * Files for the app that its user chooses: in a dialog that the launcher draws on its terminal, once for each key or click of the
 * user of that terminal. The app gets names and bytes, and no path.
 */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isAcceptEntry } from '../../../../runtime/base/file-types.js';
import type { Answer, IncomingRequest } from '../../channel/channel.js';
import type { ChosenValue } from '../../channel/payloads.js';
import { isRecord } from '../../channel/protocol.js';
import { realPathOf, type PathVariables } from '../../policy/grants/paths.js';
import { guardedFolders } from '../../policy/resolve.js';
import type { Permissions } from '../../policy/types.js';
import { ChosenFiles, coded, MAX_CHOSEN, MAX_OPEN, RefusedChoice } from './chosen-files.js';
import { FileDialog, type Choice, type DialogEnd } from './dialog.js';
import { factsOf, readFolder, targetOf } from './folder.js';
import { Forbidden, type ForbiddenInputs } from './forbidden.js';

const MAX_LABEL = 200;
const MAX_ACCEPT = 64;

export interface PickerInputs {
  readonly permissions: Permissions;
  readonly variables: PathVariables;
  readonly env: NodeJS.ProcessEnv;
  /** Name of the app for its user. */
  readonly app?: string | undefined;
  /** Of a live app. */
  readonly terminal?: PickerTerminal | undefined;
  /** Milliseconds of a clock that does not jump; default: the system's. */
  readonly now?: (() => number) | undefined;
}

/** The terminal of the user who chooses. */
export interface PickerTerminal {
  /** True once for each key or click of its own user, where that was the last input of all: no client's, and nothing of the app's. */
  takeOwnGesture(): boolean;
  /** Shows a dialog in place of the app, until it ends. @throws Error with code `no-terminal` */
  showDialog(dialog: FileDialog): Promise<DialogEnd>;
}

export class FilePicker {
  readonly #files = new ChosenFiles();
  #dialog: FileDialog | undefined;
  /** Where the last dialog was; of this run only. */
  #folder: string | undefined;
  #forbidden: Forbidden | undefined;
  #isClosed = false;

  readonly #inputs: PickerInputs;

  constructor(inputs: PickerInputs) {
    this.#inputs = inputs;
  }

  /** Answers with what the user has chosen; null: nothing. */
  async choose({ payload, signal }: Pick<IncomingRequest, 'payload' | 'signal'>): Promise<Answer> {
    const { multiple, accept, label } = readPayload(payload);
    const { terminal, variables, app = 'this app' } = this.#inputs;
    if (terminal === undefined) {
      throw coded('no-terminal', 'files are chosen on a terminal, and the app has none');
    }
    if (this.#dialog !== undefined || this.#isClosed) {
      throw coded('busy', 'the user is choosing files already');
    }
    if (!terminal.takeOwnGesture()) {
      throw coded(
        'no-gesture',
        'files can be chosen once for each key press or click of the user of the terminal',
      );
    }
    const forbidden = (this.#forbidden ??= new Forbidden(forbiddenOf(this.#inputs)));
    const { everything } = forbidden;
    if (everything !== undefined)
      throw coded('not-permitted', `no file can be chosen: ${everything}`);
    const room = MAX_OPEN - this.#files.count;
    if (room <= 0) throw coded('too-many', `the app has ${MAX_OPEN} chosen files open already`);
    const chosen: ChosenValue['files'][number][] = [];
    let isOver = false;
    const dialog = new FileDialog({
      app,
      label,
      multiple,
      accept,
      folder: this.#folder ?? variables.cwd,
      home: variables.home,
      max: Math.min(room, MAX_CHOSEN),
      ports: {
        read: readFolder,
        facts: factsOf,
        isFolder: async (path) => (await stat(path).catch(() => undefined))?.isDirectory() === true,
        why: (path) => {
          const real = realPathOf(path, '/');
          return real === undefined ? undefined : forbidden.whyPath(real);
        },
        target: targetOf,
        open: async (choices) => {
          for (const choice of choices) {
            const file = await this.#open(choice, forbidden, chosen);
            // The user has closed the dialog while it was opened.
            if (isOver) return this.#files.release([file.id]);
            chosen.push(file);
          }
        },
        now: this.#inputs.now ?? ((): number => performance.now()),
      },
    });
    this.#dialog = dialog;
    const cancel = (): void => dialog.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    let end: DialogEnd = 'cancelled';
    try {
      end = await terminal.showDialog(dialog);
    } finally {
      isOver = true;
      signal.removeEventListener('abort', cancel);
      this.#dialog = undefined;
      if (end !== 'chosen' || signal.aborted || this.#isClosed) {
        this.#files.release(chosen.map(({ id }) => id));
      }
    }
    this.#folder = dialog.folder;
    if (end !== 'chosen') return { value: null };
    return { value: { files: chosen } satisfies ChosenValue };
  }

  /** One that cannot be opened takes back those before it. */
  async #open(
    { path, real }: Choice,
    forbidden: Forbidden,
    before: ChosenValue['files'][number][],
  ): Promise<ChosenValue['files'][number]> {
    try {
      return await this.#files.open(path, forbidden, real);
    } catch (error) {
      this.#files.release(before.splice(0).map(({ id }) => id));
      const reason = error instanceof RefusedChoice ? error.message : 'it cannot be read';
      throw new Error(`${basename(path)}: ${reason}`, { cause: error });
    }
  }

  /** Answers with the bytes of a range. */
  read({ payload }: Pick<IncomingRequest, 'payload'>): Answer {
    return { body: this.#files.read(payload) };
  }

  release(payload: unknown): void {
    this.#files.release(payload);
  }

  close(): void {
    this.#isClosed = true;
    this.#dialog?.cancel();
    this.#files.close();
  }
}

function forbiddenOf({ permissions, variables, env }: PickerInputs): ForbiddenInputs {
  return { permissions, guarded: guardedFolders(variables, env) };
}

function readPayload(payload: unknown): {
  readonly multiple: boolean;
  readonly accept: readonly string[];
  readonly label: string;
} {
  const { multiple, accept, label } = isRecord(payload) ? payload : {};
  const isList =
    Array.isArray(accept) &&
    accept.length <= MAX_ACCEPT &&
    accept.every((entry) => typeof entry === 'string' && isAcceptEntry(entry));
  if (typeof multiple !== 'boolean' || !isList || typeof label !== 'string') {
    throw new TypeError('expected what is to be chosen: multiple, accept and label');
  }
  return { multiple, accept: accept as string[], label: label.slice(0, MAX_LABEL) };
}
