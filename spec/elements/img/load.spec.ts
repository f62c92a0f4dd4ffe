/** Many images of one app: in turn, and no more than there is room for. */
import { expect, it } from '@jest/globals';
import { loadPicture, sharedLoading } from '../../../elements/img/load.js';
import { rgbaPng } from '../../graphics/files.js';

const FILE = rgbaPng(1, 1, Uint8Array.of(1, 2, 3, 4));

function open() {
  let isReading = false;
  const read: string[] = [];
  const source = {
    async read(path: string): Promise<Uint8Array> {
      expect(isReading).toBe(false);
      isReading = true;
      await Promise.resolve();
      isReading = false;
      read.push(path);
      if (path === 'none') throw new Error('the file does not exist');
      return FILE;
    },
    download: (): Promise<Uint8Array> => Promise.resolve(FILE),
  };
  return { source, read };
}

it('one file is read at a time, and the loop turns between two', async () => {
  const { source, read } = open();
  const turns: number[] = [];
  const turn = (): void => {
    turns.push(read.length);
    if (read.length < 4) setImmediate(turn);
  };
  setImmediate(turn);
  const names = ['a', 'none', 'b', 'c'];
  const results = await Promise.allSettled(names.map((name) => loadPicture(name, source)));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(read).toEqual(names);
  expect(turns).toEqual(expect.arrayContaining([2, 3]));
});

it('an image that is no longer wanted when its turn comes is not read', async () => {
  const { source, read } = open();
  const first = loadPicture('a', source);
  const second = loadPicture('b', source, () => false);
  await first;
  expect(await second).toBeUndefined();
  expect(read).toEqual(['a']);
});

it('is refused where the others leave no room, and shown once they have gone', async () => {
  const { source } = open();
  const { shown } = sharedLoading(source);
  const [width, height] = [8192, 8192];
  const others = [{}, {}, {}, {}];
  for (const other of others) shown.set(other, { width, height, data: new Uint8Array() });
  await expect(loadPicture('a', source)).rejects.toMatchObject({
    code: 'image-too-large',
    message: 'the images of the app have more than 256 million pixels together',
  });
  shown.delete(others[0]!);
  expect(await loadPicture('a', source)).toMatchObject({ width: 1, height: 1 });
});
