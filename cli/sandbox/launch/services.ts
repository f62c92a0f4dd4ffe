/** Services of the launcher for an app, registered with its broker. */
import { basename } from 'node:path';
import type { Diagnostic } from '../../../runtime/base/diagnostics.js';
import type { Mirror } from '../../mirror/mirror.js';
import { registerAccess } from '../broker/access.js';
import type { Broker } from '../broker/broker.js';
import { registerOwn } from '../broker/own.js';
import type { AppLog } from './app-log.js';
import type { KeptState } from './files/kept-state.js';
import type { LaunchInputs } from './launch-inputs.js';
import type { userMessages } from './files/own-files.js';
import type { AppTerminal } from './terminal/app-terminal.js';

export interface ServiceParts {
  readonly terminal: AppTerminal | undefined;
  readonly mirror: Mirror | undefined;
  readonly log: AppLog;
  readonly state: KeptState | undefined;
  readonly messages: ReturnType<typeof userMessages>;
  /** About its sign-ins and its sound. */
  onWarning(warning: Diagnostic): void;
}

/** Returns a function that ends what is under way. */
export function registerServices(
  broker: Broker,
  inputs: LaunchInputs,
  { terminal, mirror, log, state, messages, onWarning }: ServiceParts,
): () => void {
  const { console, permissions, variables, config, ai, stateOwner } = inputs;
  const { env, home } = console;
  const warn = (code: string, message: string): void => {
    log.note('WARN', message);
    onWarning({ severity: 'warning', code, message });
  };
  registerOwn(broker, {
    ...inputs,
    env,
    sendCopy: () => terminal?.sendCopy,
    copyRemotely: (text) => mirror?.copy(text) ?? false,
  });
  state?.register(broker);
  broker.register('messages', ({ payload }) => ({
    value: (typeof payload === 'string' ? messages?.read(payload) : undefined) ?? null,
  }));
  return registerAccess(broker, {
    permissions,
    variables,
    terminal,
    app: basename(inputs.remote?.url ?? inputs.source.file),
    env,
    ai,
    audioConfig: config,
    onAudioWarning: (message) => warn('no-player', message),
    oauth: {
      config,
      home,
      owner: stateOwner?.id,
      onWarning: (message) => warn('no-keyring', message),
      onKept: (message) => log.note('INFO', message),
    },
  });
}
