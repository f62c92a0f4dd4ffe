/** Applies edits of the app's files, as the launcher sends them, to the running app. */
import type { DocumentParts } from '../../../runtime/element/components/parts.js';
import type { LiveApp } from '../../../runtime/app/live-app.js';
import { diagnosticsOf, unpackResult } from '../channel/sent-result.js';
import type { Edit } from '../channel/task.js';
import type { RemoteCompiler } from './compiler.js';

export class RunnerEdits {
  #live: LiveApp | undefined;
  #early: Edit[] = [];
  /** What the code of a version is waits for that of the one before. */
  #last: Promise<unknown> = Promise.resolve();

  /** The files of the version that is being read. */
  #parts: DocumentParts = [];

  readonly #compiler: RemoteCompiler;

  constructor(compiler: RemoteCompiler) {
    this.#compiler = compiler;
  }

  /** What the document is made of beside its own file. */
  get parts(): DocumentParts {
    return this.#parts;
  }
  set parts(parts: DocumentParts) {
    this.#parts = parts;
  }

  start(live: LiveApp): void {
    this.#live = live;
    for (const edit of this.#early.splice(0)) this.receive(edit);
  }

  receive(edit: Edit): void {
    const live = this.#live;
    if (live === undefined) this.#early.push(edit);
    else if (edit.type === 'failure') live.fail(diagnosticsOf(edit.result));
    else if (edit.type === 'files') live.app.onFilesChange(edit.files);
    else {
      const { text, blocks, parts, result, isScriptChanged } = edit;
      this.#last = this.#last.then(async () => {
        await this.#compiler.replace(blocks, result && unpackResult(result));
        this.#parts = parts;
        // Not waited for: a version whose scripts do not end is replaced by the next.
        void live.update(text, isScriptChanged);
      });
    }
  }
}
