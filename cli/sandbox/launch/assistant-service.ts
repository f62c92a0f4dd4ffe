/**
 * The AI service of the assistant: the user's own. An app's policy sets nothing of it, neither endpoint nor model, and
 * what the app is granted or denied has no part in it.
 */
import { AiService } from '../broker/ai/ai.js';
import type { NetworkOptions } from '../broker/network.js';
import type { AssistantService } from '../../assistant/ports.js';
import { Config } from '../../../config/index.js';
import { chosenFile, type ConfigCall } from '../../documents/settings.js';
import { isDangerousVariable } from '../policy/grants/env.js';
import { aiSetup } from '../policy/ai/endpoint.js';
import { keyRingOf } from '../policy/ai/keys.js';
import { NO_PERMISSIONS } from '../policy/no-permissions.js';

/** Reads the user's settings as they are now. */
export function assistantService(
  call: ConfigCall,
  network?: Omit<NetworkOptions, 'permissions'>,
): AssistantService {
  const { env, cwd, home } = call.console;
  const keys = keyRingOf(env);
  const config = new Config({
    env,
    cwd,
    home,
    cliFlags: call.flags,
    configPath: chosenFile(call),
    withoutFile: call.configFile === false,
    mayRead: (variable) => !isDangerousVariable(variable),
  });
  const setup = aiSetup(config, (variable) => keys.has(env, variable));
  keys.take(env, setup.keyVariables);
  const service = new AiService(
    { setup, keys, permissions: NO_PERMISSIONS, network },
    { model: () => config.aiAudioModel, replay: () => Promise.resolve() },
  );
  const { endpoint, error, model } = setup;
  return {
    host: endpoint?.host,
    model,
    problem: error && `${error.message}: ${error.suggestion}`,
    open: (request, signal) => service.open(request, signal),
    speech: {
      gain: config.aiAudioGain,
      isExternal: config.terminalForceExternalTool,
      isReplayed: config.audioDebug,
      transcribe: (wav, signal) => service.write(wav, signal),
    },
    close: () => service.close(),
  };
}
