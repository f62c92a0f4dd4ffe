/** Compiles through the launcher: this process cannot start esbuild. */
import type { Source } from '../../../runtime/base/diagnostics.js';
import type { ScriptBlock } from '../../../runtime/script/bundle/block.js';
import type { CompileResult } from '../../../runtime/script/compile.js';
import type { HandlerError, ScriptCompiler } from '../../../runtime/script/compiler.js';
import type { Channel } from '../channel/channel.js';
import type { CompilePayload } from '../channel/payloads.js';
import { unpackResult, type SentResult } from '../channel/sent-result.js';
import { streamOf } from '../channel/streams.js';

interface SentCode {
  readonly blocks: readonly ScriptBlock[];
  readonly result: CompileResult | null;
}

export class RemoteCompiler implements ScriptCompiler {
  channel: Channel | undefined;
  #resolveSent: (code: SentCode) => void = () => undefined;
  /** What the launcher compiles unasked, while this process starts. */
  #sent = new Promise<SentCode>((resolve) => (this.#resolveSent = resolve));

  receive(code: unknown): void {
    const { blocks, result } = code as Pick<SentCode, 'blocks'> & { result: SentResult | null };
    this.#resolveSent({ blocks, result: result && unpackResult(result) });
  }

  /** The app has been edited. @param result undefined where the code is what it was */
  async replace(
    blocks: readonly ScriptBlock[],
    result: CompileResult | null | undefined,
  ): Promise<void> {
    const before = await this.#sent;
    this.#sent = Promise.resolve({ blocks, result: result === undefined ? before.result : result });
  }

  async compileScripts(blocks: readonly ScriptBlock[], _document: Source): Promise<CompileResult> {
    const { blocks: compiled, result } = await this.#sent;
    if (result !== null && JSON.stringify(compiled) === JSON.stringify(blocks)) return result;
    const codes = blocks.map(({ code }) => Buffer.from(code));
    const payload: CompilePayload = blocks.map(
      ({ span, src, lang, ready, component, origin }, index) => ({
        size: codes[index]?.length ?? 0,
        span: span ?? null,
        src: src ?? null,
        lang: lang ?? null,
        component: component ?? null,
        origin: origin === undefined ? null : { path: origin.path, file: origin.source.file },
        ready,
      }),
    );
    return unpackResult((await this.#ask('compile', payload, Buffer.concat(codes))) as SentResult);
  }

  async findHandlerError(code: string): Promise<HandlerError | undefined> {
    const found = await this.#ask('find-handler-error', null, Buffer.from(code));
    return (found as HandlerError | null) ?? undefined;
  }

  async #ask(kind: string, payload: unknown, code: Buffer): Promise<unknown> {
    if (this.channel === undefined) throw new Error('there is no launcher');
    return (await this.channel.request(kind, payload, { body: streamOf(code) })).value;
  }
}
