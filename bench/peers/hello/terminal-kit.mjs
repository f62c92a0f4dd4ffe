import kit from 'terminal-kit';

const { terminal } = kit;
terminal.fullscreen(true);
const buffer = new kit.ScreenBuffer({ dst: terminal });
buffer.put({ x: 0, y: 0 }, 'Hello, world');
buffer.draw({ delta: true });
setImmediate(() => {
  terminal.fullscreen(false);
  process.exit(0);
});
