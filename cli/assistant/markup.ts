/** The assistant as a document. It has no scripts: `pane.ts` works with its elements from outside. */
export const MARKUP = `<tui>
  <style>
    #pane { flex-grow: 1; flex-basis: 0; }
    .right #pane { border-left: thin; }
    .keys #pane { border-color: var(--accent); }
    #bar { height: 1; flex-shrink: 0; flex-direction: row; background: var(--surface); color: var(--text); }
    #title { flex-grow: 1; flex-shrink: 1; padding: 0 1; white-space: nowrap; text-overflow: ellipsis; }
    .keys #title { font-weight: bold; }
    #bar button { flex-shrink: 0; }
    #where { flex-shrink: 0; padding: 0 1; color: var(--muted); }
    .bottom #where { height: 1; white-space: nowrap; text-overflow: ellipsis; }
    #log { overflow-y: scroll; flex-grow: 1; flex-basis: 0; padding: 0 1; }
    .bottom #log { gap: 0; }
    .right #log { gap: 1 0; }
    #log > * { flex-shrink: 0; }
    .user { color: var(--accent); font-weight: bold; white-space: pre-wrap; }
    .note { color: var(--muted); white-space: pre-wrap; }
    .error { color: var(--error); white-space: pre-wrap; }
    #proposals { flex-shrink: 0; max-height: 60%; border: thin; border-color: var(--warning); padding: 0 1; }
    #actions { overflow-y: scroll; flex-shrink: 1; }
    #actions text { flex-shrink: 0; white-space: pre-wrap; }
    #choice { height: 1; flex-shrink: 0; flex-direction: row; gap: 2; }
    #state { height: 1; flex-shrink: 0; flex-direction: row; padding: 0 1; gap: 1; color: var(--muted); }
    #doing { flex-grow: 1; flex-basis: 0; white-space: nowrap; text-overflow: ellipsis; }
    #usage { flex-shrink: 0; white-space: nowrap; }
    #ask { height: 1; flex-shrink: 0; flex-direction: row; }
    #question { flex-grow: 1; flex-basis: 0; }
    .gone { display: none; }
  </style>
  <container id="pane">
    <container id="bar">
      <text id="title"></text>
      <button id="new" aria-label="New conversation">new</button>
      <button id="move" aria-label="Move the assistant"></button>
      <button id="close" aria-label="Close the assistant">x</button>
    </container>
    <text id="where"></text>
    <container id="log" role="log" aria-label="Conversation"></container>
    <container id="proposals" class="gone" role="alert" title="Confirm">
      <container id="actions" tabindex="0" aria-label="Proposed actions"></container>
      <container id="choice">
        <button id="yes" tabindex="-1" variant="primary">y: do it</button>
        <button id="no" tabindex="-1">n: leave it</button>
      </container>
    </container>
    <container id="state"><text id="doing" aria-live="polite"></text><text id="usage"></text></container>
    <container id="ask"><input id="question" placeholder="Ask about this app (F7: speak)" aria-label="Question" /></container>
  </container>
</tui>
`;
