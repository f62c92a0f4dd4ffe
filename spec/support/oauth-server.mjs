/**
 * A sign-in server (oidc-provider), an API that its tokens are for, and another host: a program of its own, that prints
 * its ports. `GET /log` of the other host lists what each was asked; `POST /set` changes how they answer.
 */
import { createServer } from 'node:http';
// It warns of Node 20, and of its own keys and pages, which are for tests.
for (const name of ['warn', 'info']) console[name] = () => undefined;
const { Provider } = await import('oidc-provider');

const log = [];
const tokens = [];
const settings = { accessTokenTtl: 3600, fault: '', interval: 1 };

const listen = async (handler) => {
  const server = createServer(handler);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { server, port: server.address().port };
};

/** The request is served at once, and answered when tokens are held no longer. */
const holdAnswer = (response) => {
  const end = response.end.bind(response);
  response.end = (...args) => {
    if (settings.holdsTokens) setTimeout(() => response.end(...args), 20);
    else end(...args);
    return response;
  };
};
const note = (host, request) =>
  log.push({
    host,
    method: request.method,
    url: request.url,
    authorization: request.headers.authorization ?? null,
  });

let provider;
let callback;
const identity = await listen((request, response) => {
  note('identity', request);
  const path = request.url.split('?')[0];
  if (path === '/token' && settings.holdsTokens) holdAnswer(response);
  if (settings.fault === 'token' && path === '/token') {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(
      '{"error":"invalid_grant","error_description":"<script>alert(1)</script>\\u001b[31m"}',
    );
  } else callback(request, response);
});
const other = await listen(async (request, response) => {
  if (request.url === '/log') return response.end(JSON.stringify({ log, tokens }));
  if (request.url === '/set') {
    let text = '';
    for await (const piece of request) text += piece;
    Object.assign(settings, JSON.parse(text));
    return response.end();
  }
  note('other', request);
  response.end('other');
});
const api = await listen(async (request, response) => {
  note('api', request);
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const found = token && (await provider.AccessToken.find(token));
  if (request.url === '/away') {
    response.writeHead(302, { location: `http://127.0.0.1:${other.port}/landed` });
    return response.end();
  }
  if (request.url === '/in') {
    response.writeHead(302, { location: '/me' });
    return response.end();
  }
  response.writeHead(found ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(found ? { for: found.accountId } : { error: 'no token' }));
});

provider = new Provider(`http://127.0.0.1:${identity.port}`, {
  clients: [
    {
      client_id: 'tui-spec',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
      token_endpoint_auth_method: 'none',
      grant_types: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      response_types: ['code'],
    },
  ],
  claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
  features: {
    devInteractions: { enabled: true },
    deviceFlow: { enabled: true },
    revocation: { enabled: true },
    introspection: { enabled: false },
  },
  scopes: ['openid', 'offline_access', 'profile', 'email'],
  ttl: {
    AccessToken: () => settings.accessTokenTtl,
    AuthorizationCode: 60,
    DeviceCode: 300,
    Grant: 3600,
    IdToken: 3600,
    Interaction: 3600,
    RefreshToken: 3600,
    Session: 3600,
  },
  cookies: { keys: ['spec'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: `Ada \u001b[31m${id}`, email: `${id}@example.com` }),
  }),
});
provider.on('grant.success', ({ body }) => {
  for (const name of ['access_token', 'refresh_token', 'id_token']) {
    if (body?.[name] !== undefined) tokens.push({ name, value: body[name] });
  }
});
callback = provider.callback();
process.stdout.write(
  `${JSON.stringify({ identity: identity.port, api: api.port, other: other.port })}\n`,
);
process.stdin.on('end', () => process.exit()).resume();
