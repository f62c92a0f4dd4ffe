/** The configuration of an app from the web, looked at before it runs. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderOf, type Result } from '../support/cli.js';
import { call as callTui } from '../support/in-process.js';

const APP =
  '<policy>{"config": {"theme": "bw-dark"}}</policy><help>Help from afar</help><script>$tui.exit(9)</script>';
let cwd = '';
let server: Server;
let url = '';
beforeAll(async () => {
  cwd = await folderOf({ 'other.tui': '<text>x</text>' });
  server = createServer((_, response) => response.end(APP)).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/app.tui`;
});
afterAll(async () => {
  server.close();
  await rm(cwd, { recursive: true });
});

const call = async (...args: string[]): Promise<Result> =>
  await callTui(args, { cwd, env: { HOME: cwd } });

it.each([
  ['--print-config', 'theme = bw-dark <- policy'],
  ['config', 'theme = bw-dark <- policy'],
  ['config get theme', 'bw-dark'],
  ['config explain theme', 'theme = bw-dark'],
  ['--help', 'Help from afar'],
])('tui %s URL', async (words, shown) => {
  const result = await call(...words.split(' '), url);
  expect([result.code, result.stdout]).toEqual([0, expect.stringContaining(shown)]);
});
