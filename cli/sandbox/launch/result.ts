/**
 * The text that an app leaves for stdout: the data of its form where it was asked a question, or what `$tui.output` has set. The
 * app has no descriptor of stdout; what it sends is kept, within limits, until it has ended.
 */
import { printableJson, printable } from '../../../runtime/base/diagnostics.js';
import { EXIT } from '../../command-line/exit-codes.js';
import type { Broker, BrokerHandler } from '../broker/broker.js';
import { collect, Turns } from '../broker/limits.js';
import { parseBounded, type JsonLimits } from '../channel/bounded-json.js';
import { isRecord } from '../channel/protocol.js';
import type { Task } from '../channel/task.js';

/** The data of a form: names with texts, numbers and lists of them. */
const ANSWER_LIMITS: JsonLimits = { bytes: 1024 * 1024, values: 50_000, depth: 8 };
/** As `$tui.output` has it. */
const MAX_TEXT = 8 * 1024 * 1024;

/** Exit code of a question that was cancelled, as after Ctrl+C. */
export const CANCELLED = 130;

export class AppResult {
  #answer: string | undefined;
  #text: string | undefined;
  readonly #isAsked: boolean;
  readonly #isPicture: boolean;

  constructor(broker: Broker, task: Task) {
    this.#isAsked = isQuestion(task);
    this.#isPicture = task.type === 'paint' && task.printsResult !== true;
    const turns = new Turns();
    const register = (kind: string, handler: BrokerHandler): void =>
      broker.register(kind, (request) => turns.take(request, () => handler(request)), {
        streams: true,
      });
    register('result', async ({ body }) => {
      this.#text = (await collect(body, MAX_TEXT, 'the text')).toString('utf8');
      return {};
    });
    if (!this.#isAsked) return;
    register('answer', async ({ body }) => {
      const bytes = await collect(body, ANSWER_LIMITS.bytes, 'the data of the form');
      const data = parseBounded(bytes, ANSWER_LIMITS);
      if (!isRecord(data)) throw new TypeError('expected an object');
      this.#answer = printableJson(data);
      return {};
    });
  }

  /** A question that ends without an answer was cancelled. */
  exitCode(code: number): number {
    const isAnswered = this.#answer !== undefined || this.#text !== undefined;
    return this.#isAsked && code === EXIT.done && !isAnswered ? CANCELLED : code;
  }

  /** What is written to stdout; a text in place of an answer. */
  text(code: number): string | undefined {
    if (this.#isPicture) return undefined;
    if (this.#text !== undefined) return printableLines(this.#text);
    return code === EXIT.done ? this.#answer : undefined;
  }
}

function isQuestion(task: Task): boolean {
  return task.type === 'answer' || (task.type === 'live' && task.question !== undefined);
}

/** Line breaks and tabs are kept. */
function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n');
}
