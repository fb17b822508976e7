// Reports the state of the service's parts: connections, the queue of writes, work that waits for its turn, free space. It is read when
// /metrics is asked for, so that it costs a request nothing measurable. [running.metrics]

import { counted, gauge } from '../base/metrics/instruments.ts';
import type { Labels, Metric } from '../base/metrics/registry.ts';
import type { Services } from '../base/services.ts';
import type { DiskReserve, DiskRoom } from '../quotas/disk-reserve.ts';
import type { FairLimiter } from '../scheduling/limiter.ts';

export function watchServices(services: Services): () => Metric[] {
  const { db, reads, writes, meters, config, disk } = services;
  const readRoom = watchRoom(disk);
  const limiters: readonly (readonly [string, FairLimiter])[] = [
    ['exportRows', services.exports.rows],
    ['exportPdfs', services.exports.pdfs],
    ['pdfs', services.pdfs],
    ['longReads', services.longReads],
    ['largeWrites', services.largeWrites],
    ['scans', services.scans],
  ];
  return () => {
    const pool = db.load();
    const queue = writes.load();
    const room = readRoom();
    return [
      gauge('formstead_database_connections', 'Connections to the database: open, and those with a statement.', [
        [{ state: 'open' }, pool.open],
        [{ state: 'busy' }, pool.busy],
      ]),
      gauge('formstead_database_waiting', 'Statements that wait for a connection.', [[{}, pool.waiting]]),
      counted(
        'formstead_database_errors_total',
        'Errors of statements and connections, by code.',
        [...db.errorCounts()].map(([code, count]) => [{ code }, count]),
      ),
      counted(
        'formstead_reads_total',
        'Pages of exports, insight and long lists, by the server that was read; only with DATABASE_READ_URL.',
        config.databaseReadUrl === undefined
          ? []
          : (['standby', 'primary'] as const).map((from) => [{ from }, reads.counts()[from]]),
      ),
      counted('formstead_write_batches_total', 'Commits that entries shared.', [[{}, queue.batches]]),
      counted('formstead_write_entries_total', 'Entries and drafts that were in them.', [
        [{ kind: 'new' }, queue.inserts],
        [{ kind: 'draft' }, queue.drafts],
      ]),
      counted('formstead_write_wait_seconds_total', 'How long they waited for their commit to begin, added up.', [
        [{}, queue.waitedMs / 1000],
      ]),
      gauge('formstead_write_waiting', 'Entries and drafts that wait for their commit.', [[{}, queue.waiting]]),
      gauge('formstead_write_oldest_seconds', 'How long the oldest of them, or one in its commit, has waited.', [
        [{}, queue.oldestMs / 1000],
      ]),
      gauge(
        'formstead_work',
        'Long work, by kind: in progress, and waiting for its turn.',
        limiters.flatMap(([kind, limiter]): [Labels, number][] => {
          const { running, waiting } = limiter.load();
          return [
            [{ kind, state: 'running' }, running],
            [{ kind, state: 'waiting' }, waiting],
          ];
        }),
      ),
      gauge(
        'formstead_disk_free_bytes',
        'Free space on the volume of DATA_DIR.',
        room === undefined ? [] : [[{}, room.free]],
      ),
      gauge(
        'formstead_disk_reserve_bytes',
        'Free space below which files and large data are refused (whole), and below which all data is (last).',
        room === undefined
          ? []
          : [
              [{ reserve: 'whole' }, room.reserve],
              [{ reserve: 'last' }, room.lastReserve],
            ],
      ),
      counted('formstead_disk_refusals_total', 'Requests that were refused for lack of free space.', [
        [{}, disk.refusals()],
      ]),
      ...meters.report(),
      ...services.backups.readMetrics(),
    ];
  };
}

/** As of the reading before: a volume that does not respond must not hold up the event loop. */
function watchRoom(disk: DiskReserve): () => DiskRoom | undefined {
  let room: DiskRoom | undefined;
  let isLooking = false;
  const look = () => {
    if (isLooking) return;
    isLooking = true;
    disk
      .read()
      .then((found) => {
        room = found;
      })
      .finally(() => {
        isLooking = false;
      });
  };
  look();
  return () => {
    look();
    return room;
  };
}
