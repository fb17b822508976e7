// Bare node:http servers that do one thing each, as ceilings: `node ceiling-server.mjs <kind> <port> <database> <bytes>`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openSql } from '../../src/server/store/connection/pool.ts';

const [kind = '', port = '', databaseUrl = '', bytes = ''] = process.argv.slice(2);
const sql = openSql(databaseUrl, { max: 10 });
let made = 0;
const plainResponse = `{"text":"${'b'.repeat(Math.max(0, Number(bytes) - 11))}"}`;

const handlers: Record<string, (request: IncomingMessage) => Promise<string> | string> = {
  /** JSON of the wanted size. */
  plain: () => plainResponse,

  /** One INSERT per request. */
  async insert(request) {
    const data = await readBody(request);
    const id = newId();
    await sql`insert into ceiling_entries (id, data) values (${id}, ${data}::json)`;
    return `{"id":"${id}","data":${data}}`;
  },

  /** Requests that arrive while an INSERT is in progress share the next one. */
  async batch(request) {
    const data = await readBody(request);
    const id = newId();
    await new Promise<void>((resolve, reject) => {
      waiting.push({ id, data, resolve, reject });
      if (!isUnderWay) void drain();
    });
    return `{"id":"${id}","data":${data}}`;
  },

  /** A page of texts as they are stored, passed on. */
  async page() {
    const rows = await sql<{ text: string }[]>`select text from ceiling_texts order by id limit 2000`;
    return `{"data":[${rows.map((row) => row.text).join(',')}]}`;
  },

  /** A page of 100 entries of a form by its index, newest first, passed on: `/<form>/<id before which they are>`. */
  async entries(request) {
    const [, form = '', before = ''] = request.url?.split('/') ?? [];
    const rows = await sql<{ text: string }[]>`select json_build_object('id', e.id, 'idx', e.idx, 'status', e.status,
        'createTime', e.create_time, 'modifyTime', e.modify_time, 'submitTime', e.submit_time, 'data', e.data)::text as text
      from entries e where account = (select account from forms where id = ${form}) and form = ${form} and status = 2
        and id < ${before} order by id desc limit 100`;
    return `{"data":[${rows.map((row) => row.text).join(',')}]}`;
  },
};

interface Waiting {
  readonly id: string;
  readonly data: string;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}
let waiting: Waiting[] = [];
let isUnderWay = false;

async function drain(): Promise<void> {
  isUnderWay = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    try {
      await sql`insert into ceiling_entries (id, data)
        select * from unnest(${batch.map((one) => one.id)}::text[], ${batch.map((one) => one.data)}::json[])`;
      for (const one of batch) one.resolve();
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  }
  isUnderWay = false;
}

function newId(): string {
  return (Date.now() * 2 ** 12 + made++).toString(16).padStart(24, '0');
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()).data)));
    request.on('error', reject);
  });
}

function answer(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

const handle = handlers[kind];
if (handle === undefined) throw new Error(`No ceiling "${kind}".`);
const server = createServer((request, response) => {
  Promise.resolve(handle(request)).then(
    (text) => answer(response, text),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.keepAliveTimeout = 65_000;
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
process.on('SIGTERM', () => process.exit(0));
