/** An app that runs while its files are edited, without a terminal. */
import { afterEach } from '@jest/globals';
import { createApp, type App } from '../../../runtime/app/app.js';
import { LiveApp } from '../../../runtime/app/live-app.js';
import type { DocumentParts } from '../../../runtime/element/components/parts.js';
import { ManualClock } from '../../../runtime/script/clock.js';
import { MemoryTerminal } from '../../../runtime/terminal/memory-terminal.js';
import { keyBytes, textBytes } from '../../../runtime/testing/input-bytes.js';
import { Screen } from '../../../runtime/screen/screen.js';
import { registry } from '../../../elements/index.js';

const SIZE = { width: 50, height: 16 };
const open: LiveApp[] = [];

export class Editing {
  readonly live: LiveApp;
  readonly clock = new ManualClock();
  /** Files that the document names. */
  parts: DocumentParts = [];
  /** Its scripts come to their end. */
  waits = true;

  constructor(text: string, parts: DocumentParts = []) {
    this.parts = parts;
    const make = (version: string, predecessor?: App): App =>
      createApp(version, {
        registry,
        ...SIZE,
        clock: this.clock,
        theme: 'fullcolor-dark',
        predecessor,
        env: { TERM: 'xterm-256color' },
        output: new MemoryTerminal(50, 16),
        file: 'app.tui',
        isEditable: true,
        onRead: () => undefined,
        readParts: () => this.parts,
        errorDisplay: 'panel',
        survivesErrors: true,
      });
    this.live = new LiveApp(text, make);
    open.push(this.live);
  }

  /** Runs it as a terminal would, without one. */
  async start(): Promise<this> {
    void this.live.run();
    do await this.settle();
    while (this.waits && this.app.document.readyState !== 'complete');
    return this;
  }

  get app(): App {
    return this.live.app;
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 8; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      await this.clock.advance(20);
      this.app.frame();
    }
  }

  async edit(text: string, isScriptChanged = false): Promise<string> {
    const update = await this.live.update(text, isScriptChanged);
    await this.settle();
    return update;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) this.app.input(keyBytes(key));
    await this.settle();
  }

  async type(text: string): Promise<void> {
    this.app.input(textBytes(text));
    await this.settle();
  }

  get text(): string {
    return Screen.of(this.app.cells, this.app.theme).text();
  }

  element(id: string) {
    const found = this.app.document.getElementById(id);
    if (found === null) throw new Error(`there is no #${id}`);
    return found as typeof found & { value: unknown; open: unknown; scrollTop: number };
  }

  get focused(): string {
    return this.app.document.activeElement?.id ?? '';
  }
}

afterEach(() => {
  for (const live of open.splice(0)) live.app.stop();
});
