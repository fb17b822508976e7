// One setup at a time in a clone: two npm installs in one folder break each other. No dependencies, as in setup.mjs.
//
// The lock is a folder that holds one file, and a rename onto a folder that is not empty fails: so taking the lock is one step,
// so is giving it back, and so is clearing a dead owner's lock away: its new name is that owner's own, and only the first rename to it succeeds.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

const pollMs = 50;
const giveUpMs = 15 * 60 * 1000;

export function withSetupLock(root, work) {
  const lock = path.join(root, '.cache', 'setup.lock');
  const owner = { pid: process.pid, token: randomBytes(6).toString('hex') };
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  takeLock(lock, owner);
  try {
    return work();
  } finally {
    release(lock, owner);
  }
}

function takeLock(lock, owner) {
  const deadline = Date.now() + giveUpMs;
  let saidWaiting = false;
  while (!tryTake(lock, owner)) {
    const holder = findOwner(lock);
    if (holder && !isAlive(holder.pid)) clearAway(lock, holder);
    else if (holder && !saidWaiting) {
      saidWaiting = true;
      process.stderr.write(`Waiting for another setup of this folder (process ${holder.pid}) ...\n`);
    }
    if (Date.now() > deadline) {
      throw new Error(`gave up waiting for another setup. If none runs, remove ${lock} and try again.`);
    }
    pause();
  }
}

function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
}

function tryTake(lock, owner) {
  const draft = `${lock}-${owner.token}`;
  fs.mkdirSync(draft, { recursive: true });
  fs.writeFileSync(path.join(draft, 'owner.json'), JSON.stringify(owner));
  const isTaken = tryRename(draft, lock);
  if (!isTaken) fs.rmSync(draft, { recursive: true, force: true });
  return isTaken;
}

// Removed under another name: where it stands, whoever comes between the removal of its file and its own would take it while it is empty.
function release(lock, owner) {
  const released = `${lock}-${owner.token}`;
  // Windows refuses while another process reads the file in it.
  for (let tries = 0; tries < 100 && !tryRename(lock, released); tries += 1) pause();
  fs.rmSync(released, { recursive: true, force: true });
}

function clearAway(lock, holder) {
  const tombstone = `${lock}-dead-${holder.token}`;
  // The tombstone stays: while it is there, a slower process that saw the same dead owner cannot clear away a newcomer's lock.
  tryRename(lock, tombstone);
}

function tryRename(from, to) {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOENT'].includes(error.code)) return false;
    throw error;
  }
}

function findOwner(lock) {
  try {
    return JSON.parse(fs.readFileSync(path.join(lock, 'owner.json'), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined; // Released meanwhile.
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
