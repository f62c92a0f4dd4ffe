import { createDisplay } from '../../runtime/app/app-parts.js';
import { createApp, type App, type AppOptions } from '../../runtime/app/app.js';
import { systemClock, timersOf } from '../../runtime/script/clock.js';
import { Screen } from '../../runtime/terminal/screen.js';

/** An app, and the screen of its terminal, which counts its work. */
export function createAppOnScreen(
  markup: string,
  options: AppOptions,
): { app: App; screen: Screen } {
  const display = createDisplay(options, timersOf(systemClock).setTimer);
  const { client: screen } = display;
  if (!(screen instanceof Screen)) throw new Error('an app without output has no screen');
  return { app: createApp(markup, { ...options, display }), screen };
}
