/** The page of the mirror: shows an app, and drives it where its token may. */
import type { ClientMessage, ServerMessage, ServerMessageOf } from '../messages.js';
import type { SendAction } from '../../../runtime/page/actions.js';
import { Bar, byId } from './bar.js';
import { Connection, tokenIn, type State } from './connection.js';
import { Keyboard } from './keyboard.js';
import { Pointer } from './pointer.js';
import { Screen, type Size } from './screen.js';
import { Twin } from './twin.js';

/** Milliseconds until a new size of the window counts. */
const RESIZED = 100;
/** Milliseconds between two frames of a page that is not seen. */
const UNSEEN = 1000;
/** Milliseconds between two trees of a twin that is not in use. */
const UNUSED = 300;
const TITLE = document.title;
const isPhone = matchMedia('(pointer: coarse)').matches;
const LEAVING = 'Esc Esc leaves the screen';

const room = byId('room');
const sink = byId<HTMLTextAreaElement>('sink');
const screen = new Screen(byId('frame'), byId('printed'), room, sink);
const twin = new Twin(byId('main'));
let state: State = 'connecting';
let sent: Size = { width: 0, height: 0 };
let resized: ReturnType<typeof setTimeout> | undefined;
let watching = 1;

const connection = new Connection({
  onState(next, exitCode) {
    state = next;
    const isDriving = next === 'driving';
    document.documentElement.className = next;
    sink.hidden = !isDriving;
    if (next === 'wrong' || next === 'missing') twin.remove();
    bar.show(next, exitCode);
    if (isDriving && document.activeElement === document.body) sink.focus({ preventScroll: true });
    hint();
  },
  onMessage: receive,
});
const bar = new Bar({
  press: (key) => keyboard.press(key),
  type: () => sink.focus({ preventScroll: true }),
  retry: () => connection.retry(),
  connect: (text) => {
    const token = tokenIn(text);
    if (token !== undefined) connection.use(token);
  },
});
const keyboard = new Keyboard(sink, {
  send,
  leave: () => bar.focus(),
  selectedText: () => screen.selectedText(),
  takeModifiers: () => bar.takeModifiers(),
});
new Pointer(screen, room, {
  isDriving: () => state === 'driving',
  send,
  focus(isTap) {
    // A tap outside a field must not open the on-screen keyboard, which would cover the screen.
    if (!isTap || screen.cursor !== null) sink.focus({ preventScroll: true });
  },
});

/** Messages of types that a newer server has are ignored. */
function receive(message: ServerMessage): void {
  switch (message.type) {
    case 'hello':
      screen.isResizable = message.resizable && state === 'driving';
      screen.fit();
      sent = { width: 0, height: 0 };
      sendSize();
      connection.send({ type: 'subscribe', tree: true, images: true });
      return;
    case 'frame':
      showFrame(message);
      return;
    case 'tree':
      showTree(message);
      return;
    case 'image':
      screen.images.add(message);
      connection.send({ type: 'ack', of: 'image', seq: message.id });
      return;
    case 'clipboard':
      void bar.copy(message.text);
      return;
    case 'presence':
      ({ watching } = message);
      hint();
  }
}

function showFrame(message: ServerMessageOf<'frame'>): void {
  screen.show(message);
  document.title = message.title.trim() || TITLE;
  const acknowledge = (): void => connection.send({ type: 'ack', of: 'frame', seq: message.seq });
  if (document.hidden) setTimeout(acknowledge, UNSEEN);
  else acknowledge();
}

function showTree(message: ServerMessageOf<'tree'>): void {
  const act: SendAction = (ref, action) => send({ type: 'act', ref, action });
  twin.show(message, document.title, state === 'driving' ? act : undefined);
  const acknowledge = (): void => connection.send({ type: 'ack', of: 'tree', seq: message.seq });
  if (twin.isInUse) acknowledge();
  else setTimeout(acknowledge, document.hidden ? UNSEEN : UNUSED);
}

/** Clients that only watch send no input. */
function send(message: ClientMessage): void {
  if (state === 'driving') connection.send(message);
}

function sendSize(): void {
  if (!screen.isResizable) return;
  const size = screen.sizeOfRoom();
  if (size.width === sent.width && size.height === sent.height) return;
  sent = size;
  send({ type: 'resize', ...size });
}

function hint(): void {
  const isTyping = state === 'driving' && !isPhone && document.activeElement === sink;
  const others = watching > 1 ? `${watching} connected` : '';
  bar.hint([isTyping ? LEAVING : '', others].filter((part) => part !== '').join(' · '));
}

function onResize(): void {
  screen.fit();
  clearTimeout(resized);
  resized = setTimeout(sendSize, RESIZED);
}

new ResizeObserver(onResize).observe(room);
addEventListener('resize', onResize);
for (const type of ['focus', 'blur']) sink.addEventListener(type, hint);
sink.addEventListener('focus', () => {
  // Another client may have given the app another size since.
  const { width, height } = screen.sizeOfRoom();
  if (width !== screen.columns || height !== screen.rows) sent = { width: 0, height: 0 };
  sendSize();
});
document.addEventListener('keydown', (event) => {
  // After text was selected nothing has the focus.
  if (state === 'driving' && event.target === document.body) keyboard.redirect(event);
});
document.addEventListener('copy', (event) => {
  const text = screen.selectedText();
  if (text === '') return;
  event.preventDefault();
  event.clipboardData?.setData('text/plain', text);
});
connection.start();
