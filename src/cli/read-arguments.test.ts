// What is typed after the name of a command.
import { expect, test } from 'vitest';
import { readArguments } from './read-arguments.ts';

const expected = {
  usage: 'formstead x [A]',
  values: ['url'],
  switches: ['dry-run'],
  arguments: { min: 0, max: 1 },
} as const;

test('[running.commands.service] flags and arguments come in any order', () => {
  const read = readArguments(['--dry-run', 'one', '--url=https://x'], expected);
  expect(read).toEqual({ values: { url: 'https://x' }, switches: new Set(['dry-run']), plain: ['one'] });
});

test.each([
  [['--nope'], 'Unknown flag --nope.'],
  [['-n'], 'Unknown flag -n.'],
  [['--url'], 'The flag --url needs a value.'],
  [['--dry-run=1'], 'The flag --dry-run takes no value.'],
  [['--url', 'a', '--url', 'b'], 'The flag --url is given twice.'],
  [['a', 'b'], 'Unexpected argument "b".'],
])('[running.commands.service] %j is refused', (rest, message) => {
  expect(() => readArguments(rest, expected)).toThrow(`${message}\nUsage: formstead x [A]`);
});
