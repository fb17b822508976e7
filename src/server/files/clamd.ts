// Asks clamd, ClamAV's daemon, about content: its INSTREAM command. Each question has a connection of its own.
// https://docs.clamav.net/manual/Usage/Scanning.html#clamd
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClamdAddress } from '../base/config.ts';

export type ScanResult = 'clean' | 'tooLarge' | { readonly virus: string };

export interface VirusScanner {
  /** Rejects with a ScannerError when nobody is there to scan. */
  ping(): Promise<void>;
  /** Rejects with a ScannerError when there is no verdict; an error of the content is passed on. `open` may be called again. */
  scan(open: () => Promise<Readable>): Promise<ScanResult>;
}

/** The scanner could not be reached, broke off, or had no verdict. */
export class ScannerError extends Error {
  override readonly name = 'ScannerError';
}

const connectTimeoutMs = 5_000;
/** A large archive may take long, and nothing is heard meanwhile. */
const silenceTimeoutMs = 120_000;
const maxReplyLength = 4_096;
const maxTries = 3;
const paceMs = 2;

export function openClamd(address: ClamdAddress): VirusScanner {
  return {
    async ping() {
      const connection = await openConnection(address);
      try {
        connection.socket.write('zPING\0');
        const reply = await connection.reply;
        if (reply !== 'PONG') throw new ScannerError(`clamd answered a ping with "${reply}"`);
      } finally {
        connection.socket.destroy();
      }
    },
    async scan(open) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await scanOnce(address, await open(), { isPaced: tries > 1 });
        } catch (error) {
          if (tries === maxTries || !isCutOff(error)) throw error;
        }
      }
    },
  };
}

async function scanOnce(
  address: ClamdAddress,
  content: Readable,
  { isPaced }: { isPaced: boolean },
): Promise<ScanResult> {
  try {
    const connection = await openConnection(address);
    try {
      await sendContent(content, connection, { isPaced });
      return readVerdict(await connection.reply);
    } finally {
      connection.socket.destroy();
    }
  } finally {
    content.destroy();
  }
}

/**
 * clamd closes the connection as soon as the content is more than it takes. It says so before, but a write to the closed
 * connection may fail before that is read: then the content is sent once more, with pauses in which the reply is heard.
 */
function isCutOff(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return error instanceof ScannerError && (code === 'EPIPE' || code === 'ECONNRESET');
}

interface Connection {
  readonly socket: Socket;
  /** What clamd says, or why it says nothing. */
  readonly reply: Promise<string>;
  hasReply(): boolean;
}

async function openConnection(address: ClamdAddress): Promise<Connection> {
  const socket = connect(address);
  let isOver = false;
  const reply = readReply(socket).finally(() => {
    isOver = true;
  });
  // Whoever asks for the reply gets the error; nobody has to ask.
  reply.catch(() => {});
  socket.setTimeout(connectTimeoutMs, () => socket.destroy(new ScannerError('clamd does not answer')));
  await Promise.race([once(socket, 'connect').catch(() => reply), reply]);
  socket.setTimeout(silenceTimeoutMs);
  return { socket, reply, hasReply: () => isOver };
}

/** Replies to commands that begin with z end with a zero byte. */
function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\0');
      if (end !== -1) resolve(text.slice(0, end));
      else if (text.length > maxReplyLength) reject(new ScannerError('clamd answered too much'));
    });
    socket.on('error', (cause) => reject(new ScannerError('clamd could not be reached', { cause })));
    socket.on('close', () => reject(new ScannerError('clamd closed the connection without a verdict')));
  });
}

/** Each piece goes with its length before it; an empty piece is the end. */
async function sendContent(
  content: Readable,
  connection: Connection,
  { isPaced }: { isPaced: boolean },
): Promise<void> {
  const { socket, reply, hasReply } = connection;
  socket.write('zINSTREAM\0');
  for await (const piece of content as AsyncIterable<Buffer>) {
    // Heard early: the content is more than clamd takes.
    if (hasReply()) return;
    if (piece.length === 0) continue;
    socket.cork();
    socket.write(lengthOf(piece.length));
    const isTaken = socket.write(piece);
    socket.uncork();
    if (!isTaken) await Promise.race([once(socket, 'drain').catch(() => reply), reply]);
    if (isPaced) await sleep(paceMs);
  }
  socket.write(lengthOf(0));
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

function readVerdict(reply: string): ScanResult {
  if (reply === 'stream: OK') return 'clean';
  const [, virus] = /^stream: (.+) FOUND$/.exec(reply) ?? [];
  if (virus !== undefined) return { virus };
  if (reply.startsWith('INSTREAM size limit exceeded')) return 'tooLarge';
  throw new ScannerError(`clamd answered "${reply}"`);
}

declare module '../base/services.ts' {
  interface Services {
    /** Undefined where CLAMD_URL is not set: then nothing is scanned. */
    readonly scanner: VirusScanner | undefined;
  }
}
