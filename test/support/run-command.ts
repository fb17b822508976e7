// A command of src/cli in the test's own process: what it wrote, and whether it failed.
import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import type { CommandContext } from '../../src/cli/command.ts';

export interface OpenedCommand {
  readonly context: CommandContext;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly hasFailed: () => boolean;
}

/** Without environment, and in a folder without formstead.json unless told otherwise. */
export function openCommand(given: Partial<Pick<CommandContext, 'env' | 'folder'>> = {}): OpenedCommand {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let failed = false;
  const context = {
    env: { url: undefined, key: undefined },
    folder: tmpdir(),
    ...given,
    print: (text: string) => void out.push(Buffer.from(text)),
    takeStdout: () => collect(out),
    stderr: collect(err),
    setFailed: () => {
      failed = true;
    },
  };
  return { context, stdout: () => textOf(out), stderr: () => textOf(err), hasFailed: () => failed };
}

function collect(parts: Buffer[]): PassThrough {
  return new PassThrough().on('data', (part: Buffer) => parts.push(part));
}

function textOf(parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('utf8');
}
