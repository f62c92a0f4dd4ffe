/** `tui snapshot`: prints one frame without a terminal. */
import { print, report } from '../command-line/console.js';
import { openOutput } from '../documents/output-target.js';
import { isMarkdownName } from '../documents/markdown-name.js';
import { launchApp, openApp, type LaunchTask, type OpenedApp } from '../sandbox/launch/open-app.js';
import type { PictureFormat, PictureStep, Task } from '../sandbox/channel/task.js';
import { keyBytes } from '../../runtime/testing/input-bytes.js';
import { usageError } from '../command-line/usage-error.js';
import type { Call, FORMATS, Step } from './table.js';

type Format = (typeof FORMATS)[number];
type PaintTask = Extract<Task, { type: 'paint' }>;

/** Formats that are made here, and of which data. */
const DATA: Readonly<Partial<Record<Format, PictureFormat>>> = { html: 'page', ai: 'shown' };

/** Colours where the format shows them; text is the same in every theme. */
const DEFAULT_THEME = 'fullcolor-dark';

export async function snapshot(originalCall: Call): Promise<number> {
  const { console, operands, options } = originalCall;
  const [path = ''] = operands;
  const format = options['format'] as Format;
  const steps = originalCall.steps.map(stepOf);
  const { call, app, argv } = await opened(originalCall, path);
  if (app.config.getSource('server.port') === 'cli') {
    throw usageError(
      '--server-port: a snapshot is one frame, which no client could watch',
      `to watch the app, run: tui --headless --server-port=0 ${JSON.stringify(path)}`,
    );
  }
  const output = options['output'];
  const file = typeof output === 'string' && output !== '-' ? output : undefined;
  const task: PaintTask = {
    type: 'paint',
    width: Number(options['width'] ?? app.config.headlessWidth),
    height: Number(options['height'] ?? app.config.headlessHeight),
    theme: DEFAULT_THEME,
    format: DATA[format] ?? (format as PictureFormat),
    // A page, or a request, is made here, of data of the app.
    kept: file !== undefined || DATA[format] !== undefined,
    steps,
  };
  const target = file === undefined ? undefined : openOutput(file, console.cwd);
  try {
    const write = async (text: string): Promise<void> => {
      if (target === undefined) print(console, text);
      else await target.write(text);
    };
    const onPicture = async (text: string): Promise<void> => {
      await write(await finish(format, text));
    };
    if (!app.isInert) return await launchApp(call, app, { argv, task, output: file, onPicture });
    return await paintHere(call, app, { argv, task, onPicture });
  } finally {
    target?.discard();
  }
}

interface Here extends Pick<LaunchTask, 'argv'> {
  readonly task: PaintTask;
  readonly onPicture: (text: string) => Promise<void>;
}

/** Nothing of the app runs, so nothing has to be kept from anything. */
async function paintHere(
  { console }: Call,
  { source, config }: OpenedApp,
  { argv, task, onPicture }: Here,
): Promise<number> {
  const [{ openLog }, { exitCodeOf, paint, renderAs }] = await Promise.all([
    import('../log/open-log.js'),
    import('../documents/painting.js'),
  ]);
  const log = openLog(config, console, source.file);
  try {
    const { logger } = log;
    const painting = await paint(source, { config, argv, env: console.env, logger, ...task });
    report(console, painting.diagnostics);
    await onPicture(renderAs(task.format, painting));
    return exitCodeOf(painting);
  } finally {
    log.close();
  }
}

/** What is made here of data that the app has sent. */
async function finish(format: Format, text: string): Promise<string> {
  if (format === 'html') return (await import('../documents/html-page.js')).htmlPage(text);
  if (format === 'ai') return (await import('../documents/ai-request.js')).aiRequest(text);
  return text;
}

/** The app, or the viewer of a Markdown file. */
async function opened(
  call: Call,
  path: string,
): Promise<{ readonly call: Call; readonly app: OpenedApp; readonly argv: readonly string[] }> {
  if (!isMarkdownName(path)) {
    return { call, app: await openApp(call, path, () => 'snapshot'), argv: call.argv };
  }
  const { openMarkdown } = await import('./markdown.js');
  const found = await openMarkdown(call, path, () => 'snapshot');
  return { ...found, argv: [found.path, 'live'] };
}

function stepOf({ option, value }: Step): PictureStep {
  if (option === 'wait') return { type: 'wait', ms: Number(value) };
  if (option === 'until') return { type: 'until', text: String(value) };
  const keys = String(value)
    .split(/\s+/)
    .filter((key) => key !== '');
  try {
    keys.forEach(keyBytes);
  } catch (error) {
    throw usageError(`--press: ${(error as Error).message}`);
  }
  return { type: 'press', keys };
}
