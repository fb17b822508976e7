// What a terminal and what a program see of the progress.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openProgress } from './progress.ts';

function write(isTTY: boolean): string {
  const stderr = Object.assign(new PassThrough(), { isTTY });
  const progress = openProgress('import', { stderr });
  for (let done = 1; done <= 1000; done += 1) progress.set(done, 1000);
  progress.end();
  return String(stderr.read());
}

test('[running.commands.service.progress] lines of JSON for programs, with the last figures', () => {
  const lines = write(false).trimEnd().split('\n');
  expect(lines[0]).toBe('{"progress":"import","done":1,"total":1000}');
  expect(lines.at(-1)).toBe('{"progress":"import","done":1000,"total":1000}');
  expect(lines.length).toBeLessThan(100);
});

test('[running.commands.service.progress] one line on a terminal', () => {
  const text = write(true);
  expect(text.endsWith('\r\u001B[Kimport: 1000 of 1000 (100%)\n')).toBe(true);
  expect(text.split('\n').length).toBe(2);
});
