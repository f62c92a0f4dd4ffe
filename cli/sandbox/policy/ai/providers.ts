/**
 * Providers of AI services: the hosts that OpenAI-compatible servers run at, and the variable that holds the key of
 * each. A key is sent to the host that it is listed with, over https, and to no other.
 */
import { canonicalHost, portOf } from '../grants/hosts.js';

interface Provider {
  /** `host`, or `host:port` where the port is not 443. */
  readonly host: string;
  /** The environment variable that holds its key. */
  readonly variable: string;
  /** What is used where the user has set this key and no endpoint; undefined for a provider that the user has added. */
  readonly endpoint?: string | undefined;
}

/** @param path of the OpenAI-compatible interface */
function provider(host: string, variable: string, path: string): Provider {
  return { host, variable, endpoint: `https://${host}${path}` };
}

const PROVIDERS: readonly Provider[] = [
  provider('api.openai.com', 'OPENAI_API_KEY', '/v1'),
  provider('openrouter.ai', 'OPENROUTER_API_KEY', '/api/v1'),
  provider('api.anthropic.com', 'ANTHROPIC_API_KEY', '/v1'),
  provider('generativelanguage.googleapis.com', 'GEMINI_API_KEY', '/v1beta/openai'),
  provider('api.mistral.ai', 'MISTRAL_API_KEY', '/v1'),
  provider('api.groq.com', 'GROQ_API_KEY', '/openai/v1'),
  provider('api.deepseek.com', 'DEEPSEEK_API_KEY', '/v1'),
  provider('api.x.ai', 'XAI_API_KEY', '/v1'),
  provider('api.together.xyz', 'TOGETHER_API_KEY', '/v1'),
  provider('api.cerebras.ai', 'CEREBRAS_API_KEY', '/v1'),
  provider('api.fireworks.ai', 'FIREWORKS_API_KEY', '/inference/v1'),
  provider('api.cohere.ai', 'COHERE_API_KEY', '/compatibility/v1'),
];

/** The built-in providers and those of `ai.providers`, which come first: they replace built-in ones. */
export interface ProviderTable {
  readonly providers: readonly Provider[];
  /** Entries of `ai.providers` that cannot be used, in words. */
  readonly errors: readonly string[];
}

/** @param added `ai.providers`: variables, each with its host */
export function providerTable(added: Readonly<Record<string, string>> = {}): ProviderTable {
  const own: Provider[] = [];
  const errors: string[] = [];
  for (const [variable, written] of Object.entries(added)) {
    const host = readHost(written);
    if (!/^[A-Za-z_]\w{0,254}$/.test(variable)) {
      errors.push('expected names of variables, such as LAB_API_KEY');
    } else if (host === undefined) {
      errors.push(`${variable}: expected a host, such as llm.example.com or 127.0.0.1:8080`);
    } else own.push({ host, variable });
  }
  const replaced = new Set(own.map(({ host }) => host));
  const rest = PROVIDERS.filter(({ host }) => !replaced.has(host));
  return { providers: [...own, ...rest], errors };
}

/** The variables that hold keys. No app gets one, and no program that is started. */
export function keyVariables({ providers }: ProviderTable): string[] {
  // Also of built-in providers whose host the user has listed with another variable.
  return [...new Set([...PROVIDERS, ...providers].map(({ variable }) => variable))];
}

function readHost(text: string): string | undefined {
  let url: URL;
  try {
    url = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    return undefined;
  }
  if (url.username !== '' || url.password !== '' || canonicalHost(url.hostname) === undefined) {
    return undefined;
  }
  return placeOf(url);
}

/** `host`, with the port where that is not 443: what keys are listed by. @param url http or https */
export function placeOf(url: URL): string {
  const { hostname } = url;
  const host = canonicalHost(hostname)?.host ?? hostname;
  const name = host.includes(':') ? `[${host}]` : host;
  const port = portOf(url);
  return port === 443 ? name : `${name}:${port}`;
}
