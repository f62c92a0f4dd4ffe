/**
 * Other paths of a file by mounts of the same folder (`mount --bind`, volumes of containers): none of them is a link, and the
 * file has one name on its disk.
 */
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isInside } from '../../policy/grants/paths.js';

/** Mounts that are read: each is a line, and systems have some hundred. */
const MAX_MOUNTS = 10_000;

interface Mount {
  /** Numbers of the disk. */
  readonly disk: string;
  /** The folder of the disk that is mounted. */
  readonly root: string;
  readonly point: string;
}

/** Linux' list of mounts; empty where there is none. */
export async function readMounts(): Promise<string> {
  if (process.platform !== 'linux') return '';
  return await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
}

/** Real paths at which the same file or folder is mounted as well. */
export function otherPathsOf(real: string, mountinfo: string): string[] {
  const mounts = mountinfo.split('\n').slice(0, MAX_MOUNTS).flatMap(mountOf);
  const own = mounts.reduce<Mount | undefined>((best, each) => {
    // Of two at one point the later one is on top.
    const isCloser = best === undefined || each.point.length >= best.point.length;
    return isCloser && isInside(real, each.point) ? each : best;
  }, undefined);
  if (own === undefined) return [];
  const onDisk = join(own.root, relative(own.point, real));
  return mounts
    .filter(({ disk, root }) => disk === own.disk && isInside(onDisk, root))
    .map(({ root, point }) => join(point, relative(root, onDisk)))
    .filter((path) => path !== real);
}

/** `36 35 98:0 /root /point …`; blanks and backslashes are octal. */
function mountOf(line: string): Mount[] {
  const [, , disk, root, point] = line.split(' ').map(unescaped);
  return disk === undefined || root === undefined || point === undefined
    ? []
    : [{ disk, root, point }];
}

function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
