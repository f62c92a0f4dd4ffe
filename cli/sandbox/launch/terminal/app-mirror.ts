/** The mirror of a live app, opened if the user has set a port. Loaded and opened only then. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DiagnosticError } from '../../../../runtime/base/diagnostics.js';
import { DEFAULT_LANG, langOf } from '../../../../runtime/page/lang.js';
import { readTree } from '../../../../runtime/page/page-data.js';
import type { Config } from '../../../../config/index.js';
import { report, type Console } from '../../../command-line/console.js';
import { usageError } from '../../../command-line/usage-error.js';
import { isHosted, sendAddress } from '../../../mcp/hosted.js';
import { Mirror, type MirrorTree, type Presence } from '../../../mirror/mirror.js';
import { isLoopback } from '../../../mirror/origins.js';
import type { Broker } from '../../broker/broker.js';
import { collect, Turns } from '../../broker/limits.js';
import { parseBounded } from '../../channel/bounded-json.js';
import type { Channel } from '../../channel/channel.js';
import { isRecord } from '../../channel/protocol.js';
import type { AppLog } from '../app-log.js';
import type { AppTerminal } from './app-terminal.js';

/** What an accessible tree may be. */
const TREE_LIMITS = { bytes: 16 * 1024 * 1024, values: 2_000_000, depth: 8 };

/** Bytes that an app has not taken, from which on actions are dropped, as keys are. */
const MAX_UNREAD = 1024 * 1024;

/** Of the time, how many parts reading trees that took more milliseconds than this may not take. */
const TREE_REST = 4;
const SMALL = 2;

export interface TreePorts {
  /** Whether a client has subscribed to trees. */
  isWatched(): boolean;
  onTree(tree: MirrorTree): void;
}

export interface MirrorParts {
  readonly log: AppLog;
  readonly terminal: AppTerminal;
  readonly channel: Channel;
  readonly broker: Broker;
}

export interface MirrorInputs {
  readonly console: Console;
  readonly config: Config;
  /** `server.port` */
  readonly port: number;
}

/** Opens the mirror. @throws DiagnosticError where the server may not or cannot be opened */
export async function openMirror(
  { console, config, port }: MirrorInputs,
  { log, terminal, channel, broker }: MirrorParts,
): Promise<Mirror> {
  const host = config.serverHost;
  const token = nonEmpty(config.serverToken);
  if (!isLoopback(host) && token === undefined) {
    throw usageError(
      `other machines can reach ${JSON.stringify(host)}: clients need a token that you set`,
      'set TUI_SERVER_TOKEN, or server.token in your settings',
    );
  }
  const viewToken = nonEmpty(config.serverViewToken);
  if (config.serverAllowInput && token !== undefined && token === viewToken) {
    throw usageError(
      'server.token and server.viewToken are the same: clients that watch could send input',
      'set a different server.viewToken, or leave it out',
    );
  }
  let isTreeWatched = false;
  const settled = settling(channel, broker);
  let open: Mirror;
  try {
    open = await Mirror.open({
      port,
      host,
      token,
      allowInput: config.serverAllowInput,
      viewToken,
      maxClients: config.serverMaxClients,
      ports: {
        input: (input) => terminal.remoteInput(input),
        size: () => terminal.size,
        resize: terminal.resize,
        act: (ref, action) => {
          terminal.operatedRemotely();
          if (channel.unread < MAX_UNREAD) channel.notify('act', { ref, action });
        },
        sync: async () => {
          await terminal.inputTaken();
          await settled();
        },
        watchTree: (isWatched) => {
          if (isWatched !== isTreeWatched) channel.notify('watch-tree', isWatched);
          isTreeWatched = isWatched;
        },
        onPresence: (presence) => (terminal.badge = badgeOf(presence)),
        usedAt: () => terminal.usedAt,
      },
    });
  } catch (error) {
    throw cannotListen(error, host, port);
  }
  terminal.addViewer({
    onFrame: (frame) => open.frame(frame),
    onPrint: (lines) => open.print(lines),
    onTitle: (title) => open.title(title),
    onImage: (id, image) => (image === undefined ? open.removeImage(id) : open.addImage(id, image)),
  });
  log.follow('app', (entry) => open.log(entry));
  registerTree(broker, {
    isWatched: () => isTreeWatched,
    onTree: (tree) => open.tree(tree),
  });
  reportAddresses(console, config, open, terminal);
  return open;
}

/** Resolves when the runner has sent what it shows now, one call after the other. Input travels beside this channel. */
function settling(channel: Channel, broker: Broker): () => Promise<void> {
  let onSettled: (() => void) | undefined;
  broker.onNotice('settled', () => onSettled?.());
  return async () => {
    await new Promise<void>((resolve) => {
      onSettled = resolve;
      channel.notify('settle');
    });
    onSettled = undefined;
  };
}

/**
 * Reads the trees that the runner sends: one after the other, none without a subscriber, and each answered only
 * when this process has had its rest. A runner may be hostile, and keys are read here.
 */
export function registerTree(broker: Broker, ports: TreePorts): void {
  const turns = new Turns();
  broker.register(
    'tree',
    async (request) =>
      await turns.take(request, async () => {
        if (!ports.isWatched()) throw createUnexpectedError();
        const bytes = await collect(request.body, TREE_LIMITS.bytes, 'the tree');
        // Subscribers may have left meanwhile.
        if (!ports.isWatched()) throw createUnexpectedError();
        const started = performance.now();
        try {
          ports.onTree(treeOf(parseBounded(bytes, TREE_LIMITS)));
        } finally {
          const cost = performance.now() - started;
          if (cost > SMALL) await sleep(cost * TREE_REST, undefined, { ref: false });
        }
        return {};
      }),
    { streams: true },
  );
}

function createUnexpectedError(): Error {
  return Object.assign(new Error('no client has subscribed to the tree'), { code: 'unwanted' });
}

/** @throws TypeError for what is none */
function treeOf(value: unknown): MirrorTree {
  const { lang, items } = isRecord(value) ? value : {};
  return {
    lang: langOf(typeof lang === 'string' ? lang : undefined) ?? DEFAULT_LANG,
    items: readTree(items),
  };
}

/** On stderr before the app is shown, and for some seconds above it, which hides stderr. */
function reportAddresses(
  console: Console,
  { serverHost }: Config,
  mirror: Mirror,
  terminal: AppTerminal,
): void {
  const [drive, view] = [mirror.address('drive'), mirror.address('view')];
  const reportAddress = (message: string): void =>
    report(console, [{ severity: 'info', code: 'server-open', message }]);
  if (isHosted()) {
    // What is printed may be anything that a document has in it.
    if (drive !== undefined) sendAddress(drive);
    return;
  }
  if (drive !== undefined) reportAddress(`drive the app at ${drive}`);
  if (view !== undefined) reportAddress(`watch the app at ${view}`);
  if (mirror.hasName)
    reportAddress(`if the browser does not find that name, open ${mirror.origin}/`);
  if (mirror.isLocalhostShared) {
    report(console, [
      {
        severity: 'warning',
        code: 'server-localhost',
        message: 'another program listens on this port at another address of "localhost"',
        suggestion:
          'use another port, or open the printed address in a private window: "localhost" may connect to that program, and ' +
          'a page of it in your browser could read the token',
      },
    ]);
  }
  if (!isLoopback(serverHost)) {
    report(console, [
      {
        severity: 'warning',
        code: 'server-exposed',
        message: 'other machines can reach the server, and the connection is not encrypted',
        suggestion: 'use it in a network that you trust, or through an SSH tunnel',
      },
    ]);
  }
  terminal.announce(drive ?? view ?? mirror.origin, mirror.origin);
}

/** In ASCII, which every terminal shows. */
function badgeOf({ watching, driving }: Presence): string | undefined {
  if (driving > 0) return `${driving} driving`;
  return watching > 0 ? `${watching} watching` : undefined;
}

/** An empty text is as good as none. */
function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function cannotListen(error: unknown, host: string, port: number): DiagnosticError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const inUse = code === 'EADDRINUSE';
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} of ${host} is in use`,
    EACCES: `port ${port} requires administrator rights`,
    EADDRNOTAVAIL: `this machine has no address ${host}`,
    ENOTFOUND: `there is no host ${JSON.stringify(host)}`,
    EAI_AGAIN: `the name ${JSON.stringify(host)} cannot be resolved now`,
  };
  return new DiagnosticError([
    {
      severity: 'error',
      code: 'server-failed',
      message: `the server cannot be opened: ${reasons[code] ?? code}`,
      suggestion: inUse ? '--server-port=0 uses a free port' : undefined,
    },
  ]);
}
