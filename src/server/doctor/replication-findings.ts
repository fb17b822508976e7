// Standbys of the primary, slots that keep its log from being removed, and the standby of DATABASE_READ_URL.
// [running.doctor.database]
import type { DatabaseFacts, ReplicationFacts } from '../store/connection/database-facts.ts';
import { type Finding, gigabytes, ok, problem, warning, wordsOf } from './finding.ts';

export interface LookedServer {
  readonly host: string;
  readonly facts?: DatabaseFacts;
  readonly error?: unknown;
}

/** A slot without a reader keeps the log for ever: harmless while it is small, a full disk in the end. */
const heldTooMuch = 10 * 2 ** 30;
const behindTooMuch = 256 * 2 ** 20;

export function replicationFindings({ replication }: Pick<DatabaseFacts, 'replication'>): Finding[] {
  return [standbyFinding(replication), ...slotFindings(replication)];
}

function standbyFinding({ standbys, synchronous }: ReplicationFacts): Finding {
  const check = 'database.replication';
  const inStep = standbys.filter(({ sync }) => sync === 'sync' || sync === 'quorum');
  // Their states are hidden from users without pg_monitor.
  const isHidden = standbys.some(({ state }) => state === null);
  if (synchronous !== '' && inStep.length === 0 && !isHidden) {
    return problem(
      check,
      `Commits wait for a synchronous standby (${synchronous}), but none is connected.`,
      'Start the standby, or take it out of synchronous_standby_names (Patroni: switch synchronous_mode_strict off).',
    );
  }
  if (isHidden) {
    return warning(
      check,
      `How far ${standbys.length === 1 ? 'the standby is' : 'the standbys are'} behind cannot be told: the user of the database may not look.`,
      'As a superuser: grant pg_monitor to NAME.',
    );
  }
  const behind = standbys.filter(({ behindBytes }) => (behindBytes ?? 0) > behindTooMuch);
  if (behind.length > 0) {
    const list = behind.map(({ name, behindBytes }) => `${name} by ${gigabytes(behindBytes ?? 0)}`).join(', ');
    return warning(check, `Standbys are behind: ${list}.`, 'Look at their disks, their network and their logs.');
  }
  const list = standbys.map(({ name, sync }) => `${name}${sync === null ? '' : ` (${sync})`}`).join(', ');
  return ok(check, standbys.length === 0 ? 'No standby follows.' : `Standbys follow: ${list}.`);
}

function slotFindings({ slots }: ReplicationFacts): Finding[] {
  const check = 'database.slots';
  // One without a position holds nothing.
  const held = slots.filter(({ isActive, heldBytes }) => !isActive && heldBytes !== null);
  const lost = slots.filter(({ status }) => status === 'lost' || status === 'unreserved');
  const findings = held.map(({ name, heldBytes }) => {
    const message = `Nobody reads the replication slot ${name}, which holds ${gigabytes(heldBytes ?? 0)} of log on the primary's disk.`;
    const remedy = `Start the standby that used it, or drop it: select pg_drop_replication_slot('${name}'). max_slot_wal_keep_size sets a limit.`;
    return (heldBytes ?? 0) > heldTooMuch ? problem(check, message, remedy) : warning(check, message, remedy);
  });
  const broken = lost.map(({ name }) =>
    warning(
      check,
      `The replication slot ${name} has lost, or is losing, log that its standby still needs.`,
      'Make that standby again from a base backup, and drop the slot.',
    ),
  );
  const all = [...findings, ...broken];
  return all.length > 0 ? all : [ok(check, `No replication slot is left without a reader (${slots.length} in all).`)];
}

/** Reads go to the primary when the standby does not serve: nothing fails, it is only slower than it could be. */
export function readUrlFindings(servers: readonly LookedServer[], primary: DatabaseFacts | undefined): Finding[] {
  const check = 'database.read';
  return servers.map(({ host, facts, error }) => {
    if (facts === undefined) {
      const remedy = 'Correct DATABASE_READ_URL, or start the standby. Until then the primary is read.';
      return warning(check, `The standby ${host} cannot be used: ${wordsOf(error)}.`, remedy);
    }
    if (!facts.isStandby) {
      const remedy = 'Name a standby in DATABASE_READ_URL, or leave it out. Until then the primary is read.';
      return warning(check, `${host} of DATABASE_READ_URL is not a standby.`, remedy);
    }
    if (primary?.cluster !== undefined && facts.cluster !== undefined && primary.cluster !== facts.cluster) {
      return problem(
        check,
        `${host} of DATABASE_READ_URL is a standby of another cluster: exports would show other data.`,
        'Name a standby of the primary in DATABASE_URL, or leave DATABASE_READ_URL out.',
      );
    }
    const behind = primary === undefined ? 0 : bytesBetween(facts.position, primary.position);
    if (behind > behindForReads) {
      return warning(
        check,
        `The standby ${host} is ${gigabytes(behind)} behind: reads that cannot wait for it go to the primary.`,
        'Look whether replication runs (pg_stat_replication on the primary), and at disk and network of the standby.',
      );
    }
    return ok(check, `${host} is a standby of the same cluster, ${gigabytes(behind)} behind.`);
  });
}

const behindForReads = 16 * 2 ** 20;

/** Positions in the log are two halves of a number, in hexadecimal: 16/B374D848. */
function bytesBetween(from: string | null, to: string | null): number {
  if (from === null || to === null) return 0;
  return Math.max(0, Number(toNumber(to) - toNumber(from)));
}

function toNumber(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
