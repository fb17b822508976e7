// One setup at a time in a clone: two npm installs in one folder break each other. No dependencies, as in setup.mjs.
//
// The lock is a folder that holds one file, named after its owner. Taking it is one rename, which fails onto a folder that is not empty.
// Whoever gives it back, or clears away what a dead owner left, removes the file of that name, and the folder only while it is empty:
// so nobody can take away the lock of somebody who came meanwhile.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

const pollMs = 50;
const giveUpMs = 15 * 60 * 1000;

export function withSetupLock(root, work) {
  const lock = path.join(root, '.cache', 'setup.lock');
  const owner = [process.pid, readStart(process.pid), randomBytes(6).toString('hex')].join('.');
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  takeLock(lock, owner);
  try {
    removeLeftovers(lock);
    return work();
  } finally {
    removeOwner(lock, owner);
  }
}

function takeLock(lock, owner) {
  // Not the time of day, which may be set meanwhile.
  const deadline = performance.now() + giveUpMs;
  let saidWaiting = false;
  while (!tryTake(lock, owner)) {
    const holder = findOwner(lock);
    if (holder === undefined || !isAlive(holder)) removeOwner(lock, holder);
    else if (!saidWaiting) {
      saidWaiting = true;
      process.stderr.write(`Waiting for another setup of this folder (process ${holder.split('.')[0]}) ...\n`);
    }
    if (performance.now() > deadline) {
      throw new Error(`gave up waiting for another setup. If none runs, remove ${lock} and try again.`);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  }
}

function tryTake(lock, owner) {
  const draft = `${lock}-${owner}`;
  fs.mkdirSync(draft, { recursive: true });
  fs.writeFileSync(path.join(draft, owner), '');
  const isTaken = attempt(() => fs.renameSync(draft, lock), ['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOENT']);
  if (!isTaken) fs.rmSync(draft, { recursive: true, force: true });
  return isTaken;
}

/** An empty folder is nobody's. Undefined for `owner` where none was found. */
function removeOwner(lock, owner) {
  if (owner !== undefined) attempt(() => fs.unlinkSync(path.join(lock, owner)), ['ENOENT']);
  // Somebody has it again, has removed it, or, on Windows, looks into it: whoever takes it next removes an empty one.
  attempt(() => fs.rmdirSync(lock), ['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY']);
}

/** What those left who were killed while they waited. */
function removeLeftovers(lock) {
  const start = `${path.basename(lock)}-`;
  for (const name of fs.readdirSync(path.dirname(lock))) {
    if (!name.startsWith(start) || isAlive(name.slice(start.length))) continue;
    fs.rmSync(path.join(path.dirname(lock), name), { recursive: true, force: true });
  }
}

function findOwner(lock) {
  let names = [];
  attempt(() => {
    names = fs.readdirSync(lock);
  }, ['ENOENT']); // Given back meanwhile.
  return names[0];
}

function isAlive(owner) {
  const [pid, start] = owner.split('.');
  // Ours by now, so not its owner's any more; or not a name that is given here.
  if (Number(pid) === process.pid || !/^\d+$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  const now = readStart(pid);
  return now === unknown || start === unknown || now === start;
}

const unknown = '-';

/** When the process began: after its end another one may have its number. Only Linux tells. */
function readStart(pid) {
  let stat = '';
  const isRead = attempt(() => {
    stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  }, ['ENOENT', 'ESRCH', 'EACCES', 'EPERM']);
  if (!isRead) return unknown;
  // Behind the program's name, which may hold anything: its state, 18 other facts, its start.
  const facts = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return facts[0] === 'Z' ? 'ended' : facts[19];
}

/** Whether it was done; false for one of the failures named. */
function attempt(work, failures) {
  try {
    work();
    return true;
  } catch (error) {
    if (failures.includes(error.code)) return false;
    throw error;
  }
}
