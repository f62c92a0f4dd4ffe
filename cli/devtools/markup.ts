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
    .tools { flex-shrink: 0; flex-direction: row; flex-wrap: wrap; gap: 0 1; }
    .tools input { flex-grow: 1; flex-basis: 0; min-width: 8; }
    #picked { flex-grow: 1; flex-basis: 0; min-width: 8; }
    .fill { flex-grow: 1; flex-basis: 0; min-height: 3; }
    .line { height: 1; flex-shrink: 0; white-space: nowrap; text-overflow: ellipsis; color: var(--muted); }
    .gone { display: none; }
    .detail { min-height: 2; max-height: 6; overflow-y: scroll; border-top: thin; }
    .edit { flex-shrink: 0; border-top: thin; }
    .edit container { height: 1; flex-shrink: 0; flex-direction: row; gap: 1; }
    .edit container text { max-width: 50%; white-space: nowrap; text-overflow: ellipsis; }
    .edit input { flex-grow: 1; flex-basis: 0; }
    .reason { flex-shrink: 0; max-height: 3; overflow-y: auto; color: var(--error); }
    .detail:focus, #config-box:focus { border-color: var(--accent); }
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
    #config-box { flex-shrink: 0; height: 13; border-top: thin; overflow: scroll; }
    .bottom #config-box { height: 3; }
    #config-explain { white-space: pre-wrap; }
    #frames { overflow-y: scroll; gap: 1; }
    .bottom #frames { flex-direction: row; }
    #frames data-bars { flex-grow: 1; flex-basis: 0; min-height: 4; }
    .bottom #frames data-bars { min-width: 16; }
    #frames-stages { flex-grow: 2 !important; }
    @media (max-width: 50) {
      .tools button { padding: 0; }
      .tools input { min-width: 3; }
      .tools input:focus { min-width: 16; }
      .setting { height: auto; flex-wrap: wrap; gap: 0 1; }
      .setting .key { width: 100%; }
      .bottom #frames { flex-direction: column; }
    }
    @media (max-height: 9) {
      .fill { min-height: 2; }
      .detail, .edit, #config-box { border-top: none; background: var(--surface); }
      .detail { min-height: 1; }
      .bottom #config-box { height: 2; }
    }
    @media (max-height: 7) {
      tab { overflow-y: auto; }
    }
    @media (max-width: 50) and (max-height: 9) {
      .setting { height: 1; flex-wrap: nowrap; }
      .setting .key { width: auto; flex-grow: 1; flex-basis: 0; }
      .setting .origin { display: none; }
    }
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
          empty-text="Nothing is logged" aria-label="Log"
          columns='[{"key":"time","label":"Time","priority":1},{"key":"level","label":"Level"},{"key":"message","label":"Message","width":"1fr","min":24}]' />
        <container id="log-detail" class="detail gone" tabindex="0" aria-label="Selected row"><text id="log-message"></text><text id="log-at" class="line"></text></container>
      </tab>
      <tab id="elements" label="Elements">
        <container class="tools">
          <button id="pick">pick</button>
          <text id="picked" class="line"></text>
        </container>
        <split-pane id="panes" class="fill" position="50%">
          <table id="tree" selectable="single" sortable="false" show-header="false" aria-label="Elements"
            empty-text="Waiting for the app" columns='[{"key":"label","width":"1fr"}]' />
          <table id="details" row-key="id" selectable="single" sortable="false" show-header="false" aria-label="Details"
            empty-text="Select an element" columns='[{"key":"name","width":"2fr","max":28},{"key":"value","width":"3fr"}]' />
        </split-pane>
        <container id="element-detail" class="detail gone" tabindex="0" aria-label="Selected row"><text id="element-whole"></text></container>
        <container id="element-edit" class="edit gone">
          <container><text id="element-name"></text><input id="element-value" aria-label="Value" /></container>
          <text id="element-reason" class="reason gone"></text>
        </container>
      </tab>
      <tab id="config" label="Edit Config">
        <container class="tools">
          <input id="config-search" type="search" placeholder="search" aria-label="Search" />
          <button id="config-reset">reset</button>
          <button id="config-save" variant="primary">save</button>
        </container>
        <container id="config-list" class="fill"></container>
        <container id="config-box" tabindex="0" aria-label="What sets it"><text id="config-explain">Select a setting: what sets it shows here.</text></container>
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
          columns='[{"key":"key","label":"Key","max":24},{"key":"type","label":"Type","priority":1},{"key":"value","label":"Value","width":"1fr","min":16}]' />
        <container id="state-detail" class="detail gone" tabindex="0" aria-label="Selected row"><text id="state-whole"></text></container>
        <container id="state-edit" class="edit gone">
          <container><text id="state-name"></text><input id="state-value" aria-label="Value as JSON" /></container>
          <text id="state-reason" class="reason gone"></text>
        </container>
      </tab>
      <tab id="requests" label="Requests">
        <table id="requests-table" class="fill" row-key="id" selectable="single" follow="true" aria-label="Requests"
          empty-text="The launcher has done nothing for the app"
          columns='[{"key":"time","label":"Time","priority":1},{"key":"kind","label":"Kind"},{"key":"state","label":"State"},{"key":"ms","label":"ms","align":"right","priority":3},{"key":"subject","label":"What","width":"1fr","min":20},{"key":"result","label":"Result","max":20,"priority":2}]' />
        <container id="requests-detail" class="detail gone" tabindex="0" aria-label="Selected row"><text id="requests-whole"></text></container>
      </tab>
      <tab id="permissions" label="Permissions">
        <table id="permissions-table" class="fill" selectable="single" aria-label="Permissions"
          empty-text="The app runs no code: it has no permissions"
          columns='[{"key":"state","label":"State"},{"key":"what","label":"What","width":"1fr","min":24},{"key":"origin","label":"By","priority":1},{"key":"used","label":"Used","align":"right","priority":3},{"key":"denied","label":"Denied","align":"right","priority":2}]' />
        <container id="permissions-detail" class="detail gone" tabindex="0" aria-label="Selected row"><text id="permissions-whole"></text></container>
      </tab>
    </tabs>
  </container>
</tui>
`;
