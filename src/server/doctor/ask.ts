// One small GET with a limit on its time and size, which follows nothing and hides nothing. [running.doctor.address]
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { TLSSocket } from 'node:tls';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The first 64 kB of it. */
  readonly body: string;
  /** When the certificate ends; undefined over http. */
  readonly certificateEndsAt: number | undefined;
}

const maxBytes = 65_536;

/** Rejects with the error of the connection, or an ETIMEDOUT. */
export function ask(url: string, { timeoutMs }: { timeoutMs: number }): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? requestHttps : requestHttp;
    const sent = open(url, { agent: false, headers: { accept: '*/*', 'user-agent': 'formstead doctor' } });
    const timer = setTimeout(() => sent.destroy(timedOut(timeoutMs)), timeoutMs);
    sent.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.once('response', (response) => {
      const certificateEndsAt = readEnd(response);
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        clearTimeout(timer);
        const body = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, certificateEndsAt });
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= maxBytes) return;
        finish();
        sent.destroy();
      });
      response.once('end', finish);
      response.once('error', reject);
    });
    sent.end();
  });
}

function timedOut(ms: number): Error {
  return Object.assign(new Error(`No response within ${ms / 1000} s`), { code: 'ETIMEDOUT' });
}

function readEnd({ socket }: IncomingMessage): number | undefined {
  if (!('getPeerCertificate' in socket)) return undefined;
  const { valid_to: end } = (socket as TLSSocket).getPeerCertificate();
  return end === undefined ? undefined : Date.parse(end);
}
