// Databases in DATA_DIR of restore drills whose process was killed. The next drill and a job remove them, and doctor lists them.
// [running.backup.drill]
import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../files/storage/unless-missing.ts';
import { isUnheldEmbedded, removeUnheldEmbedded } from '../postgres/embedded.ts';

/** Of a drill and of nothing else: a folder that somebody named so stays. */
const drillFolder = /^drill-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const newDrillFolder = () => `drill-${randomUUID()}`;
/** A drill that begins has made its folder and not claimed it yet. */
const beginsWithinMs = 60_000;

/** The folders of drills that were killed; their PostgreSQL may still run. Those of drills in progress are not among them. */
export async function listLeftDrills(dataDir: string): Promise<string[]> {
  const left: string[] = [];
  for (const name of (await unlessMissing(readdir(dataDir))) ?? []) {
    const folder = join(dataDir, name);
    if (!drillFolder.test(name) || !isUnheldEmbedded(folder)) continue;
    const isEmpty = (await unlessMissing(readdir(folder)))?.length === 0;
    const madeAt = (await unlessMissing(stat(folder)))?.mtimeMs ?? 0;
    if (!isEmpty || Date.now() - madeAt > beginsWithinMs) left.push(folder);
  }
  return left;
}

/** Safe to repeat, also in several processes at once. */
export async function removeLeftDrills(dataDir: string): Promise<string[]> {
  const left = await listLeftDrills(dataDir);
  for (const folder of left) await removeUnheldEmbedded(folder);
  return left;
}
