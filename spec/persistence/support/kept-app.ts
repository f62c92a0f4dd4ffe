/** An app whose state is kept by the spec. */
import { afterEach } from '@jest/globals';
import { createApp, type App } from '../../../cli/library.js';
import { isSecretSetting, Config } from '../../../config/index.js';
import {
  NOTHING_SAVED,
  type SavedState,
  type StateChanges,
} from '../../../runtime/persistence/saved.js';
import { ManualClock } from '../../../runtime/script/clock.js';

const apps: App[] = [];
afterEach(() => apps.splice(0).forEach((app) => app.stop()));

export interface Opened {
  readonly app: App;
  readonly clock: ManualClock;
  /** What the app has sent, in order. */
  readonly sent: StateChanges[];
}

/** @param answer what the app is told was left out; throws where nothing can be kept */
export async function open(
  markup: string,
  saved: Partial<SavedState> = {},
  answer: () => readonly string[] = () => [],
): Promise<Opened> {
  const sent: StateChanges[] = [];
  const clock = new ManualClock();
  const keep = (changes: StateChanges): readonly string[] => {
    const leftOut = answer();
    sent.push(JSON.parse(JSON.stringify(changes)) as StateChanges);
    return leftOut;
  };
  const app = createApp(markup, {
    width: 40,
    height: 10,
    clock,
    config: new Config({ env: {}, cwd: '/', home: '/nonexistent', cliFlags: { persist: true } }),
    state: {
      saved: { ...NOTHING_SAVED, ...saved },
      isSecret: (name) => isSecretSetting(name, undefined),
      save: async (changes) => {
        await Promise.resolve();
        return keep(changes);
      },
      saveNow: keep,
    },
  });
  apps.push(app);
  await app.load();
  app.frame();
  return { app, clock, sent };
}

/** A frame, and time enough that changes are kept. */
export async function later({ app, clock }: Opened, ms = 300): Promise<void> {
  app.frame();
  await clock.advance(ms);
  await new Promise((resolve) => setImmediate(resolve));
}

/** An element by its id, as scripts see it. */
export const at = (app: App, id: string) => app.document.getElementById(id) as unknown as HTMLLike;

export type HTMLLike = Record<string, never> & {
  setAttribute(name: string, value: string): void;
  appendChild(child: unknown): void;
  remove(): void;
};

/** What would be kept of all that was sent. */
export function keptOf({ sent }: Opened): SavedState {
  const kept = { elements: {} as Record<string, never>, states: {}, own: {} };
  for (const { elements = {}, states = {}, own = {} } of sent) {
    for (const [id, { tag, fields }] of Object.entries(elements)) {
      const { fields: old = {} } = kept.elements[id] ?? {};
      Object.assign(kept.elements, { [id]: { tag, fields: { ...(old as object), ...fields } } });
    }
    Object.assign(kept.states, states);
    Object.assign(kept.own, own);
  }
  return kept;
}
