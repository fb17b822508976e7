// Loaded into a server under test (node --import): how much processor time the main thread spent in one turn of its event loop, at most.
// Processor time, not the clock, so that a busy machine changes nothing. SIGUSR2 writes what was seen since the last time.
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Several short turns count as one. */
const lookEveryMs = 5;
const file = process.env.HOLDS_FILE;
const stat = `/proc/${process.pid}/task/${process.pid}/schedstat`;

function threadMs() {
  try {
    return Number(readFileSync(stat, 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    // Where the system does not tell threads apart, the whole process.
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}

// Only where requests are served: the process that looks after it has the same environment.
if (isMainThread && file !== undefined && process.argv[1]?.endsWith('worker.js')) {
  const inFlight = new Set();
  let finished = [];
  subscribe('http.server.request.start', ({ request, response }) => {
    inFlight.add(request);
    response.once('close', () => inFlight.delete(request));
  });
  subscribe('http.server.response.finish', ({ request }) => {
    inFlight.delete(request);
    finished.push(request);
  });
  const nameOf = ({ method, url, headers }) => `${method} ${url.slice(0, 80)} ${headers['content-length'] ?? ''}`;
  let last = threadMs();
  let longest = { longestMs: 0, during: [] };
  setInterval(() => {
    const now = threadMs();
    if (now - last > longest.longestMs) {
      longest = { longestMs: now - last, during: [...finished, ...inFlight].map(nameOf) };
    }
    finished = [];
    last = now;
  }, lookEveryMs).unref();
  process.on('SIGUSR2', () => {
    const own = `${file}.${process.pid}`;
    writeFileSync(`${own}.new`, JSON.stringify(longest));
    renameSync(`${own}.new`, own);
    longest = { longestMs: 0, during: [] };
  });
}
