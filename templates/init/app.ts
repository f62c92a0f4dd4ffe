interface Task {
  readonly title: string;
  done: boolean;
}

declare global {
  namespace Tui {
    /** Kept between runs: the policy in app.tui sets "persist". */
    interface StateValues {
      tasks: Task[];
    }
  }
}

const list = $tui.getElementById('tasks');

let tasks = $tui.state.get('tasks') ?? [];

/** Elements with `bind` show these values, and write what the user enters. */
export const state = $tui.createState({ title: '', count: '', noneDone: true });

/** Adds the task in the field, unless it is empty. */
export function add(): void {
  const title = state.title.trim();
  if (title === '') return;
  const task = { title, done: false };
  tasks.push(task);
  show(task);
  state.title = '';
  save();
}

/** Removes the tasks that are done. */
export function clear(): void {
  tasks = tasks.filter((task) => !task.done);
  list.replaceChildren();
  for (const task of tasks) show(task);
  save();
}

function show(task: Task): void {
  const box = $tui.createElement('checkbox');
  box.textContent = task.title;
  box.checked = task.done;
  box.classList.toggle('done', task.done);
  box.addEventListener('change', () => {
    task.done = box.checked;
    box.classList.toggle('done', task.done);
    save();
  });
  list.append(box);
}

function save(): void {
  const open = tasks.filter((task) => !task.done).length;
  state.count = tasks.length === 0 ? 'Nothing to do.' : `${open} of ${tasks.length} to do`;
  state.noneDone = open === tasks.length;
  $tui.state.set('tasks', tasks);
}

for (const task of tasks) show(task);
save();
