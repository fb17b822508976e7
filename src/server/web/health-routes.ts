// `GET /health` and `GET /health/live`: whether the service can serve, and whether the process runs.
// [running.health] [running.health.live]
import type { FastifyInstance } from 'fastify';
import type { Services } from '../base/services.ts';

const paths = { health: '/health', live: '/health/live' };

/** Anybody may ask for these, as often as they like. */
export const isHealthPath = (path: string) => path === paths.health || path === paths.live;

export function addHealthRoutes(
  app: FastifyInstance,
  { db, disk }: Pick<Services, 'db' | 'disk'>,
  isStopping: () => boolean,
): void {
  // One question to the database at a time, however many ask.
  const isWritable = shareWhileRunning(() => db.canWrite());
  app.get(paths.health, async (_request, reply) => {
    const canWrite = !isStopping() && (await isWritable());
    if (!canWrite) return reply.code(503).send({ status: 'unavailable' });
    const isLow = await disk.isLow();
    return reply.send({ status: 'ok', ...(isLow && { warnings: ['diskLow'] }) });
  });
  // A supervisor that can only restart the process must not do so because the database is away. [running.health.live]
  app.get(paths.live, (_request, reply) => reply.send({ status: 'ok' }));
}

function shareWhileRunning<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
