// Loaded into a server under test (node --import): how much processor time the main thread spent in one turn of its event loop, at most.
// Processor time, not the clock, so that a busy machine changes nothing. SIGUSR2 writes what was seen since the last time.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const lookEveryMs = 2;
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

if (isMainThread && file !== undefined) {
  let last = threadMs();
  let longest = 0;
  setInterval(() => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, lookEveryMs).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, JSON.stringify({ longestMs: longest }));
    renameSync(`${file}.new`, file);
    longest = 0;
  });
}
