/**
 * The layers of docs/architecture.md as rules. `from` may import only itself, the leaves and what is
 * listed. There is no list of exceptions: a file that does not fit is in the wrong folder.
 */
const leaves = '^runtime/base/';

/** @param {string} name @param {string} from @param {string[]} to */
function layer(name, from, to) {
  return {
    name,
    severity: 'error',
    comment: `${name} imports the leaves${to.length > 0 ? ` and ${to.join(', ')}` : ''} and nothing else of ours`,
    from: { path: from },
    to: { path: '^(runtime|elements|config|cli)/', pathNot: [from, leaves, ...to] },
  };
}

/** A room of the sandbox imports these rooms and no others. @param {string} name @param {string[]} to */
function sandbox(name, to) {
  return {
    name: `sandbox ${name}`,
    severity: 'error',
    comment: `cli/sandbox/${name} imports ${to.join(', ')} and no other room of the sandbox`,
    from: { path: `^cli/sandbox/${name}/` },
    to: { path: '^cli/sandbox/', pathNot: to.map((room) => `^cli/sandbox/${room}`) },
  };
}

/** A room of the bar chart imports only from the rooms before it. @param {string} name @param {string[]} to */
function chart(name, to) {
  return {
    name: `data-bars ${name}`,
    severity: 'error',
    comment: `elements/data-bars/${name} imports ${to.join(', ') || 'no other room'} of the chart`,
    from: { path: `^elements/data-bars/${name}/` },
    to: {
      path: '^elements/data-bars/',
      pathNot: [name, ...to].map((room) => `^elements/data-bars/${room}/`),
    },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'of what runs; types of one layer may know each other, as those of any DOM do',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    layer('leaves', leaves, []),
    layer('markup', '^runtime/markup/', []),
    layer('dom', '^runtime/dom/', ['^runtime/markup/names\\.ts$']),
    layer('element', '^runtime/element/', ['^runtime/(dom|markup)/']),
    layer('style', '^runtime/style/', ['^runtime/(dom|element)/']),
    layer('layout', '^runtime/layout/', ['^runtime/(style|element|dom)/']),
    layer('paint', '^runtime/paint/', ['^runtime/(layout|style|element|dom)/']),
    layer('terminal', '^runtime/terminal/', [
      '^runtime/paint/(cells|damage)\\.ts$',
      '^runtime/graphics/indexed-format\\.ts$',
    ]),
    layer('input', '^runtime/input/', ['^runtime/(dom|element)/', '^runtime/paint/hit-grid\\.ts$']),
    layer('script', '^runtime/script/', ['^runtime/(dom|element)/', '^config/types\\.ts$']),
    {
      name: 'charts below',
      severity: 'error',
      comment: 'elements/charts holds what charts share, and imports no element',
      from: { path: '^elements/charts/' },
      to: { path: '^elements/', pathNot: '^elements/(charts|support)/' },
    },
    chart('model', []),
    chart('scale', ['model']),
    chart('marks', ['model', 'scale']),
    chart('paint', ['model', 'scale', 'marks']),
    layer('graphics', '^runtime/graphics/', []),
    layer('messages', '^runtime/messages/', [
      '^runtime/(dom|element|markup)/',
      '^runtime/script/globals/tui-global\\.ts$',
    ]),
    layer('persistence', '^runtime/persistence/', [
      '^runtime/(dom|element|markup)/',
      '^runtime/script/globals/tui-global\\.ts$',
    ]),
    layer('frame', '^runtime/app/frame\\.ts$', [
      '^runtime/(markup|dom|element|style|layout|paint|terminal)/',
    ]),
    layer('app and testing', '^runtime/(app|testing)/', [
      '^runtime/(markup|dom|element|style|layout|paint|page|terminal|input|script|messages|persistence|screen)/',
      '^config/types\\.ts$',
    ]),
    // What developer tools learn of an app, in the app's process; its report is read in another one.
    layer('devtools', '^runtime/devtools/', [
      '^runtime/(dom|element|style|layout|paint)/',
      '^runtime/markup/names\\.ts$',
      '^runtime/app/(app|app-options|frame)\\.ts$',
    ]),
    // What a screen showed, as text, colors, SVG and pages: for snapshots and for specs.
    layer('screen', '^runtime/screen/', [
      '^runtime/(markup|dom|element|style|layout|paint|page|terminal)/',
      '^runtime/graphics/glyphs\\.ts$',
      '^runtime/app/app\\.ts$',
    ]),
    // It runs in browsers too.
    layer('page', '^runtime/page/', ['^runtime/graphics/glyphs\\.ts$']),
    layer('elements', '^elements/', [
      '^runtime/element/(attribute-errors|attribute-values|calls/screens|click-watchers|commands/accessible-command|commands/commands|commands/key-tables|contract|internals|registry|scrollbar|services|tree|tui-document|tui-element)\\.ts$',
      '^runtime/dom/(forms|lists)\\.ts$',
      '^runtime/graphics/',
      '^runtime/paint/cells\\.ts$',
      // What colours a terminal shows: charts keep series apart in them.
      '^runtime/terminal/encoding/palette\\.ts$',
    ]),
    layer('config', '^config/', []),
    // The trust line: what runs inside the sandbox, what runs outside, and what both read.
    sandbox('policy', ['policy']),
    sandbox('channel', ['policy', 'channel']),
    sandbox('approval', ['policy', 'approval']),
    sandbox('remote', ['policy', 'remote']),
    sandbox('broker', ['policy', 'channel', 'remote', 'broker']),
    sandbox('launch', ['policy', 'channel', 'approval', 'remote', 'broker', 'launch']),
    sandbox('runner', [
      'channel',
      'runner',
      'policy/(app-modules|check|denied|refused-calls|types|mounts)\\.ts$',
      'policy/grants',
    ]),
    {
      name: 'mirror',
      severity: 'error',
      comment: 'the server of the mirror knows nothing of the sandbox: the launcher gives it ports',
      from: { path: '^cli/mirror/' },
      to: { path: '^(cli|elements|config)/', pathNot: ['^cli/mirror/'] },
    },
    {
      name: 'assistant',
      severity: 'error',
      comment: 'the assistant knows nothing of the sandbox: the launcher gives it ports',
      from: { path: '^cli/assistant/' },
      to: {
        path: '^cli/',
        pathNot: [
          '^cli/(assistant|agents)/',
          '^cli/devtools/(division|dock-document|theme)\\.ts$',
          '^cli/(create-app|library)\\.ts$',
        ],
      },
    },
    {
      name: 'agents',
      severity: 'error',
      comment: 'what models read is made of what was checked, and of nothing else',
      from: { path: '^cli/agents/' },
      to: { path: '^(cli|elements|config)/', pathNot: ['^cli/agents/'] },
    },
    {
      name: 'dock',
      severity: 'error',
      comment: 'the dock knows nothing of the sandbox: the launcher gives it ports',
      from: { path: '^cli/devtools/' },
      to: { path: '^cli/', pathNot: ['^cli/devtools/', '^cli/(create-app|library)\\.ts$'] },
    },
    {
      name: 'nothing-imports-the-runner',
      severity: 'error',
      from: { pathNot: '^cli/sandbox/runner/' },
      to: { path: '^cli/sandbox/runner/' },
    },
    {
      name: 'yoga-door',
      severity: 'error',
      from: { pathNot: '^runtime/layout/' },
      to: { path: 'node_modules/yoga-layout' },
    },
    {
      name: 'linkedom-door',
      severity: 'error',
      comment:
        'a document of linkedom is what a page for browsers is written with, and nothing else',
      from: { pathNot: '^cli/documents/html-page\\.ts$' },
      to: { path: 'node_modules/linkedom|^linkedom' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};
