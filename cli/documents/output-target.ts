/** The file of `--output`, which is opened before the app starts and written when it has ended. */
import { resolve } from 'node:path';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { OutputFile } from './opened-file.js';

export interface OutputTarget {
  write(text: string): Promise<void>;
  /** Nothing more is written; nothing was, where the app has failed. */
  discard(): void;
}

/** Before the app starts: it could put a link in the place of the file. */
export function openOutput(path: string, cwd: string): OutputTarget {
  const fail = (error: unknown): never => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'cannot-write',
        message: `cannot be written (${code ?? message})`,
        source: { file: path, text: '' },
      },
    ]);
  };
  let output: OutputFile | undefined;
  try {
    output = OutputFile.open(resolve(cwd, path));
  } catch (error) {
    return fail(error);
  }
  return {
    write: async (text) => {
      const file = output;
      output = undefined;
      try {
        await file?.write(text.endsWith('\n') || text === '' ? text : `${text}\n`);
      } catch (error) {
        fail(error);
      }
    },
    discard: () => output?.discard(),
  };
}
