// Loaded into a server under test (node --import). Writes every route that the server has, in whatever way it was added, to ROUTES_FILE, and
// throws errors outside handlers for requests that ask for one by a header.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { isMainThread } from 'node:worker_threads';

const fail = () => {
  throw new Error('planted');
};

/** Where code of a request may throw outside its handler. */
const places = {
  timer: () => setTimeout(fail, 5),
  immediate: () => setImmediate(fail),
  nextTick: () => process.nextTick(fail),
  rejection: () => void Promise.reject(new Error('planted')),
  asyncFunction: () => void new Promise((done) => setTimeout(done, 5)).then(fail),
  stream: () => Readable.from(['a']).once('data', fail),
  streamError: () => new Readable({ read: () => {} }).destroy(new Error('planted')),
  otherSocket: () => connect(1, '127.0.0.1').once('error', fail),
  requestClose: ({ raw }) => raw.once('close', fail),
  responseFinish: (_request, { raw }) => raw.once('finish', fail),
  responseClose: (_request, { raw }) => raw.once('close', fail),
  socketClose: ({ raw }) => raw.socket.once('close', fail),
};

if (isMainThread && process.argv[1]?.endsWith('worker.js')) {
  const routes = [];
  subscribe('fastify.initialization', ({ fastify }) => {
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url });
    });
    fastify.addHook('onReady', async () => {
      if (process.env.ROUTES_FILE) writeFileSync(process.env.ROUTES_FILE, JSON.stringify(routes));
    });
  });
  // An error of no request: this timer is nobody's.
  let mustEnd = false;
  setInterval(() => {
    if (mustEnd) fail();
  }, 20).unref();
  subscribe('tracing:fastify.request.handler:start', ({ request, reply }) => {
    const place = request.headers['x-planted-error'];
    if (place === 'outside') mustEnd = true;
    else places[place]?.(request, reply);
  });
}
