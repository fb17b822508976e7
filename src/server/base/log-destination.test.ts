import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLogDestination } from './log-destination.ts';

test('[running.log] lines are gathered: up to 16,000 characters, a quarter of a second, or until they are asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-log-'));
  const file = join(folder, 'log');
  const fd = openSync(file, 'a');
  try {
    const destination = openLogDestination(fd);
    const written = () => readFileSync(file, 'latin1');
    destination.write('a\n');
    expect(written()).toBe('');
    await expect.poll(written).toBe('a\n');
    destination.write('b\n');
    destination.flush();
    // A write is in progress: what comes meanwhile follows it, in order.
    destination.write('c\n');
    destination.flush();
    await expect.poll(written).toBe('a\nb\nc\n');
    const long = `${'x'.repeat(15_999)}\n`;
    destination.write(long);
    destination.write('d\n');
    await expect.poll(written).toBe(`a\nb\nc\n${long}d\n`);
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
});

test.runIf(process.platform !== 'win32')(
  '[running.log] lines that a full pipe does not take are dropped, and their number is in the log when it is read again',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'formstead-log-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = new Socket({ fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK), readable: true });
    try {
      const destination = openLogDestination(openSync(pipe, 'w'));
      for (let line = 0; line < 3_000; line += 1) destination.write(`${'x'.repeat(999)}\n`);
      let text = '';
      reader.setEncoding('latin1').on('data', (piece: string) => {
        text += piece;
      });
      await expect.poll(() => text.includes('lostLines'), { timeout: 20_000 }).toBe(true);
      await expect.poll(() => text.match(/x\n/g)?.length).toBeGreaterThan(900);
      const [, lost] = /"lostLines":(\d+),"msg":"log lines were lost"\}\n/.exec(text) ?? [];
      expect(text.match(/^x{999}$/gm)?.length).toBe(3_000 - Number(lost));
    } finally {
      reader.destroy();
      rmSync(folder, { recursive: true });
    }
  },
);
