/** Ours: an inline document, driven through the public interface. */
/** xterm.js wraps rows again when it is resized; without a name that it is known by, a terminal is asked. */
const ENV = { TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' };

export async function open(output, { dist }) {
  const { createApp } = await import(`${dist}/cli/library.js`);
  const markup = '<tui inline="true"><text id="rows" style="white-space: pre"/></tui>';
  const app = createApp(markup, { width: 80, height: 24, theme: 'color16-dark', output, env: ENV });
  const rows = app.document.getElementById('rows');
  app.frame();
  return {
    print: (text) => app.$tui.print(text),
    rows: (lines) => (rows.textContent = lines.join('\n')),
    resized: ([width, height]) => app.resize?.(width, height),
    frame: () => app.frame(),
  };
}
