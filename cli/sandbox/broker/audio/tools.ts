/** The programs that record: the first that is installed and works is used. */
import { findOnPath } from '../../policy/grants/commands.js';
import { MACOS_RECORDER } from './macos-recorder.js';
import { SAMPLE_RATE } from './sound.js';

export interface Tool {
  readonly name: string;
  readonly path: string;
  readonly args: readonly string[];
}

type Command = readonly [name: string, ...args: string[]];

const RATE = String(SAMPLE_RATE);
const RAW = ['-f', 's16le', '-ar', RATE, '-ac', '1', '-'];
const QUIET = ['-nostdin', '-loglevel', 'error'];
const SOX = ['-q', '-t', 'raw', '-b', '16', '-e', 'signed-integer', '-r', RATE, '-c', '1', '-'];

/** Programs of the sound system. Each writes samples to stdout until it is ended. */
const OF_THE_SYSTEM: readonly Command[] = [
  ['pw-record', '--raw', '--format=s16', `--rate=${RATE}`, '--channels=1', '-'],
  ['parec', '--raw', '--format=s16le', `--rate=${RATE}`, '--channels=1', '--latency-msec=20'],
  ['arecord', '-q', '-t', 'raw', '-f', 'S16_LE', '-r', RATE, '-c', '1'],
];
const MEDIA_TOOLS: readonly Command[] = [
  ['ffmpeg', ...QUIET, '-f', 'alsa', '-i', 'default', ...RAW],
  ['rec', ...SOX],
];
/** The interpreter of the system's own scripts. */
const OF_MACOS: readonly Command[] = [['osascript', '-l', 'JavaScript', '-e', MACOS_RECORDER]];
const MEDIA_TOOLS_OF_MACOS: readonly Command[] = [
  ['ffmpeg', ...QUIET, '-f', 'avfoundation', '-i', ':default', ...RAW],
  ['rec', ...SOX],
];

export interface RecorderOptions {
  readonly platform?: NodeJS.Platform | undefined;
  /** `terminal.forceExternalTool`: media tools only. */
  readonly isExternal: boolean;
}

/** @param path folders that the app cannot write */
export function recorders(path: string, { platform, isExternal }: RecorderOptions): Tool[] {
  const isMacos = (platform ?? process.platform) === 'darwin';
  const tools = isMacos ? MEDIA_TOOLS_OF_MACOS : MEDIA_TOOLS;
  const native = isMacos ? OF_MACOS : OF_THE_SYSTEM;
  const commands = isExternal ? tools : [...native, ...tools];
  return commands.flatMap(([name, ...args]) => {
    const program = findOnPath(name, path);
    return program === undefined ? [] : [{ name, path: program.path, args }];
  });
}

/** What to do where there is none. */
export function adviceFor({ isExternal, platform }: RecorderOptions): string {
  const media = 'install ffmpeg or SoX (rec)';
  if (isExternal) return `${media}, or set terminal.forceExternalTool to false`;
  if ((platform ?? process.platform) === 'darwin') return media;
  return 'install PipeWire (pw-record), PulseAudio (parec), ALSA (arecord), ffmpeg or SoX (rec)';
}

/** What the programs need of the environment to find the sound server, and nothing else. */
const PASSED =
  /^(HOME|USER|LOGNAME|LANG|LC_\w+|XDG_\w+|PULSE_\w+|PIPEWIRE_\w+|ALSA_\w+|DBUS_SESSION_BUS_ADDRESS|AUDIODEV|AUDIODRIVER)$/;

export function toolEnvironment(env: NodeJS.ProcessEnv, path: string): NodeJS.ProcessEnv {
  const passed = Object.entries(env).filter(([name]) => PASSED.test(name));
  return { ...Object.fromEntries(passed), PATH: path };
}
