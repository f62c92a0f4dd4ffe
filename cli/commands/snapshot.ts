/** `tui snapshot`: one frame without a terminal, in five formats. */
import { writeFile } from 'node:fs/promises';
import { DiagnosticError } from '../../runtime/diagnostics.js';
import { formatScreen } from '../../runtime/testing/screen-file.js';
import { print, report } from '../console.js';
import { exitCodeOf, paint, type Painting } from '../painting.js';
import { loadConfig } from '../settings.js';
import { readDocument } from '../source.js';
import type { Call, FORMATS } from './table.js';

type Format = (typeof FORMATS)[number];

/** Colours where the format shows them; text is the same in every theme. */
const DEFAULT_THEME = 'fullcolor-dark';

export async function snapshot({ console, flags, operands, argv, options }: Call): Promise<number> {
  const [path = ''] = operands;
  const source = await readDocument(path);
  const painting = await paint(source, {
    config: loadConfig(console, flags, source),
    argv,
    env: console.env,
    width: Number(options['width']),
    height: Number(options['height']),
    theme: DEFAULT_THEME,
  });
  report(console, painting.diagnostics);
  const text = RENDER[options['format'] as Format](painting);
  const output = options['output'];
  if (typeof output === 'string' && output !== '-') await save(output, text);
  else print(console, text);
  return exitCodeOf(painting);
}

const RENDER: Readonly<Record<Format, (painting: Painting) => string>> = {
  text: ({ screen }) => screen.text(),
  ansi: ({ screen }) => screen.toAnsi(),
  svg: ({ screen, scheme, title }) =>
    screen.toSvg({ scheme, title: title === '' ? undefined : title }),
  screen: ({ screen }) => formatScreen(screen),
  json: ({ screen }) => JSON.stringify(screen.toJson()),
};

async function save(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text.endsWith('\n') || text === '' ? text : `${text}\n`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'cannot-write',
        message: `cannot be written (${code ?? message})`,
        source: { file: path, text: '' },
      },
    ]);
  }
}
