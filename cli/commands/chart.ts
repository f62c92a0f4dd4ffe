/**
 * `tui chart`: draws a chart of data below the prompt, or prints it. The data is read in the sandbox, by an app of tui's own that
 * is granted nothing: its input is the file, which is opened here.
 */
import type { Config } from '../../config/index.js';
import { detectCapabilities } from '../../runtime/terminal/capabilities.js';
import { FALLBACK_SIZE } from '../../runtime/terminal/output.js';
import { CHART } from '../chart/chart-document.js';
import { DEFAULT_LAST, type ChartOptions } from '../chart/options.js';
import { isTerminal, print } from '../command-line/console.js';
import { openKeyboard } from '../command-line/keyboard.js';
import { usageError } from '../command-line/usage-error.js';
import { openData, type DataInput } from '../documents/data-input.js';
import { openOutput } from '../documents/output-target.js';
import { isServedHeadless, loadConfig, reportPainted } from '../documents/settings.js';
import type { Task } from '../sandbox/channel/task.js';
import { launchApp, type LaunchTask, type OpenedApp } from '../sandbox/launch/open-app.js';
import type { Call, CHART_FORMATS } from './table.js';

type Format = (typeof CHART_FORMATS)[number];

/** Where it names colours, a picture has all of them. */
const COLORED = 'fullcolor-dark';
/** Rows that are painted at most: of an inline app only those with content. */
const MAX_ROWS = 10_000;

export async function chart(call: Call): Promise<number> {
  const { console, operands } = call;
  const [operand = '-'] = operands;
  const isPainted = isPrinted(call);
  const { interactive } = detectCapabilities(console.env, isTerminal(console, 'stdout'));
  const isLiveWith = (settings: Config): boolean =>
    !isPainted && (settings.headlessEnabled ? isServedHeadless(settings) : interactive);
  const config = loadConfig(call, CHART, (settings) => (isLiveWith(settings) ? 'live' : 'paint'));
  const isLive = isLiveWith(config);
  const options = optionsOf(call, operand, isLive);
  if (operand === '-' && isTerminal(console, 'stdin')) {
    throw usageError('tui chart reads a FILE or what is piped into it', 'write tui chart FILE');
  }
  if (!isLive) reportPainted(call, config, undefined);
  const keyboard = isLive && !config.headlessEnabled ? openKeyboard(console) : undefined;
  const isShown = isLive && (keyboard !== undefined || config.headlessEnabled);
  if (options.isFollowed && !isShown) throw followsNothing();
  const task: Task = isShown ? { type: 'live', chart: options } : paintTask(call, config, options);
  const input = operand === '-' ? undefined : await openData(console, operand, options.isFollowed);
  return await launched(call, { config, task, keyboard, input });
}

/** An option that only output has. */
function isPrinted({ options }: Call): boolean {
  const names = ['format', 'width', 'output'];
  return options['print'] === true || names.some((name) => options[name] !== undefined);
}

const formatOf = ({ options }: Call): Format => (options['format'] ?? 'text') as Format;

function paintTask(call: Call, config: Config, chartOptions: ChartOptions): Task {
  const { console, options } = call;
  const format = formatOf(call);
  const columns = isTerminal(console, 'stdout') ? console.stdout.columns : undefined;
  return {
    type: 'paint',
    width: Number(options['width'] ?? columns ?? config.headlessWidth ?? FALLBACK_SIZE.width),
    height: MAX_ROWS,
    theme: format === 'text' ? 'bw-std' : COLORED,
    glyphs: detectCapabilities(console.env, isTerminal(console, 'stdout')).glyphs,
    format: format === 'html' ? 'page' : format,
    kept: format === 'html' || options['output'] !== undefined,
    chart: chartOptions,
  };
}

interface Launched extends Pick<LaunchTask, 'task' | 'keyboard'> {
  readonly config: Config;
  readonly input: DataInput | undefined;
}

async function launched(call: Call, { config, task, keyboard, input }: Launched): Promise<number> {
  const { console, options } = call;
  const app: OpenedApp = {
    source: CHART,
    config,
    appFile: undefined,
    remote: undefined,
    isInert: false,
  };
  const output = options['output'];
  const file = typeof output === 'string' && output !== '-' ? output : undefined;
  const target = file === undefined ? undefined : openOutput(file, console.cwd);
  const onPicture = async (text: string): Promise<void> => {
    const picture =
      formatOf(call) === 'html'
        ? await (await import('../documents/html-page.js')).htmlPage(text)
        : text;
    if (target === undefined) print(console, picture);
    else await target.write(picture);
  };
  try {
    const code = await launchApp(call, app, {
      argv: [],
      task,
      keyboard,
      input: input?.console,
      output: file,
      onPicture,
    });
    input?.check();
    return code;
  } finally {
    target?.discard();
    input?.close();
  }
}

/** @throws DiagnosticError for options that do not go together */
function optionsOf({ console, options }: Call, operand: string, isLive: boolean): ChartOptions {
  const isFollowed = options['follow'] === true;
  if (options['last'] !== undefined && !isFollowed) {
    throw usageError('--last has no effect without --follow', 'add --follow');
  }
  if (isFollowed && !isLive) throw followsNothing();
  return {
    name: operand === '-' ? '<stdin>' : operand,
    type: options['type'] as ChartOptions['type'],
    x: textOf(options['x']),
    y: textOf(options['y']),
    input: options['input'] as ChartOptions['input'],
    delimiter: delimiterOf(textOf(options['delimiter'])),
    hasHeader: hasHeader(options),
    dateFormat: textOf(options['date-format']),
    timeZone: textOf(options['time-zone']),
    bins: numberOf(options['bins']),
    sort: options['sort'] as ChartOptions['sort'],
    top: numberOf(options['top']),
    title: textOf(options['title']),
    logScale: options['log-scale'] as ChartOptions['logScale'],
    isLenient: options['lenient'] === true,
    isFollowed,
    last: numberOf(options['last']) ?? DEFAULT_LAST,
    height: numberOf(options['height']),
    statesChoice: !isLive && isTerminal(console, 'stderr'),
  };
}

/** Undefined: the first row decides. */
function hasHeader({ header, 'no-header': noHeader }: Call['options']): boolean | undefined {
  if (header === true && noHeader === true) {
    throw usageError('--header and --no-header exclude each other', 'leave one of them out');
  }
  if (header === true) return true;
  return noHeader === true ? false : undefined;
}

type Option = Call['options'][string];

const textOf = (option: Option): string | undefined =>
  option === undefined ? undefined : String(option);
const numberOf = (option: Option): number | undefined =>
  option === undefined ? undefined : Number(option);

function delimiterOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const delimiter = text === 'tab' || text === '\\t' ? '\t' : text;
  if (delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter;
  throw usageError(
    `--delimiter: expected one character or tab, found ${JSON.stringify(text)}`,
    'write for example --delimiter=";"',
  );
}

function followsNothing(): Error {
  return usageError(
    '--follow draws on a terminal, and stdout is not one',
    'leave out --follow, --print, --format, --width and --output',
  );
}
