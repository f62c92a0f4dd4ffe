/** The advice on a machine without the best tier: one command where there is one. */
import { describe, expect, it } from '@jest/globals';
import { remedyFor, type Machine } from '../../cli/sandbox/launch/tier/remedy.js';

const LINUX: Machine = {
  platform: 'linux',
  hasBubblewrap: false,
  isRoot: false,
  hasProgram: () => false,
};

describe('the way to a better tier', () => {
  it.each([
    ['apt-get', 'run: sudo apt install bubblewrap (tier A)'],
    ['dnf', 'run: sudo dnf install bubblewrap (tier A)'],
    ['pacman', 'run: sudo pacman -S bubblewrap (tier A)'],
    ['zypper', 'run: sudo zypper install bubblewrap (tier A)'],
    ['apk', 'run: sudo apk add bubblewrap (tier A)'],
  ])('is one command where there is %s', (manager, remedy) => {
    expect(remedyFor({ ...LINUX, hasProgram: (name) => name === manager })).toBe(remedy);
  });

  it('needs no sudo of root', () => {
    const machine = { ...LINUX, isRoot: true, hasProgram: (name: string) => name === 'apt-get' };
    expect(remedyFor(machine)).toBe('run: apt install bubblewrap (tier A)');
  });

  it('is general where no package manager is known', () => {
    expect(remedyFor(LINUX)).toBe(
      'install bubblewrap with the package manager of this system (tier A)',
    );
  });

  it('installs nothing that is there and does not work', () => {
    const machine = { ...LINUX, hasBubblewrap: true, hasProgram: () => true };
    expect(remedyFor(machine)).toMatch(/^permit user namespaces to bubblewrap/);
  });

  it.each(['darwin', 'win32'] as const)('is a newer Node on %s', (platform) => {
    expect(remedyFor({ ...LINUX, platform })).toBe('use Node 25.3 or later (tier B)');
  });
});
