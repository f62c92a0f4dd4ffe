import { expect, it } from '@jest/globals';
import { ToolGroup, type Tools } from '../../runtime/terminal/divided/divided-display.js';

it('makes room for one of the tools by closing the others', () => {
  const group = new ToolGroup();
  const closed: string[] = [];
  const rooms: (() => void)[] = [];
  for (const name of ['devtools', 'assistant']) {
    group.add((makeRoom): Tools => {
      rooms.push(makeRoom);
      return {
        shortcut: () => false,
        onShow: () => undefined,
        close: () => closed.push(name),
      };
    });
  }
  rooms[0]?.();
  expect(closed).toEqual(['assistant']);
  rooms[1]?.();
  expect(closed).toEqual(['assistant', 'devtools']);
});
