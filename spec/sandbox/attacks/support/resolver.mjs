/**
 * Preloaded into the launcher: a resolver for names below .test, as the one who owns such a name may set up
 * theirs. Each answer is what the next look-up of that name comes to. Names of the machine itself are those of a
 * usual /etc/hosts; no other name is looked up, because a network without a resolver takes many seconds to say so.
 */
import dns from 'node:dns';
import { isIP } from 'node:net';

const GRANTED = { address: '127.0.0.2', family: 4 };
const OTHER = { address: '127.0.0.1', family: 4 };
const ANSWERS = {
  rebind: () => [GRANTED],
  flip: (count) => [count % 2 === 0 ? GRANTED : OTHER],
  both: (count) => (count % 2 === 0 ? [OTHER, GRANTED] : [GRANTED, OTHER]),
  mapped: () => [{ address: '::ffff:127.0.0.1', family: 6 }],
  zone: () => [{ address: '::1%lo', family: 6 }],
  zero: () => [{ address: '0.0.0.0', family: 4 }],
  local: () => [OTHER],
  empty: () => [],
};
const LOOPBACK_NAMES = new Set(['localhost', 'localhost.localdomain', 'ip6-localhost']);
const counts = new Map();

function answer(host) {
  if (LOOPBACK_NAMES.has(host)) return [OTHER];
  const name = /^(\w+)\.test\.?$/.exec(host)?.[1];
  if (name === undefined || !Object.hasOwn(ANSWERS, name)) return isIP(host) === 0 ? [] : undefined;
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  return ANSWERS[name](count);
}

function notFound(host) {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
}

const { lookup } = dns;
const lookupSoon = dns.promises.lookup;
dns.lookup = (host, options, done = options) => {
  const found = answer(host);
  if (found === undefined) return lookup(host, options, done);
  const [first] = found;
  process.nextTick(() => {
    if (first === undefined) done(notFound(host));
    else if (options?.all === true) done(null, found);
    else done(null, first.address, first.family);
  });
};
dns.promises.lookup = async (host, options) => {
  const found = answer(host);
  if (found === undefined) return lookupSoon(host, options);
  if (found[0] === undefined) throw notFound(host);
  return options?.all === true ? found : found[0];
};
