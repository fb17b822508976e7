import { EventEmitter, once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { failFastWithoutDatabase } from './fail-fast-without-database.ts';

test('[errors.unavailable.soon] [running.log] a request is refused once, and told of when its caller leaves before that has left', async () => {
  const socket = { destroyed: false };
  const raw = Object.assign(new EventEmitter(), { headersSent: false });
  const reply = { elapsedTime: 5_000, sent: false, raw, request: { raw: { complete: true, socket } } };
  const refused = new EventEmitter();
  let count = 0;
  const waiting = failFastWithoutDatabase({
    isAway: () => true,
    refuse() {
      count += 1;
      // Behind another response of its connection.
      reply.sent = true;
      refused.emit('refused');
    },
  });
  const place = waiting.add(reply as unknown as FastifyReply);
  await once(refused, 'refused');
  const closed = once(raw, 'close').then(() => waiting.remove(place));
  socket.destroyed = true;
  await closed;
  expect(count).toBe(1);
  waiting.close();
});
