/** The app of `tui chart`. It has no script: what it shows is set by the process that reads the data. */
import type { Source } from '../../runtime/base/diagnostics.js';

export const CHART: Source = {
  file: '<chart>',
  text: `<tui inline="true">
  <style>
    #title { display: none; font-weight: bold; flex-shrink: 0; }
    #title.shown { display: flex; }
    #plot { flex-shrink: 1; min-height: 1; }
    #plot > * { flex-shrink: 1; min-height: 1; }
    #line { height: 1; flex-shrink: 0; flex-direction: row; gap: 2; color: var(--muted); }
    #choice { flex-shrink: 1; white-space: nowrap; text-overflow: ellipsis; }
    #keys { margin-left: auto; flex-shrink: 9999; white-space: pre; text-overflow: ellipsis; }
    .printed #line, .ended #line { display: none; }
    @media (display-mode: fullscreen) {
      #plot { flex-grow: 1; }
      #plot > * { flex-grow: 1; height: auto !important; }
    }
    @media (max-height: 5) { #line { display: none; } }
  </style>
  <command id="quit" key="q, escape" label="Quit"/>
  <command id="full" key="f" label="Full screen"/>
  <text id="title"></text>
  <container id="plot"></container>
  <container id="line"><text id="choice"></text><text id="keys"></text></container>
</tui>
`,
};
