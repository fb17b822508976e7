// Who may use this data folder? One live process at a time, decided by claim files in the folder.
//
// Each process writes a claim under a name that no other process can ever have (pid and start time), then looks for others.
// Names are never used twice, so removing a dead process's claim cannot hit a newcomer's: there is no stale lock to fight over.
// Nobody holds the folder before having seen, after writing its own claim, that no other live claim is there.
import { randomBytes } from 'node:crypto';
import {
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './embedded-error.ts';
import { findProcess, isSameProcessAlive, type ProcessIdentity } from './process-identity.ts';

export interface Claim extends ProcessIdentity {
  /** The kernel and the pid namespace in which the pid means something. */
  readonly machine: string;
  /** Held by a command that ends soon: others wait for it rather than fail. */
  readonly isBrief: boolean;
  readonly isHolding: boolean;
}

export interface HeldFolder {
  release(): void;
}

// A holder that was told to stop needs a moment, and a supervisor may start its successor at once.
const patienceMs = 3_000;
const patienceWithBriefMs = 30_000;
const heartbeatMs = 2_000;
// Another container's pids say nothing here: its claim is alive while it is touched.
const foreignClaimExpiresMs = 10_000;

export async function claimFolder(options: { dataDir: string; isBrief: boolean }): Promise<HeldFolder> {
  const { dataDir, isBrief } = options;
  const self: Claim = { ...getSelf(), machine: findMachine(), isBrief, isHolding: false };
  const name = `formstead-${self.pid}-${self.startedAt.replace(/\W+/g, '')}-${randomBytes(4).toString('hex')}.lock`;
  const path = join(dataDir, name);
  const askedAt = performance.now();
  try {
    for (;;) {
      writeClaim({ path, claim: self });
      const claims = listClaims(dataDir);
      for (const dead of claims.filter(({ isAlive }) => !isAlive)) rmSync(dead.path, { force: true });
      const others = claims.filter((other) => other.isAlive && other.name !== name);
      if (others.length === 0) break;
      const inTheWay = others.find(({ claim }) => claim.isHolding);
      if (inTheWay && performance.now() - askedAt > getPatienceMs(inTheWay.claim)) throw inUse(dataDir, inTheWay.claim);
      // Two newcomers see each other: the first by name keeps asking, the rest step back.
      if (inTheWay || others.some((other) => other.name < name)) rmSync(path, { force: true });
      await sleep(20 + Math.random() * 20);
    }
    writeClaim({ path, claim: { ...self, isHolding: true } });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  const heartbeat = setInterval(() => touch(path), heartbeatMs).unref();
  return {
    release() {
      clearInterval(heartbeat);
      rmSync(path, { force: true });
    },
  };
}

/** The live process that holds the folder, if any. */
export function findHolder(dataDir: string): Claim | undefined {
  return listClaims(dataDir).find(({ claim, isAlive }) => isAlive && claim.isHolding)?.claim;
}

/** Whether a live process holds the folder, or is about to. */
export function isClaimed(dataDir: string): boolean {
  return listClaims(dataDir).some(({ isAlive }) => isAlive);
}

function getSelf(): ProcessIdentity {
  const self = findProcess(process.pid);
  if (!self) throw new EmbeddedDatabaseError('This process cannot find itself: is /proc mounted?');
  return self;
}

export function findMachine(): string {
  if (process.platform !== 'linux') return hostname();
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname(); // A hardened /proc hides these; the name of the machine is the next best.
  }
}

// Renamed into place, so that nobody reads half a claim.
function writeClaim({ path, claim }: { path: string; claim: Claim }): void {
  const draft = `${path}.draft`;
  try {
    writeFileSync(draft, `${JSON.stringify(claim)}\n`, { mode: 0o644 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

interface FoundClaim {
  readonly name: string;
  readonly path: string;
  readonly claim: Claim;
  readonly isAlive: boolean;
}

function listClaims(dataDir: string): FoundClaim[] {
  return readdirSync(dataDir)
    .filter((name) => /^formstead-.*\.lock$/.test(name))
    .flatMap((name) => {
      const path = join(dataDir, name);
      const claim = findClaim(path);
      return claim ? [{ name, path, claim, isAlive: isAlive({ path, claim }) }] : [];
    });
}

function findClaim(path: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Claim;
  } catch (error) {
    // Released since the folder was read; or, after a power failure, a file whose content never reached the disk.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive({ path, claim }: { path: string; claim: Claim }): boolean {
  if (claim.machine === findMachine()) return isSameProcessAlive(claim);
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && Date.now() - touched < foreignClaimExpiresMs;
}

// Another machine's claim may be one that nobody could take back: then it expires meanwhile.
function getPatienceMs(claim: Claim): number {
  return claim.isBrief || claim.machine !== findMachine() ? patienceWithBriefMs : patienceMs;
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // Nobody to tell from a timer, and a full or failing disk shows itself in the database first.
  }
}

function inUse(dataDir: string, { pid }: Claim): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data folder ${dataDir} is in use by another Formstead (process ${pid}). Stop that one first, or set DATA_DIR to another folder.`,
  );
}
