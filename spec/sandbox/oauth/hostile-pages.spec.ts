/**
 * Pages of a real browser that know the whole answer of a sign-in, its state too, and try to bring it in the place of the
 * page that the user opens: in each way in which one page makes requests to another place.
 * @ci
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Chromium } from '../../support/chromium.js';
import { describeInChromium } from '../../support/programs.js';
import { logIn, SignIn, SignInServers, type LoginResult } from '../../support/sign-in.js';

let servers: SignInServers;
let chromium: Chromium;
let signIn: SignIn;
let hostile: Server;
let page = '';

describeInChromium('a hostile page', () => {
  beforeAll(async () => {
    servers = await SignInServers.start();
    chromium = new Chromium();
    hostile = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page);
    });
    await new Promise<void>((done) => hostile.listen(0, '127.0.0.1', done));
    await chromium.open('about:blank');
  });
  afterAll(async () => {
    servers.stop();
    hostile.close();
    hostile.closeAllConnections();
    await chromium.close();
  });
  beforeEach(() => {
    signIn = new SignIn(servers);
  });
  afterEach(() => signIn.remove());

  const redeemed = async (): Promise<number> =>
    (await servers.log()).log.filter(({ url }) => url === '/token').length;

  /** A sign-in whose answer the page has. */
  async function pending(): Promise<{ login: Promise<LoginResult>; answer: string }> {
    const login = signIn.login(signIn.service());
    login.catch(() => undefined);
    return { login, answer: await logIn(await signIn.address()) };
  }

  /** Shows a page that does what it does with the address, until it says that it has. */
  async function show(content: (address: string) => string, answer: string): Promise<void> {
    const { port } = hostile.address() as AddressInfo;
    page = `<!doctype html><title>busy</title><body>${content(answer.replaceAll('&', '&amp;'))}`;
    // Another site, as the browser sees it.
    await chromium.go(`http://localhost:${port}/`);
    await chromium.until(`document.title === 'done'`);
  }
  const done = `document.title = 'done'`;
  const script = (code: string): string =>
    `<script>const address = document.body.dataset.at; ${code}</script>`;
  const with_ =
    (code: string) =>
    (address: string): string =>
      `<script>document.body.dataset.at = new DOMParser().parseFromString('<a href="${address}">', 'text/html').links[0].href</script>${script(code)}`;
  const element = (tag: string, attribute: string): ((address: string) => string) =>
    with_(
      `const it = document.createElement('${tag}'); it.onload = it.onerror = () => ${done}; it.${attribute} = address; document.body.append(it);`,
    );

  it.each([
    ['a picture', element('img', 'src')],
    ['a frame', element('iframe', 'src')],
    ['a script', element('script', 'src')],
    ['an object', element('object', 'data')],
    ['an embedded document', element('embed', 'src')],
    ['a video', element('video', 'src')],
    ['fetch', with_(`fetch(address, { mode: 'no-cors' }).finally(() => ${done})`)],
    [
      'fetch with credentials',
      with_(`fetch(address, { credentials: 'include' }).catch(() => 0).finally(() => ${done})`),
    ],
    [
      'a beacon',
      with_(
        `navigator.sendBeacon(address, 'x'); fetch(address + '&after', { mode: 'no-cors' }).finally(() => ${done})`,
      ),
    ],
    ['events', with_(`new EventSource(address).onerror = () => ${done}`)],
    ['a socket', with_(`new WebSocket(address.replace('http', 'ws')).onerror = () => ${done}`)],
    [
      'a form in a frame',
      with_(
        `const frame = document.createElement('iframe'); frame.name = 'f'; document.body.append(frame);
         const form = document.createElement('form'); form.method = 'POST'; form.target = 'f'; form.action = address; document.body.append(form);
         form.submit(); frame.onload = () => ${done};`,
      ),
    ],
    [
      'a page that is loaded ahead',
      with_(
        `const rules = document.createElement('script'); rules.type = 'speculationrules';
         rules.textContent = JSON.stringify({ prefetch: [{ urls: [address], eagerness: 'immediate' }], prerender: [{ urls: [address], eagerness: 'immediate' }] });
         document.head.append(rules);
         const link = document.createElement('link'); link.rel = 'prefetch'; link.href = address; link.onload = link.onerror = () => ${done}; document.head.append(link);`,
      ),
    ],
  ])('does not bring the answer by %s', async (_name, content) => {
    const before = await redeemed();
    const { login, answer } = await pending();
    await show(content, answer);
    expect((await redeemed()) - before).toBe(0);
    // The control: opened as a page, it counts.
    await chromium.go(answer);
    await chromium.until(`document.title === 'You are signed in'`);
    expect((await login).user).toMatchObject({ sub: 'ada' });
    expect((await redeemed()) - before).toBe(1);
  });
});
