/** The host of an app in a test: its permissions, and the stubs of its environment. */
import type { Source } from '../base/diagnostics.js';
import type { DocumentParts } from '../element/components/parts.js';
import type { OpenAccess } from '../script/access.js';
import type { ChatPart, ChatRequest } from '../script/globals/ai-types.js';
import type { ScriptCompiler } from '../script/compiler.js';
import type { RunOptions, RunResult } from '../script/child-processes.js';
import type { PermissionsApi } from '../script/globals/tui-global.js';

/** Replaces `fetch`; receives the script's arguments. */
export type FetchStub = (
  input: string | URL | Request,
  init?: RequestInit,
) => Response | Promise<Response>;

/**
 * In the place of `$tui.run` and `$tui.spawn`. A text is what the program writes to standard output; parts of a result
 * that are left out are those of a program that succeeds and writes nothing.
 */
export type RunStub = (
  command: string,
  args: readonly string[],
  options: RunOptions,
) => RunStubResult | Promise<RunStubResult>;

/** In the place of the AI service; gets each request. */
export type AiStub = (
  request: Pick<ChatRequest, 'messages' | 'tools'>,
) => AiStubResult | Promise<AiStubResult>;

export type AiStubResult = string | Iterable<ChatPart> | AsyncIterable<ChatPart>;

export type RunStubResult = string | Partial<RunResult> | undefined;

export interface HostOptions {
  /**
   * What the app may do. `policy` (default): what its policy grants, as if the user had agreed. A list: the same with
   * flags of the command line, such as `--deny-net`. `all`: everything that the test may do.
   */
  readonly permissions?: 'policy' | 'all' | readonly string[] | undefined;
  /** Variables of the environment, of which the app has those that it is granted; default the test's own. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Answers requests in the place of the network. */
  readonly fetch?: FetchStub | undefined;
  /** Runs in the place of programs. */
  readonly run?: RunStub | undefined;
  /** Answers in the place of the model of `$tui.ai`: with a text, or with parts one after the other. */
  readonly ai?: AiStub | undefined;
  /**
   * Contents of files by their paths, relative ones from the app's folder. The app sees these files and no others of the
   * disk, and what it writes is among them (`readFile`).
   */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
}

export interface HostedApp {
  /** Undefined: Node's own. */
  readonly access: OpenAccess | undefined;
  /** Undefined: everything is granted. */
  readonly permissions: PermissionsApi | undefined;
  readonly compiler: ScriptCompiler | undefined;
  /** Reads what `<import>` and `<style src>` name. */
  readonly readParts: ((document: Source) => DocumentParts) | undefined;
  /** @throws where the app may not copy */
  checkCopy(): void;
  /** A file of `files`; undefined where there is none. */
  readFile(path: string): string | undefined;
  close(): void;
}

/** @throws DiagnosticError where the app's policy is wrong */
export type OpenHost = (source: Source, options: HostOptions) => HostedApp;
