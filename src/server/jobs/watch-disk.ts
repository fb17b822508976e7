// Tells the operator when the volume is below its reserve: files and large data are refused, and people who meet that cannot mend it.
// [limits.disk.report]
import type { Services } from '../base/services.ts';
import { notify } from '../quotas/notices/notices.ts';

export async function watchDisk(services: Pick<Services, 'notices' | 'disk'>): Promise<void> {
  const { disk } = services;
  const room = (await disk.isLow()) ? await disk.read() : undefined;
  if (room === undefined) return;
  const detail = { freeBytes: Math.max(0, room.free), reserveBytes: room.reserve };
  notify(services, { to: 'operator', kind: 'diskLow', detail });
}
