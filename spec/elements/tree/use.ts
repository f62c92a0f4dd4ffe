/** One tree in an app of its own, with the events it fires: what the specs of trees share. */
import type { TreeItem } from '../../../elements/tree/model/item.js';
import type { Tree } from '../../../elements/tree/tree.js';
import { mount } from '../../support/mount.js';

type App = Awaited<ReturnType<typeof mount>>;

export const FILES: readonly (TreeItem | string)[] = [
  {
    label: 'src',
    expanded: true,
    items: [
      { label: 'elements', items: [{ label: 'button.ts' }, { label: 'tree.ts' }] },
      { label: 'runtime', items: [{ label: 'app.ts' }] },
      { label: 'index.ts' },
    ],
  },
  { label: 'docs', items: [{ label: 'README.md' }] },
  'package.json',
];

export interface Used {
  readonly app: App;
  readonly tree: Tree;
  events(): string[];
  /** The rows that show, without what is in front of the labels; `>` is in front of the one with the cursor. */
  rows(): string[];
}

export async function use(
  attributes = '',
  {
    width = 30,
    height = 8,
    items = FILES as readonly (TreeItem | string)[] | null,
    style = '',
    theme = 'fullcolor-dark',
    load = undefined as Tree['loadChildren'],
    errors = undefined as 'keep' | undefined,
  } = {},
): Promise<Used> {
  const app = await mount(
    `<tui><tree id="t" ${attributes} style="height: ${height}; ${style}"/></tui>`,
    { width, height: height + 1, theme, ...(errors === undefined ? {} : { errors }) },
  );
  const tree = app.document.getElementById('t') as unknown as Tree;
  if (load !== undefined) tree.loadChildren = load;
  if (items !== null) tree.setItems(items);
  tree.focus();
  await app.settle();
  let fired: string[] = [];
  for (const type of ['select', 'activate', 'toggle', 'rename', 'move']) {
    tree.addEventListener(type, (event: unknown) => {
      const { id, count, open, label, parentId, index } = event as Record<string, unknown>;
      const about = [id, count, open, label, parentId, index].filter((each) => each !== undefined);
      fired.push([type, ...about].map(String).join(' '));
    });
  }
  return {
    app,
    tree,
    events: () => {
      const before = fired;
      fired = [];
      return before;
    },
    rows: () => {
      const cursor = tree.cursorId?.split('/').at(-1);
      return app
        .text()
        .split('\n')
        .map((line) => line.replace(/^[ │├└─▾▸✓•]+/, '').replace(/[ │▀-█]+$/, ''))
        .filter((line) => line !== '')
        .map((line) => (line.startsWith(cursor ?? '\n') ? `>${line}` : line));
    },
  };
}
