/**
 * The developer tools of a running app: a document of their own in a part of its terminal. It runs where the user's
 * rights are, and shows texts of the app as texts: nothing of the app is markup, style or script here.
 */
import type { Report, ReportRequest } from '../../runtime/devtools/report.js';
import type { Division } from '../../runtime/terminal/divided/divided-screen.js';
import type { UserInput } from '../../runtime/base/input-events.js';
import { createApp } from '../create-app.js';
import type { App } from '../library.js';
import { DockDocument } from './dock-document.js';
import { MARKUP } from './markup.js';
import type { DockPorts, DockTab, LogEntry } from './ports.js';
import { DockSettings } from './settings.js';
import { ConfigTab } from './tabs/config.js';
import { ElementsTab } from './tabs/elements.js';
import { LogTab } from './tabs/log.js';
import { PerformanceTab } from './tabs/performance.js';
import { PermissionsTab } from './tabs/permissions.js';
import { RequestsTab } from './tabs/requests.js';
import { StateTab } from './tabs/state.js';

/** Cells of the buttons in the first row. */
const BUTTONS = 12;
const OTHER = { right: 'bottom', bottom: 'right' } as const;

export const TABS = [
  'log',
  'elements',
  'config',
  'performance',
  'state',
  'requests',
  'permissions',
] as const;
export type TabName = (typeof TABS)[number];

export class Dock {
  readonly #app: App;
  readonly #page: DockDocument;
  readonly #log: LogTab;
  readonly #elements: ElementsTab;
  readonly #config: ConfigTab;
  readonly #performance: PerformanceTab;
  readonly #state: StateTab;
  readonly #requests: RequestsTab;
  readonly #permissions: PermissionsTab;
  readonly #unwatch: () => void;
  readonly #tabs: Readonly<Record<TabName, DockTab>>;
  #current: TabName = 'log';
  #isClosed = false;

  readonly #ports: DockPorts;

  constructor(ports: DockPorts) {
    this.#ports = ports;

    const { side } = ports;
    this.#app = createApp(MARKUP, {
      file: '<devtools>',
      display: side.display,
      ...this.#size,
      theme: ports.theme,
      env: ports.env,
      clipboard: {
        copy: async (text) => {
          await ports.copy(text);
          return { how: 'sent' };
        },
      },
      onExit: () => this.close(),
    });
    const page = (this.#page = new DockDocument(this.#app));
    this.#log = new LogTab(page, ports);
    this.#elements = new ElementsTab(page, ports, () => this.#requestReports());
    this.#config = new ConfigTab(page, new DockSettings(ports.settings));
    this.#performance = new PerformanceTab(page, ports.now ?? (() => performance.now()));
    this.#state = new StateTab(page, ports);
    this.#requests = new RequestsTab(page, () => ports.requests());
    this.#permissions = new PermissionsTab(page, ports);
    this.#tabs = {
      log: this.#log,
      elements: this.#elements,
      config: this.#config,
      performance: this.#performance,
      state: this.#state,
      requests: this.#requests,
      permissions: this.#permissions,
    };
    this.#unwatch = ports.settings.config.onChange(() => this.#config.refresh());
    page.on('tabs', 'change', () => this.#switched());
    page.on('close', 'click', () => this.close());
    page.on('move', 'click', () => this.#move());
    page.on(this.#app.document.documentElement, 'keydown', (event) => {
      // Ctrl+C is the app's, and ends it: it does not end the tools.
      if (event.key === 'c' && event.ctrlKey === true) event.preventDefault();
      if (event.key === 'Escape') side.hasKeyboard = false;
      if (event.ctrlKey === true && this.#step(event.key)) event.preventDefault();
    });
    side.buttons = BUTTONS;
    side.onDivision = (division) => this.#ports.remember(division);
    side.onKeyboard = () => this.#focused();
    this.#divided(side.division);
    this.#focused();
  }

  /** Shows the dock until it is closed. */
  async run(): Promise<void> {
    this.#requestReports();
    this.#tabs[this.#current].show?.();
    await this.#app.start();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unwatch();
    this.#log.stop();
    this.#elements.hide();
    this.#tabs[this.#current].hide?.();
    this.#ports.app.leave();
    this.#app.stop();
    this.#ports.side.close();
    this.#ports.onClose();
  }

  report(report: Report): void {
    if (this.#isClosed) return;
    this.#elements.report(report);
    this.#performance.report(report);
    this.#state.report(report);
    this.#config.report(report);
  }

  /** The launcher has done something for the app, or has refused it. */
  requested(): void {
    if (this.#isClosed) return;
    this.#requests.update();
    this.#permissions.update();
  }

  logged(entries: readonly LogEntry[]): void {
    if (!this.#isClosed) this.#log.add(entries);
  }

  /** Brings a tab to the front. */
  select(tab: TabName): void {
    this.#page.element('tabs').setAttribute('selected', tab);
    this.#switched();
  }

  /** Keys that are the dock's wherever the keyboard is. True where it has taken one. */
  shortcut(input: UserInput): boolean {
    if (input.type !== 'key' || input.kind === 'release') return false;
    if (input.key === 'Escape' && this.#elements.picking) {
      this.#elements.pick(false);
      this.#page.requestFrame();
      return true;
    }
    return false;
  }

  /** Gives the app the keyboard focus, or takes it back. */
  switchKeyboard(): void {
    const { side } = this.#ports;
    side.hasKeyboard = !side.hasKeyboard;
  }

  get #size(): { readonly width: number; readonly height: number } {
    return this.#ports.side.display.open() ?? { width: 0, height: 0 };
  }

  /** No element has the focus: it was in a tab that is hidden now. */
  get #isNowhere(): boolean {
    const { activeElement, documentElement } = this.#app.document;
    return activeElement === documentElement;
  }

  /** Ctrl+PageUp and Ctrl+PageDown, which tables take for themselves, and which reach no tabs from nowhere. */
  #step(key: string | undefined): boolean {
    const by = key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0;
    if (by === 0) return false;
    this.select(TABS[(TABS.indexOf(this.#current) + by + TABS.length) % TABS.length]!);
    this.#page.element('tabs').focus();
    return true;
  }

  #switched(): void {
    const id = this.#page.element('tabs').getAttribute('selected') ?? '';
    const next = TABS.find((each, index) => each === id || String(index) === id) ?? 'log';
    if (next === this.#current) return;
    this.#tabs[this.#current].hide?.();
    this.#current = next;
    this.#tabs[next].show?.();
    this.#requestReports();
  }

  #requestReports(): void {
    const request: ReportRequest = this.#tabs[this.#current].request;
    if (!this.#isClosed) this.#ports.app.requestReports(request);
  }

  #move(): void {
    const { side, usual } = this.#ports;
    const division = usual(OTHER[side.division.side]);
    this.#divided(division);
    side.division = division;
    this.#ports.remember(division);
  }

  #divided(division: Division): void {
    const root = this.#app.document.documentElement;
    root.classList.toggle('right', division.side === 'right');
    root.classList.toggle('bottom', division.side === 'bottom');
    this.#page.setText('move', division.side === 'right' ? 'bottom' : 'right');
    this.#page
      .element('panes')
      .setAttribute('direction', division.side === 'right' ? 'column' : 'row');
    this.#page.requestFrame();
  }

  #focused(): void {
    const root = this.#app.document.documentElement;
    const { hasKeyboard } = this.#ports.side;
    root.classList.toggle('keys', hasKeyboard);
    const keys = hasKeyboard ? 'Esc: to the app' : 'Shift+F12: keys here';
    this.#page.setText('title', `Developer tools  ${keys}`);
    // Left, Right, Ctrl+PageUp and Ctrl+PageDown choose a tab from the start.
    if (hasKeyboard && this.#isNowhere) this.#page.element('tabs').focus();
    this.#elements.focused();
    this.#page.requestFrame();
  }
}
