/** Ours, through the public interface: the documents of the workloads, driven as an author would. */
import { createApp } from '../../../dist/cli/library.js';
import * as workloads from '../../workloads.mjs';

/** @param mode `stats` shows what frames cost over the app; default nothing */
export async function open(output, mode) {
  const mount = (name) => (model) => {
    const { markup, update } = workloads[name];
    // Sixteen colours, as all peers use.
    const theme = 'color16-dark';
    const showStats = mode === 'stats';
    const app = createApp(markup(model), { width: 120, height: 40, theme, output, showStats });
    app.frame();
    const step = update(app, model);
    return () => {
      step();
      app.frame();
    };
  };
  return { w1: mount('w1'), w2: mount('w2'), w3: mount('w3') };
}
