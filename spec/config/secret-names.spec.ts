/** What is taken for a secret by its name, or by what it looks like, and what is not. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withoutSecrets } from '../../config/texts/redact.js';
import { PROPERTIES } from '../../config/schema.js';
import {
  isSecretName,
  isSecretSetting,
  isSecretVariable,
  secretSpans,
} from '../../config/texts/secrets.js';
import { propertyRuns, sized } from '../support/property-runs.js';

const SECRET = `
mail.password mailPassword mail_password mail-password MAIL.PASSWORD password2 dbPassword mysqlpassword userPasswords
passwd pass pwd db.pwd dbPass sshpass smtp.pw passphrase pass_word pass-phrase passcode
api.token token tokens accessToken access_token refresh-token token.value csrfToken auth.token ghtoken botToken2
secret secrets.github client_secret clientSecret client-secret clientsecret client.secret.value secretKeyBase
privateKey private_key private-key private.key PRIVATEKEY ssh.privateKey accessKeyId access_key_id accesskeyid
apiKey api_key api-key api.key APIKEY apikey openai.apiKey maps.apiKey stripe.key encryptionKey signing_key accountKey
masterKey licenseKey sshKey hmacKey sharedKey sessionKey
auth basicAuth auth.header auth.user authorization proxy-authorization bearer bearerToken
connectionString connection_string connection-string db.connString dsn sentry.dsn
cookie cookies session.cookie set-cookie sessionCookie cookie.value session sessionId session_id
signature request.signature sig otp totpSecret jwt idToken pat github.pat credentials awsCredentials creds
webhookUrl slack.webhook service_account mnemonic seedPhrase recoveryCodes
kennwort passwort
`
  .trim()
  .split(/\s+/);

const PLAIN = `
keyboard monkey author passenger tokenizer key keys keymap keyMap quitKey fire.key sortKey primaryKey publicKey
hotkey shortcutKey rowKey cacheKey keyColor turkey donkey jockey monkeys authority authors authentic coauthor
tokenize tokenization passive passage bypass compass encompass trespass overpass passport classpath
secretary secretariat compassion cookiecutter session.theme sessionTimeout session_timeout tokenUrl token_endpoint
auth.enabled authProvider passwordLength passwordFile secretName cookieName cookie.domain tokenType token.expiry
maxTokens max_tokens ai.maxTokens promptTokens tokenLimit semanticTokens signatureAlgorithm sessionLimit
theme name title city weather.unit game.speed list log.level bearing bears dispatch patch path pattern spat pineapple
pinned spin signal design assign sigma cookies.enabled passThrough render.passes
`
  .trim()
  .split(/\s+/);

describe('names of keys', () => {
  it.each(SECRET)('%s is a secret', (name) => expect(isSecretName(name)).toBe(true));
  it.each(PLAIN)('%s is none', (name) => expect(isSecretName(name)).toBe(false));

  it('are read as a reader reads them', () => {
    const disguised = [
      'mail.p\u0430ssword',
      'p\u0430ssw\u043erd',
      '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44',
      'pass\u200bword',
      'p\u00e1ssword',
      't\u043ek\u0435n',
      '\u0421lientS\u0435cret',
      '\u{1d429}\u{1d41a}\u{1d42c}\u{1d42c}\u{1d430}\u{1d428}\u{1d42b}\u{1d41d}',
    ];
    expect(disguised.filter((name) => !isSecretName(name))).toEqual([]);
  });

  it('are secrets in every way of writing several words', () => {
    const words = fc.constantFrom(
      'client secret',
      'private key',
      'access key id',
      'api key',
      'refresh token',
      'connection string',
      'db password',
      'user pass',
      'session id',
      'set cookie',
    );
    const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
    const styles: ((words: string[]) => string)[] = [
      (all) => all.join('_'),
      (all) => all.join('-'),
      (all) => all.join('.'),
      (all) => all.join(' '),
      (all) => all.join('_').toUpperCase(),
      (all) => all.map(capital).join(''),
      ([first = '', ...rest]) => first + rest.map(capital).join(''),
      (all) => `app.${all.join('_')}`,
      (all) => `my${all.map(capital).join('')}2`,
    ];
    fc.assert(
      fc.property(words, fc.constantFrom(...styles), (text, style) => {
        expect([style(text.split(' ')), isSecretName(style(text.split(' ')))]).toEqual([
          style(text.split(' ')),
          true,
        ]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('of the schema are secrets only where it says so', () => {
    for (const [key, { secret }] of PROPERTIES) {
      if (secret !== true) expect([key, isSecretName(key)]).toEqual([key, false]);
    }
  });

  it('are known by their value where the word says too little', () => {
    expect(isSecretSetting('maps.key', 'AIzaSyD-9tSrke72PouQMnMX')).toBe(true);
    for (const value of ['q', 'Ctrl+Q', 'ArrowUp', 'a long text of words', 5, undefined]) {
      expect(isSecretSetting('game.key', value)).toBe(false);
    }
    expect(isSecretSetting('city', 'AIzaSyD-9tSrke72PouQMnMX')).toBe(false);
  });
});

describe('names of variables', () => {
  it.each(
    `AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID GITHUB_TOKEN GH_PAT OPENAI_API_KEY MAPS_KEY KEY PGPASSWORD MYSQL_PWD SSHPASS
     DB_PASS DATABASE_URL REDIS_URL SENTRY_DSN SSH_AUTH_SOCK NPM_TOKEN SESSION_COOKIE HTTPS_PROXY https_proxy APIKEY`.split(
      /\s+/,
    ),
  )('%s is a secret', (name) => expect(isSecretVariable(name)).toBe(true));

  it.each(
    `PWD OLDPWD PATH HOME USER LANG TERM EDITOR CITY KEYBOARD_LAYOUT KEY_REPEAT KEYMAP SSH_PUBLIC_KEY XDG_SESSION_TYPE
     PASSWORD_FILE TOKENIZERS_PARALLELISM AUTHOR MAX_TOKENS TUI_THEME NO_COLOR`.split(/\s+/),
  )('%s is none', (name) => expect(isSecretVariable(name)).toBe(false));
});

describe('texts', () => {
  const CANARY = 'c4naryS3cret';

  it.each([
    [`https://user:${CANARY}@host/v1`, 'https://••••@host/v1'],
    [`https://${CANARY}@host`, 'https://••••@host'],
    [`postgres://u:${CANARY}@x@host/db`, 'postgres://••••@host/db'],
    [`https://u:a/${CANARY}@host/db`, 'https://••••@host/db'],
    [`https://u:a#${CANARY}@host/db`, 'https://••••@host/db'],
    [`see http://a/?to=https://u:${CANARY}@b/`, 'see http://a/?to=https://••••@b/'],
    [`https://user:${CANARY}…`, 'https://••••…'],
    [`https://host/?api_key=${CANARY}&x=1`, 'https://host/?api_key=••••&x=1'],
    [`https://host/?x=1&Access%5FToken=${CANARY}#top`, 'https://host/?x=1&Access%5FToken=••••#top'],
    [`host/path?key=${CANARY}`, 'host/path?key=••••'],
    [`https://h/?X-Amz-Signature=${CANARY}`, 'https://h/?X-Amz-Signature=••••'],
    [`Server=h;Uid=u;Pwd=${CANARY};x=1`, 'Server=h;Uid=u;Pwd=••••;x=1'],
    [`password = "${CANARY} and more"`, 'password = "••••"'],
    [`password='${CANARY}`, `password='••••`],
    [`{"user":"u","password":"${CANARY}\\"x","n":1}`, '{"user":"u","password":"••••","n":1}'],
    [`{"pin": 1234, "private_key": "${CANARY}`, '{"pin": ••••, "private_key": "••••'],
    [`GET / X-Api-Key: ${CANARY} Accept: a`, 'GET / X-Api-Key: •••• Accept: a'],
    [`Set-Cookie: sid=${CANARY}`, 'Set-Cookie: ••••'],
    [`Authorization: Bearer ${CANARY}`, 'Authorization: Bearer ••••'],
    [`Basic dXNlcjpwYXNz`, 'Basic ••••'],
    [`ghp_${CANARY}${CANARY}`, '••••'],
    [`a AKIAIOSFODNN7EXAMPLE b`, 'a •••• b'],
    [`sk-ant-${CANARY}${CANARY}`, '••••'],
    [`eyJhbGciOiJIUzI1.eyJzdWIiOiIx.${CANARY}`, '••••'],
    [`-----BEGIN RSA PRIVATE KEY-----\n${CANARY}\n-----END RSA PRIVATE KEY-----`, '••••'],
  ])('%j is shown as %j', (text, shown) => expect(withoutSecrets(text)).toBe(shown));

  it.each([
    'https://registry.example/@scope/name',
    'http://localhost:8080/@scope',
    'git@host:path',
    'mail.password: expected a string',
    'password: expected a string',
    '{"keyboard": "us"}',
    'well-known: it is',
    'Content-Type: text/html',
    'a = b',
    'x=1&y=2',
    'Basic settings',
    'https://host/?x=1',
    'maxTokens=5',
    'mailto:a@b.c',
    'https://host:443/users/me',
    'C:\\keys',
    'the bearer of it',
    'q=key',
    'author=me',
  ])('%j is shown as it is', (text) => expect(withoutSecrets(text)).toBe(text));

  it('of any length take time that grows with it, and spans lie apart', () => {
    // By its square these would take minutes.
    for (const piece of [
      'a',
      'a=',
      'a-',
      'a-b: ',
      '"a":',
      '"a',
      '://',
      '://a:b',
      'eyJ-',
      'Bearer ',
      'token=',
      '"',
      '@',
      '=',
    ]) {
      secretSpans(piece.repeat(sized(1_000_000, 100_000) / piece.length));
    }
    const parts = fc.constantFrom(
      'https://',
      'u:p@',
      'host',
      '/',
      '?',
      'token=',
      'x',
      '&',
      'Bearer ',
      '"',
      ' ',
      '…',
      '=',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (all) => {
        let end = 0;
        for (const span of secretSpans(all.join(''))) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          end = span.end;
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
