/** `$tui.commands`: the commands of an app, for its own scripts. */
import { didYouMean } from '../../base/diagnostics.js';
import { writeChord } from '../../base/keys/strokes.js';
import {
  commandById,
  commandsOf,
  isBusy,
  keysOf,
  runCommand,
} from '../../element/commands/commands.js';
import { COMMAND } from '../../element/internals.js';
import { hostOf } from '../../element/query.js';
import { idOf } from '../../element/tree.js';
import type { TuiDocument } from '../../element/tui-element.js';

/** A command as `$tui.commands.list()` returns it. */
interface CommandInfo {
  readonly id: string;
  readonly label: string;
  /** Its keys as the user has them, such as `ctrl+s` or `g g`. */
  readonly keys: readonly string[];
  /** Heading that it is listed under; may be empty. */
  readonly group: string;
  readonly disabled: boolean;
  /** A promise of `execute` is pending. */
  readonly busy: boolean;
  /** Lists leave it out. */
  readonly hidden: boolean;
  /** True if its keys have their effect now: the focus is where it applies, and no modal dialog is in front. */
  readonly inForce: boolean;
}

/** `$tui.commands`: what the app can do. */
export interface CommandsApi {
  /** Returns all commands of the document, in document order. */
  list(): CommandInfo[];
  /**
   * Runs the command with an id, wherever the focus is. Resolves when the promises that its listeners return are
   * settled. Rejects if no command has the id, or if the command is disabled or busy.
   */
  run(id: string): Promise<void>;
}

export function createCommandsApi(document: TuiDocument): CommandsApi {
  return Object.freeze({
    list: () => {
      const inForce = new Set(hostOf(document).commands?.inForce() ?? []);
      return commandsOf(document).flatMap((element): CommandInfo[] => {
        const command = element[COMMAND];
        if (command === undefined) return [];
        const { label, group, isDisabled: disabled, isHidden: hidden } = command;
        const keys = keysOf(element).map(writeChord);
        const busy = isBusy(element);
        const rest = { disabled, busy, hidden, inForce: inForce.has(element) };
        return [{ id: idOf(element), label, keys, group, ...rest }];
      });
    },
    run: async (id: string) => {
      const element = commandById(document, String(id));
      if (element === undefined) {
        const known = commandsOf(document).map(idOf);
        const suggestion = didYouMean(String(id), known);
        throw new RangeError(
          `$tui.commands.run: no command has the id ${JSON.stringify(String(id))}${suggestion === undefined ? '' : `; ${suggestion}`}`,
        );
      }
      const running = runCommand(element);
      if (running === undefined) {
        const state = isBusy(element) ? 'busy' : 'disabled';
        throw new Error(`$tui.commands.run: the command "${id}" is ${state}`);
      }
      await running;
    },
  });
}
