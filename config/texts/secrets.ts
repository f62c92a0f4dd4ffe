/**
 * Recognises secrets: by their names, and by their form in a text. One rule for variables, keys of settings, query
 * parameters and assignments, declared or not.
 *
 * A name is split into words (`accessKeyId`, `access_key_id` and `access-key.id` are the same three), and
 * words are compared whole: `keyboard` is not a key and `author` is not `auth`.
 */
import type { Span } from '../../runtime/base/diagnostics.js';

/** A name with one of these words is a secret's, wherever the word is in it. */
const STRONG = wordSet(
  'password passwords passwd passwds passphrase passphrases passcode passcodes pwd pwds pswd passwrd pword',
  'secret secrets token tokens credential credentials cred creds auth authorization authorisation',
  'bearer jwt jwts dsn otp totp mnemonic webhook apikey apikeys passwort kennwort contrasena wachtwoord',
);

/** Words written together with another one: `dbpassword`, `clientsecret`. */
const STRONG_END =
  /.(passwords?|passwd|passphrase|secrets?|tokens?|credentials?|apikey|(private|access|secret|auth|signing|master)key)$/;
/** `dbpass` is a password, `compass` is not. */
const TOGETHER =
  /^((db|user|ssh|my|pg|root|admin|smtp|imap|mail|ftp|proxy|mysql|redis|sudo|login|store)(pass|pwd|pw)|(private|access|secret|auth|signing|master|encryption)key(s|id)?)$/;

/** These name a secret where they end the name, or are followed by a word of `PART`. */
const WEAK = wordSet(
  'pass pw psw pat pin pem session sessions cookie cookies signature sig csrf xsrf',
);
const PART = wordSet('id value string data header hash code key');

/** Two words that make one. */
const PAIRS = wordSet(
  'connection.string connection.strings conn.string conn.str pass.word pass.phrase pass.code pass.key',
  'service.account seed.phrase recovery.code recovery.codes recovery.phrase backup.code backup.codes',
  'security.code verification.code',
);

/** What `key` opens something with. A key of the keyboard has another word before it, or none. */
const KEY_OF = wordSet(
  'api access private priv secret encryption encrypt decryption crypt crypto signing sign ssh gpg pgp client',
  'master auth account storage license licence deploy service app application shared subscription host rsa',
  'aes dsa ecdsa tls ssl hmac consumer server admin root wg wireguard maps google aws azure openai anthropic',
  'stripe github gitlab sendgrid mailgun twilio',
);
/** In a variable's name `KEY` is a secret, unless one of these is beside it. */
const NO_KEY_BEFORE = wordSet('public pub primary foreign hot sort row cache');
const NO_KEY_AFTER = wordSet('binding bindings map repeat delay press board');

/** The name is of something about a secret, which is none: `token_url`, `sessionTimeout`. */
const ABOUT = wordSet(
  'enabled disabled required optional allowed timeout ttl expiry expires expiration lifetime age length size',
  'count counts limit limits budget total interval retries attempts type kind mode method methods provider',
  'providers scheme strategy algorithm name names label title placeholder prompt message url uri endpoint',
  'host port domain path file dir folder format prefix suffix policy rotation style color colors colour',
  'colours theme icon visible hidden width height position version issuer',
);
/** Behind these, `tokens` are pieces of a text: `maxTokens`. */
const OF_TEXT = wordSet(
  'max min num n total used input output prompt completion context reasoning per semantic syntax design',
);

/** Secret names in a query. There, `key` alone is not a key of the keyboard. */
const QUERY_NAMES = wordSet('key k sig sign s');

/** Letters of other alphabets that are read as Latin ones: a name is recognised as a reader reads it. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  'аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs ԁd һh ԛq ԝw ɡg αa εe ιi κk νv οo ρp τt υu χx ıi ſs'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Longer names are not names; the rest of one would only take time. */
const MAX_NAME = 200;

/** Whether a key, a parameter or a member of that name is likely to hold a secret. */
export function isSecretName(name: string): boolean {
  return isSecretOf(wordsOf(name), false);
}

/** The same for an environment variable: there `KEY` alone is a secret, and so is the address of a database. */
export function isSecretVariable(name: string): boolean {
  // The working folder, in every shell.
  if (/^(OLD)?PWD$/i.test(name)) return false;
  return isSecretOf(wordsOf(name), true) || CREDENTIAL_ADDRESS.test(name);
}

/** Addresses that usually have a user and a password in them. */
const CREDENTIAL_ADDRESS =
  /^(.+_)?(database|db|redis|mongo|mongodb|postgres|postgresql|pg|mysql|mariadb|amqp|rabbitmq|broker|ldap|smtp)_ur[il]$|^(https?|all|ftp)_proxy$/i;

/** Whether a setting holds a secret, by its name, or by a value that no key of a keyboard has. */
export function isSecretSetting(key: string, value: unknown): boolean {
  if (isSecretName(key)) return true;
  return (
    typeof value === 'string' &&
    /^(?=\D*\d)(?=.*[A-Za-z])[\w\-+/=.]{16,}$/.test(value) &&
    wordsOf(key).some((word) => word === 'key' || word === 'keys')
  );
}

function isSecretOf(words: readonly string[], isVariable: boolean): boolean {
  const last = words.length - 1;
  const isAbout = last > 0 && ABOUT.has(words[last] ?? '');
  return words.some((word, index) => {
    const before = words[index - 1] ?? '';
    const after = words[index + 1] ?? '';
    // The address of a webhook is all of its secret.
    if (isAbout) return word === 'webhook' && /^ur[il]$/.test(words[last] ?? '');
    if (word === 'tokens' && OF_TEXT.has(before)) return false;
    if (STRONG.has(word) || STRONG_END.test(word) || TOGETHER.test(word)) return true;
    if (PAIRS.has(`${word}.${after}`)) return true;
    if (WEAK.has(word)) return index === last || PART.has(after);
    if (word !== 'key' && word !== 'keys') return false;
    if (isVariable) return !NO_KEY_BEFORE.has(before) && !NO_KEY_AFTER.has(after);
    return KEY_OF.has(before) && !NO_KEY_AFTER.has(after);
  });
}

/** `accessKeyID2` as `access`, `key`, `id`. */
function wordsOf(name: string): string[] {
  const plain = name
    .slice(0, MAX_NAME)
    .normalize('NFKD')
    // Marks on letters, and what is not seen.
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[^\u0000-\u007f]/gu, latin);
  return plain
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/(?<=.)\d+$/, ''))
    .filter((word) => word !== '');
}

function latin(letter: string): string {
  const small = letter.toLowerCase();
  const known = LOOKALIKES.get(small);
  if (known === undefined) return letter;
  return small === letter ? known : known.toUpperCase();
}

/** Parts of a text that are secrets, in their order; none overlaps another. */
export function secretSpans(text: string): Span[] {
  const found = [
    ...addressSpans(text),
    ...assignedSpans(text),
    ...namedSpans(text),
    ...shapeSpans(text),
  ];
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const spans: Span[] = [];
  for (const { start, end } of found) {
    const before = spans.at(-1);
    if (before === undefined || start >= before.end) spans.push({ start, end });
    else if (end > before.end) spans[spans.length - 1] = { start: before.start, end };
  }
  return spans;
}

/** How far behind an address's host an `@` is looked for. */
const MAX_PASSWORD = 300;

/** User and password of addresses. In a message an address may have been cut before its `@`. */
function* addressSpans(text: string): Generator<Span> {
  for (const match of text.matchAll(/:\/\/([^\s"'<>/?#\\]+)/g)) {
    const authority = match[1] ?? '';
    const start = match.index + 3;
    const end = start + authority.length;
    const at = authority.lastIndexOf('@');
    if (at > 0) yield { start, end: start + at };
    else if (authority.endsWith('…')) yield { start, end: end - 1 };
    else if (at < 0 && /:\d*[^\d:]/.test(authority)) {
      // What follows the colon is not a port: a password with a slash in it, written as it is.
      const [rest = ''] = /^[^\s"'<>]*/.exec(text.slice(end, end + MAX_PASSWORD)) ?? [];
      const far = rest.lastIndexOf('@');
      if (far >= 0) yield { start, end: end + far };
    }
  }
}

const ASSIGNED =
  /(?<![\p{L}\p{N}_.%-])([\p{L}\p{N}_.%-]{1,100})\s{0,4}=\s{0,4}("[^"]*"?|'[^']*'?|[^&;\s"',<>#]+)/gu;

/** `"password": "…"` in a text of JSON. */
const MEMBER = /"([^"\\]{1,100})"\s{0,4}:\s{0,4}("(?:[^"\\]|\\.)*"?|[^\s,}\]"]+)/g;
/** `X-Api-Key: …`; a hyphen distinguishes a header from a word of a sentence. */
const HEADER = /(?<![\w.-])([A-Za-z]\w{0,30}(?:-\w{1,30}){1,6}):[ \t]{1,4}(\S+)/g;

function* namedSpans(text: string): Generator<Span> {
  for (const pattern of [MEMBER, HEADER]) {
    for (const match of text.matchAll(pattern)) {
      const [whole, name = '', value = ''] = match;
      if (isSecretName(name)) yield unquoted(match.index + whole.length, value);
    }
  }
}

/** Of a value that ends there, without its quotes. */
function unquoted(end: number, value: string): Span {
  const isQuoted = /^["']/.test(value);
  const isClosed = isQuoted && value.length > 1 && value.endsWith(value.charAt(0));
  return { start: end - value.length + (isQuoted ? 1 : 0), end: end - (isClosed ? 1 : 0) };
}

/** `?api_key=…`, `Password=…;`. */
function* assignedSpans(text: string): Generator<Span> {
  for (const match of text.matchAll(ASSIGNED)) {
    const [whole, name = '', value = ''] = match;
    const plain = decoded(name);
    const isQuery = /[?&]/.test(text[match.index - 1] ?? '');
    if (!isSecretName(plain) && !(isQuery && QUERY_NAMES.has(plain.toLowerCase()))) continue;
    yield unquoted(match.index + whole.length, value);
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Headers, and tokens with a recognizable prefix. */
// None may begin in the middle of a word: a text of many beginnings would take time by its square.
const SHAPES: readonly RegExp[] = [
  /(?<=\bBearer\s)\s*\S{6,}/gi,
  /(?<=\b[Bb]asic\s)\s*(?=\S*([\d=+/]|[a-z][A-Z]))[\w+/=-]{8,}/g,
  /\b(gh[opusr]_|github_pat_|glpat-|npm_|pypi-|hf_|dop_v1_)\w[\w-]{15,}/g,
  /\b(sk|rk)[-_][\w-]{16,}/g,
  /\bxox[a-z]-[\w-]{10,}/g,
  /\b(AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\bAIza[\w-]{30,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(\.[\w-]*)?/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
];

function* shapeSpans(text: string): Generator<Span> {
  for (const shape of SHAPES) {
    for (const match of text.matchAll(shape)) {
      yield { start: match.index, end: match.index + match[0].length };
    }
  }
}

/** A set of words, which is made when it is first used: few starts use one. */
function wordSet(...lines: readonly string[]): { has(word: string): boolean } {
  let words: ReadonlySet<string> | undefined;
  return { has: (word) => (words ??= new Set(lines.join(' ').split(' '))).has(word) };
}
