import { Writable } from 'node:stream';
import { appendFileSync, writeFileSync } from 'node:fs';
// Counts bytes in place of a terminal. DUMP=file keeps them too.
export class Sink extends Writable {
  constructor() {
    super({ highWaterMark: 1 << 30 });
    this.columns = 120;
    this.rows = 40;
    this.isTTY = true;
    this.fd = 1;
    this.bytes = 0;
    this.writes = 0;
    this.onchunk = null;
    this.dump = process.env.DUMP;
    if (this.dump) writeFileSync(this.dump, '');
  }
  _write(c, e, cb) {
    this.bytes += c.length;
    this.writes++;
    if (this.dump) appendFileSync(this.dump, c);
    this.onchunk?.(c);
    cb();
  }
  getWindowSize() {
    return [120, 40];
  }
  getColorDepth() {
    return 24;
  }
  hasColors() {
    return true;
  }
  cursorTo() {}
  moveCursor() {}
  clearLine() {}
  clearScreenDown() {}
}
