import { describe, expect, it } from '@jest/globals';
import { loadPermissions } from '../../cli/sandbox/policy/load.js';
import { allowsNet } from '../../cli/sandbox/policy/check.js';
import { readPermissionFlags } from '../../cli/sandbox/policy/flags.js';
import type { Resolved } from '../../cli/sandbox/policy/resolve.js';

function resolved(policy: object | undefined, flags: readonly string[] = []): Resolved {
  const block = policy === undefined ? '' : `<policy>${JSON.stringify(policy)}</policy>`;
  return loadPermissions({
    source: { file: 'app.tui', text: block },
    appFile: undefined,
    flags: readPermissionFlags(flags),
    env: {},
    cwd: '/',
    home: '/home/ada',
  }).resolved;
}

describe('the network', () => {
  const net = (...hosts: string[]): Resolved['permissions'] =>
    resolved({ permissions: { net: hosts } }).permissions;

  it('knows each form of a host', () => {
    const permissions = net('bücher.example', '127.0.0.1:80', 'example.com:443');
    for (const host of ['BÜCHER.example', 'xn--bcher-kva.example.', 'bücher。example'])
      expect(allowsNet(permissions, host, 1)).toBe(true);
    for (const host of ['127.1', '2130706433', '[::ffff:7f00:1]', '0x7f.1'])
      expect(allowsNet(permissions, host, 80)).toBe(true);
    expect(allowsNet(permissions, '127.0.0.1', 81)).toBe(false);
    expect(allowsNet(permissions, 'user@example.com', 443)).toBe(false);
    expect(allowsNet(permissions, 'example.com', 443, '93.184.216.34')).toBe(true);
  });

  it('does not follow a name to a private address', () => {
    for (const address of [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '::1',
      '::ffff:127.0.0.1',
      'fe80::1%eth0',
      '64:ff9b::7f00:1',
      'x',
    ]) {
      expect(allowsNet(net('example.com', '*.example.com'), 'example.com', 80, address)).toBe(
        false,
      );
      expect(
        allowsNet(resolved(undefined, ['--allow-net']).permissions, 'example.com', 80, address),
      ).toBe(false);
    }
    expect(allowsNet(net('example.com', '10.0.0.1'), 'example.com', 80, '10.0.0.1')).toBe(true);
    expect(allowsNet(net('example.com', '10.0.0.1:81'), 'example.com', 80, '10.0.0.1')).toBe(false);
  });

  it('takes a private name at its word', () => {
    expect(allowsNet(net('localhost:3000'), 'localhost', 3000, '127.0.0.1')).toBe(true);
    expect(allowsNet(net('localhost:3000'), 'localhost', 3000, '::1')).toBe(true);
    expect(allowsNet(net('localhost:3000'), 'localhost', 3000, '10.0.0.1')).toBe(false);
    expect(allowsNet(net('nas.local'), 'nas.local', 80, '192.168.1.5')).toBe(true);
    expect(allowsNet(net('localhost'), '127.0.0.1', 80)).toBe(false);
  });

  it('of all hosts is not that of this machine', () => {
    const { permissions } = resolved(undefined, ['--allow-net']);
    expect(allowsNet(permissions, 'example.com', 443, '93.184.216.34')).toBe(true);
    expect(allowsNet(permissions, 'localhost', 80)).toBe(false);
    expect(allowsNet(permissions, '10.0.0.1', 80)).toBe(false);
    expect(allowsNet(resolved(undefined, ['--allow-all']).permissions, '10.0.0.1', 80)).toBe(true);
  });

  it('is denied under every name', () => {
    const { permissions } = resolved(undefined, [
      '--allow-all',
      '--deny-net=localhost,93.184.216.34,*.evil.example,x.example:80',
    ]);
    for (const host of [
      'localhost',
      '127.0.0.1',
      '[::1]',
      '2130706433',
      '0.0.0.0',
      'a.localhost',
      '93.184.216.34',
      'b.evil.example',
    ])
      expect(allowsNet(permissions, host, 80)).toBe(false);
    expect(allowsNet(permissions, 'example.com', 80, '93.184.216.34')).toBe(false);
    expect(allowsNet(permissions, 'example.com', 80, '127.0.0.1')).toBe(false);
    expect(allowsNet(permissions, 'x.example', 80)).toBe(false);
    expect(allowsNet(permissions, 'x.example', 443)).toBe(true);
    expect(allowsNet(permissions, 'evil.example', 443)).toBe(true);
  });
});
