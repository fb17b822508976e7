// Which service and which key, from flags, environment and files.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openCommand } from '../../test/support/run-command.ts';
import { findConnection } from './connection-settings.ts';

const root = mkdtempSync(join(tmpdir(), 'formstead-place-'));
afterAll(() => rmSync(root, { recursive: true }));
const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(56)) as [string, string, string];
const url = 'https://forms.example.com';

function folderWith(name: string, files: Record<string, unknown>): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'deep/er'), { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  }
  return folder;
}

test('[running.commands.service.place] flags, then the environment, then the nearest formstead.json', () => {
  const folder = folderWith('order', { 'formstead.json': { url, keyFile: 'my.key', folder: 'x' }, 'my.key': `${c}\n` });
  const env = { url: 'http://localhost:1/v1.0/', key: b };
  const find = (flags: object, given: Parameters<typeof openCommand>[0]) =>
    findConnection(flags, openCommand(given).context);
  const deep = join(folder, 'deep/er');
  expect(find({ url, key: a }, { env })).toEqual({ url, key: a, project: undefined });
  expect(find({}, { env })).toEqual({ url: 'http://localhost:1', key: b, project: undefined });
  const path = join(folder, 'formstead.json');
  const project = { url, keyFile: 'my.key', folder: 'x', path };
  expect(find({}, { folder: deep })).toEqual({ url, key: c, project });
  expect(find({}, { folder, env: { url: undefined, key: b } })).toEqual({ url, key: b, project });
  expect(find({ 'key-file': '../../my.key' }, { folder: deep, env })).toMatchObject({ key: c });
});

test('[running.commands.service.place] a key in a file is not sent to another service, and one that others can read is reported', () => {
  const folder = folderWith('other', { 'formstead.json': { url, key: c } });
  const command = openCommand({ folder });
  expect(findConnection({}, command.context).key).toBe(c);
  expect(command.stderr()).toBe('');
  expect(() => findConnection({ url: 'https://other.example.com' }, command.context)).toThrow(
    /Which API key\?.* \(the key of .*formstead.json is for https:\/\/forms.example.com\)/,
  );
  chmodSync(join(folder, 'formstead.json'), 0o644);
  findConnection({}, command.context);
  expect(command.stderr()).toContain('holds a key and can be read by others');
  expect(command.stderr()).not.toContain(c);
});

test.each([
  ['no service', {}, {}, /Where is the service\?/],
  ['no key', { url }, {}, /Which API key\?/],
  ['an address that is none', { url: 'forms', key: a }, {}, /--url is "forms", but must be an address/],
  ['an address with a password', { url: 'https://u:p@forms.example.com', key: a }, {}, /without a user and a password/],
  ['another protocol', { url: 'file:///etc', key: a }, {}, /must be an address/],
  ['half a key', { url, key: 'abc' }, {}, /--key does not hold an API key/],
  ['two keys', { url, key: a, 'key-file': 'x' }, {}, /cannot be given together/],
  ['a file that is not there', { url, 'key-file': 'gone' }, {}, /The file of --key-file cannot be read: ENOENT/],
  ['not JSON', {}, { 'formstead.json': '{' }, /formstead.json is not JSON/],
  ['a list', {}, { 'formstead.json': [] }, /must be an object/],
  ['a slip', {}, { 'formstead.json': { ulr: url } }, /unknown property "ulr"\. Properties are: url/],
  ['a number', {}, { 'formstead.json': { url: 5 } }, /"url" must be a text/],
  ['a format', {}, { 'formstead.json': { format: 'xml' } }, /must be one of yaml, json/],
  ['both', {}, { 'formstead.json': { key: a, keyFile: 'b' } }, /has both/],
])('[running.commands.service.place] %s is refused by name', (name, flags, files, message) => {
  const folder = folderWith(name, files);
  expect(() => findConnection(flags, openCommand({ folder }).context)).toThrow(message);
});
