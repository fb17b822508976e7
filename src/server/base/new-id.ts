// Makes ids: 24 hexadecimal characters, 48 bits of milliseconds and then randomness that grows within a millisecond.
// Id order is creation order, and an id cannot be guessed from its neighbour. [conventions.ids]
import { randomFillSync } from 'node:crypto';

export type NewId = () => string;

const poolBytes = 4096;
const maxTail = 2 ** 48;
/** A step inside one millisecond is random too, so that the next id cannot be derived from the last. */
const maxStep = 2 ** 32;

/** Ids come after `latest`, whatever the clock says. */
export function createNewId(now: () => number, latest?: string): NewId {
  const id = Buffer.alloc(12);
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  let lastTime = latest === undefined ? 0 : Number.parseInt(latest.slice(0, 12), 16);
  let lastTail = latest === undefined ? 0 : Number.parseInt(latest.slice(12), 16);

  function random(bytes: 4 | 6): number {
    if (used + bytes > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const value = pool.readUIntBE(used, bytes);
    used += bytes;
    return value;
  }

  return function newId(): string {
    const time = Math.max(now(), lastTime);
    if (time > lastTime) {
      lastTime = time;
      lastTail = random(6);
    } else {
      lastTail += 1 + (random(4) % maxStep);
      if (lastTail >= maxTail) {
        lastTime += 1;
        lastTail = random(6);
      }
    }
    id.writeUIntBE(lastTime, 0, 6);
    id.writeUIntBE(lastTail, 6, 6);
    return id.toString('hex');
  };
}
