/**
 * Images of an untrusted process: one at a time, in pieces, with no more bytes than its size has. Nothing of them is
 * decoded or inflated here: they are plain pixels.
 */
import {
  MAX_BYTES_A_FRAME,
  MAX_KEPT_BYTES,
  sizeFault,
  type ImageIds,
  type ImageSink,
  type TerminalImage,
} from '../images/image.js';
import { FrameError } from './wire.js';

interface Arriving {
  readonly id: number;
  readonly image: TerminalImage;
  have: number;
}

export class ImageReader {
  private arriving: Arriving | undefined;
  /** Bytes of each image that the terminal keeps. */
  private readonly kept = new Map<number, number>();
  private keptBytes = 0;
  private sinceFrame = 0;

  /** @param port undefined where the terminal shows no images */
  constructor(private readonly port: () => (ImageIds & { readonly sink: ImageSink }) | undefined) {}

  /** The other process may send as much again. */
  acknowledged(): void {
    this.sinceFrame = 0;
  }

  /** @throws FrameError */
  begin(body: DataView): void {
    if (body.byteLength !== 12) throw new FrameError('an image of a bad length');
    const id = body.getUint32(0, true);
    const size = {
      columns: body.getUint16(4, true),
      rows: body.getUint16(6, true),
      width: body.getUint16(8, true),
      height: body.getUint16(10, true),
    };
    const port = this.port();
    if (port === undefined) throw new FrameError('an image for a terminal without images');
    if (this.arriving !== undefined) throw new FrameError('an image within another one');
    if (id < port.first || id >= port.first + port.count) {
      throw new FrameError('an image with an id of another program');
    }
    if (this.kept.has(id)) throw new FrameError('an image with the id of another one');
    const fault = sizeFault(size);
    if (fault !== undefined) throw new FrameError(fault);
    const bytes = size.width * size.height * 4;
    this.sinceFrame += bytes;
    // What was sent before an acknowledgement had arrived counts twice here.
    if (this.sinceFrame > 2 * MAX_BYTES_A_FRAME || this.keptBytes + bytes > MAX_KEPT_BYTES) {
      throw new FrameError('too many images');
    }
    this.arriving = { id, image: { ...size, data: new Uint8Array(bytes) }, have: 0 };
  }

  /** @throws FrameError */
  data(body: Uint8Array): void {
    const { arriving, kept } = this;
    if (arriving === undefined) throw new FrameError('pixels of no image');
    const { id, image } = arriving;
    if (body.length === 0 || arriving.have + body.length > image.data.length) {
      throw new FrameError('an image of more pixels than it has');
    }
    image.data.set(body, arriving.have);
    arriving.have += body.length;
    if (arriving.have < image.data.length) return;
    this.arriving = undefined;
    kept.set(id, image.data.length);
    this.keptBytes += image.data.length;
    this.port()?.sink.send(id, image);
  }

  /** @throws FrameError */
  remove(body: DataView): void {
    const id = body.byteLength === 4 ? body.getUint32(0, true) : -1;
    const bytes = this.kept.get(id);
    if (bytes === undefined) throw new FrameError('an image that there is not');
    this.kept.delete(id);
    this.keptBytes -= bytes;
    this.port()?.sink.remove(id);
  }
}
