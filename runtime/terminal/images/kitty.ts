/** The escape sequences of kitty's graphics protocol. */
import type { TerminalImage } from './image.js';

/** Characters of data in one sequence. */
const MAX_CHUNK = 4096;
/** Of the question whether the terminal knows the protocol. */
const QUERY_ID = 31;

/** In tmux a sequence for the terminal around it is wrapped, and each escape in it doubled. */
function passed(sequence: string, isInTmux: boolean): string {
  return isInTmux ? `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\` : sequence;
}

/** Asks whether the terminal shows images, with one of one pixel that it does not keep. */
export function graphicsQuery(): string {
  return `\x1b_Gi=${QUERY_ID},s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\`;
}

/** Whether a received string is the reply to it, and positive. */
export function graphicsAnswer(text: string): boolean | undefined {
  const match = /^G(?:[a-zA-Z]=\d+,)*i=(\d+)(?:,[a-zA-Z]=\d+)*;(.{0,200})$/.exec(text);
  return match?.[1] === String(QUERY_ID) ? match[2] === 'OK' : undefined;
}

/** Sends an image, compressed, to be shown by placeholders. */
export function transmission(id: number, image: TerminalImage, isInTmux: boolean): string {
  // Few sessions need it, and it takes its time to load.
  const { deflateSync } = process.getBuiltinModule('node:zlib');
  const { width, height, columns, rows } = image;
  const data = deflateSync(image.data, { level: 3 }).toString('base64');
  const parts: string[] = [];
  for (let at = 0; at === 0 || at < data.length; at += MAX_CHUNK) {
    const more = at + MAX_CHUNK < data.length ? 1 : 0;
    const head = at === 0 ? `a=t,f=32,o=z,s=${width},v=${height},i=${id},` : '';
    const part = data.slice(at, at + MAX_CHUNK);
    parts.push(passed(`\x1b_G${head}q=2,m=${more};${part}\x1b\\`, isInTmux));
  }
  parts.push(passed(`\x1b_Ga=p,U=1,i=${id},c=${columns},r=${rows},q=2\x1b\\`, isInTmux));
  return parts.join('');
}

/** Deletes an image and frees its data. */
export function deletion(id: number, isInTmux: boolean): string {
  return passed(`\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`, isInTmux);
}
