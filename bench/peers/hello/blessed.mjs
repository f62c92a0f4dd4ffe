import blessed from 'blessed';

const screen = blessed.screen();
blessed.box({ parent: screen, content: 'Hello, world' });
screen.render();
setImmediate(() => {
  screen.destroy();
  process.exit(0);
});
