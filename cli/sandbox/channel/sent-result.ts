/**
 * The result of compiling, as it is sent to the app: the text of a source once, however many diagnostics are in it. A hundred of a
 * document of 4 MB would be a message of 400 MB.
 */
import type { Diagnostic, Source } from '../../../runtime/base/diagnostics.js';
import type { CompileResult } from '../../../runtime/script/compile.js';

/** A diagnostic with the number of its source. */
type SentDiagnostic = Omit<Diagnostic, 'source'> & { readonly source?: number };

export interface SentResult {
  readonly ok: boolean;
  /** Undefined where it failed. */
  readonly script?: Omit<Extract<CompileResult, { ok: true }>['script'], 'warnings'>;
  /** Its warnings, or why it failed. */
  readonly diagnostics: readonly SentDiagnostic[];
  readonly sources: readonly Source[];
}

export function packResult(result: CompileResult): SentResult {
  const sources: Source[] = [];
  const numberOf = ({ file, text }: Source): number => {
    const number = sources.findIndex((each) => each.file === file && each.text === text);
    return number >= 0 ? number : sources.push({ file, text }) - 1;
  };
  const found = result.ok ? result.script.warnings : result.diagnostics;
  const diagnostics = found.map(({ source, ...rest }) =>
    source === undefined ? rest : { ...rest, source: numberOf(source) },
  );
  if (!result.ok) return { ok: false, diagnostics, sources };
  const { code, map, texts, blocks, reprinted, maps } = result.script;
  return { ok: true, script: { code, map, texts, blocks, reprinted, maps }, diagnostics, sources };
}

/** The errors of a failed compilation, or the warnings of a successful one. */
export function diagnosticsOf({ diagnostics, sources }: SentResult): Diagnostic[] {
  return diagnostics.map(({ source, ...rest }) =>
    source === undefined ? rest : { ...rest, source: sources[source] },
  );
}

export function unpackResult(sent: SentResult): CompileResult {
  const { ok, script } = sent;
  const found = diagnosticsOf(sent);
  return ok && script !== undefined
    ? { ok, script: { ...script, warnings: found } }
    : { ok: false, diagnostics: found };
}
