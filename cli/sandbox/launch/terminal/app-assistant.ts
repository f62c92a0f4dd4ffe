/** The assistant of an app in its sandbox: it runs in this process, and reads what the app's process sends when it is asked. */
import type { AccessibleAction } from '../../../../runtime/base/accessible-node.js';
import { readShown } from '../../../agents/read-shown.js';
import type { Shown } from '../../../agents/request.js';
import type { AssistantService } from '../../../assistant/ports.js';
import { addAssistant, type ToolPlace } from '../../../documents/app-tools.js';
import type { Broker } from '../../broker/broker.js';
import { collect } from '../../broker/limits.js';
import { parseBounded } from '../../channel/bounded-json.js';
import type { Channel } from '../../channel/channel.js';
import { isRecord } from '../../channel/protocol.js';
import type { Permissions } from '../../policy/types.js';
import type { AppTerminal } from './app-terminal.js';

/** What an app may send of what it shows. */
const LIMITS = { bytes: 16 * 1024 * 1024, values: 2_000_000, depth: 8 };
/** Milliseconds in which an app answers. */
const PATIENCE = 10_000;

export interface AssistantInputs {
  readonly permissions: Permissions;
  readonly terminal: AppTerminal;
  readonly channel: Channel;
  readonly broker: Broker;
  readonly service: () => Promise<AssistantService>;
}

/** What the app's process has sent: whether it has done what it was to do, and what it shows. */
interface Reply {
  readonly isDone: boolean;
  readonly shown: Shown;
}

export function offerAssistant(place: ToolPlace, inputs: AssistantInputs): void {
  const { permissions, terminal, channel, broker, service } = inputs;
  const ask = registerAssisted(broker, channel);
  addAssistant(place, {
    service,
    app: {
      read: async () => (await ask()).shown,
      act: async (ref, action) => (await ask({ ref, action })).isDone,
    },
    voice: {
      permissions,
      terminal,
      onWarning: (message) => terminal.announce(message, 'audio.debug: not played'),
    },
  });
}

/** Returns a function that queries the app's process, one request at a time. An unrequested reply is not read. */
function registerAssisted(
  broker: Pick<Broker, 'register'>,
  channel: Pick<Channel, 'notify'>,
  patience = PATIENCE,
): (act?: { readonly ref: string; readonly action: AccessibleAction }) => Promise<Reply> {
  let number = 0;
  let waiting: { readonly number: number; settle(reply: Reply | Error): void } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  broker.register(
    'assist',
    async ({ payload, body }) => {
      const asked = waiting;
      if (asked === undefined || payload !== asked.number) throw createUnexpectedError();
      waiting = undefined;
      try {
        const value = parseBounded(await collect(body, LIMITS.bytes, 'what it shows'), LIMITS);
        const isDone = isRecord(value) && value['done'] === true;
        asked.settle({ isDone, shown: readShown(value) });
      } catch (error) {
        asked.settle(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }
      return {};
    },
    { streams: true },
  );
  const ask = async (act: object | undefined): Promise<Reply> =>
    await new Promise<Reply>((resolve, reject) => {
      const own = ++number;
      const timer = setTimeout(() => settle(new Error('the app does not answer')), patience);
      const settle = (reply: Reply | Error): void => {
        clearTimeout(timer);
        if (waiting?.number === own) waiting = undefined;
        if (reply instanceof Error) reject(reply);
        else resolve(reply);
      };
      waiting = { number: own, settle };
      channel.notify('assist', { number: own, ...act });
    });
  return async (act) => {
    const turn = last.then(() => ask(act));
    last = turn.catch(() => undefined);
    return await turn;
  };
}

function createUnexpectedError(): Error {
  return Object.assign(new Error('the assistant has not requested it'), { code: 'unwanted' });
}
