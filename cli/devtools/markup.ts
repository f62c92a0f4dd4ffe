/** The dock as a document. It has no scripts: `dock.ts` works with its elements from outside. */
export const MARKUP = `<tui>
  <style>
    #dock { flex-grow: 1; flex-basis: 0; }
    .right #dock { border-left: thin; }
    #bar { height: 1; flex-shrink: 0; flex-direction: row; background: var(--surface); color: var(--text); }
    #title { flex-grow: 1; flex-shrink: 1; padding: 0 1; white-space: nowrap; text-overflow: ellipsis; }
    .keys #title { font-weight: bold; }
    .keys #dock { border-color: var(--accent); }
    #bar button { flex-shrink: 0; }
    #tabs { flex-grow: 1; flex-basis: 0; }
    tab { flex-grow: 1; }
    .tools { height: 1; flex-shrink: 0; flex-direction: row; gap: 1; }
    .tools input { flex-grow: 1; flex-basis: 0; min-width: 8; }
    .fill { flex-grow: 1; flex-basis: 0; }
    .line { height: 1; flex-shrink: 0; white-space: nowrap; text-overflow: ellipsis; color: var(--muted); }
    .gone { display: none; }
    .detail { flex-shrink: 0; max-height: 6; overflow-y: scroll; border-top: thin; }
    #edit { flex-shrink: 0; height: 1; flex-direction: row; gap: 1; }
    #edit-value { flex-grow: 1; flex-basis: 0; }
    #refusal { color: var(--error); }
    #config-list { overflow-y: scroll; }
    .category { color: var(--accent); font-weight: bold; flex-shrink: 0; }
    .setting { height: 1; flex-shrink: 0; flex-direction: row; gap: 1; }
    .setting .key { width: 24; flex-shrink: 0; white-space: nowrap; text-overflow: ellipsis; }
    .setting .control { width: 18; flex-shrink: 0; }
    .setting switch { width: 18; flex-shrink: 0; }
    .setting .fixed { color: var(--muted); white-space: nowrap; text-overflow: ellipsis; }
    .setting .origin { flex-grow: 1; flex-basis: 0; color: var(--muted); white-space: nowrap; text-overflow: ellipsis; }
    .setting.chosen .key { font-weight: bold; color: var(--accent); }
    .setting.changed .origin { color: var(--warning); }
    #config-box { flex-shrink: 0; height: 9; border-top: thin; overflow: scroll; }
    .bottom #config-box { height: 3; }
    #config-explain { white-space: pre; }
    #state-edit { flex-shrink: 0; height: 1; flex-direction: row; gap: 1; }
    #state-value { flex-grow: 1; flex-basis: 0; }
    #frames { overflow-y: scroll; gap: 1; }
    .bottom #frames { flex-direction: row; }
    #frames data-bars { flex-grow: 1; flex-basis: 0; min-height: 4; }
    .bottom #frames data-bars { min-width: 16; }
    #frames-stages { flex-grow: 2 !important; }
  </style>
  <container id="dock">
    <container id="bar">
      <text id="title"></text>
      <button id="move" aria-label="Move the dock"></button>
      <button id="close" aria-label="Close the dock">x</button>
    </container>
    <tabs id="tabs">
      <tab id="log" label="Log">
        <container class="tools">
          <select id="log-level" aria-label="Least level">
            <option value="TRACE">trace</option><option value="DEBUG">debug</option>
            <option value="INFO">info</option><option value="WARN">warn</option><option value="ERROR">error</option>
          </select>
          <input id="log-search" type="search" placeholder="search" aria-label="Search" />
          <checkbox id="log-follow" checked="true">follow</checkbox>
          <button id="log-copy">copy</button>
          <button id="log-clear">clear</button>
        </container>
        <table id="log-table" class="fill" row-key="id" selectable="single" sortable="false" show-header="false" follow="true"
          empty-text="Nothing is logged" no-match-text="No entry matches" aria-label="Log"
          columns='[{"key":"time","label":"Time"},{"key":"level","label":"Level"},{"key":"message","label":"Message","width":"1fr"}]' />
        <container id="log-detail" class="detail gone"><text id="log-message"></text><text id="log-at" class="line"></text></container>
      </tab>
      <tab id="elements" label="Elements">
        <container class="tools">
          <button id="pick">pick</button>
          <text id="picked" class="line fill"></text>
        </container>
        <split-pane id="panes" class="fill" position="50%">
          <table id="tree" selectable="single" sortable="false" show-header="false" aria-label="Elements"
            empty-text="Waiting for the app" columns='[{"key":"label","width":"1fr"}]' />
          <container>
            <table id="details" class="fill" selectable="single" sortable="false" show-header="false" aria-label="Details"
              empty-text="Select an element" columns='[{"key":"name","max":28},{"key":"value","width":"1fr"}]' />
            <container id="edit" class="gone"><text id="edit-name"></text><input id="edit-value" aria-label="Value" /></container>
          </container>
        </split-pane>
        <text id="refusal" class="line gone"></text>
      </tab>
      <tab id="config" label="Edit Config">
        <container class="tools">
          <input id="config-search" type="search" placeholder="search" aria-label="Search" />
          <button id="config-reset">reset</button>
          <button id="config-save" variant="primary">save</button>
        </container>
        <container id="config-list" class="fill"></container>
        <container id="config-box"><text id="config-explain">Select a setting: what sets it shows here.</text></container>
      </tab>
      <tab id="performance" label="Performance">
        <text id="frames-facts" class="line"></text>
        <container id="frames" class="fill">
          <data-bars id="frames-stages" bars="[]" unit="ms" show-values="true" aria-label="Milliseconds by stage"
            series='[{"name":"style"},{"name":"layout"},{"name":"paint"},{"name":"diff"}]'
            style="palette: theme; align-entries: end" />
          <data-bars id="frames-bytes" bars="[]" series='[{"name":"bytes"}]' number-format="bytes-si" show-values="true"
            aria-label="Bytes written" style="align-entries: end" />
          <data-bars id="frames-cells" bars="[]" series='[{"name":"cells"}]' show-values="true" aria-label="Cells changed"
            style="align-entries: end" />
        </container>
      </tab>
      <tab id="state" label="State">
        <table id="state-table" class="fill" row-key="key" selectable="single" sortable="true" aria-label="States" empty-text="The app has no states"
          columns='[{"key":"key","label":"Key","max":24},{"key":"type","label":"Type"},{"key":"value","label":"Value","width":"1fr"}]' />
        <container id="state-edit" class="gone"><text id="state-name"></text><input id="state-value" aria-label="Value as JSON" /></container>
      </tab>
      <tab id="requests" label="Requests">
        <table id="requests-table" class="fill" row-key="id" selectable="single" follow="true" aria-label="Requests"
          empty-text="The launcher has done nothing for the app"
          columns='[{"key":"time","label":"Time"},{"key":"kind","label":"Kind"},{"key":"state","label":"State"},{"key":"ms","label":"ms","align":"right"},{"key":"subject","label":"What","width":"1fr","min":16},{"key":"result","label":"Result","max":14}]' />
        <container id="requests-detail" class="detail gone"><text id="requests-whole"></text></container>
      </tab>
      <tab id="permissions" label="Permissions">
        <table id="permissions-table" class="fill" selectable="single" aria-label="Permissions"
          empty-text="The app runs no code: it has no permissions"
          columns='[{"key":"kind","label":"Kind"},{"key":"state","label":"State"},{"key":"value","label":"What","width":"1fr"},{"key":"origin","label":"By"},{"key":"used","label":"Used","align":"right"},{"key":"denied","label":"Denied","align":"right"}]' />
        <container id="permissions-detail" class="detail gone"><text id="permissions-whole"></text></container>
      </tab>
    </tabs>
  </container>
</tui>
`;
