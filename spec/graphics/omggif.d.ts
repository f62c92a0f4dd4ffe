/** What specs use of the package, which has no types of its own. */
declare module 'omggif' {
  export interface GifFrameOptions {
    readonly delay?: number;
    readonly disposal?: number;
    readonly transparent?: number;
  }
  export class GifWriter {
    constructor(
      bytes: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: readonly number[]; readonly loop?: number },
    );
    addFrame(
      x: number,
      y: number,
      width: number,
      height: number,
      indexes: readonly number[],
      options?: GifFrameOptions,
    ): number;
    /** Bytes that were written. */
    end(): number;
  }
}
