// Pages live on while the service is updated: what they load later has the names of the version they came with. So each version
// stores its files in the database, where every process finds those of the others, newer ones included, for a week after their
// last use. [running.update.pages]
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { isoNow } from '../base/clock.ts';
import { packageRoot } from '../base/package-root.ts';
import type { Services } from '../base/services.ts';
import { deleteAssetsBefore, findAsset, listAssets, noteBuilt, storeAsset } from '../store/files/web-assets.ts';

const keptMs = 7 * 24 * 60 * 60 * 1000;
/** How often a name that is not ours makes the list of others' be read again. */
const relistMs = 5_000;

export const assetsFolder = () => join(packageRoot(), 'dist', 'web', 'assets');

/** The job: stores what is new, says what is in use, and ends what no build has had for a week. */
export async function keepAssets({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const folder = assetsFolder();
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css|json)$/.test(name));
  const time = isoNow(clock);
  for (const name of await noteBuilt(db.sql, names, time)) {
    await storeAsset(db.sql, { name, content: await readFile(join(folder, `${name}.br`)), time });
  }
  await deleteAssetsBefore(db.sql, new Date(clock.now() - keptMs).toISOString());
}

export interface KeptAssets {
  /** In brotli, or as it is for those who do not take that. */
  read(name: string, takesBrotli: boolean): Promise<Buffer | undefined>;
}

/** The files of other versions. */
export function openKeptAssets({ db }: Pick<Services, 'db'>): KeptAssets {
  let listed: { readonly names: Promise<ReadonlySet<string>>; readonly at: number } | undefined;
  const names = () => {
    // Names are anybody's to ask for: the database is asked for the list, now and then.
    if (listed === undefined || performance.now() - listed.at > relistMs) {
      listed = { names: listAssets(db.sql).then((list) => new Set(list)), at: performance.now() };
      listed.names.catch(() => {
        listed = undefined;
      });
    }
    return listed.names;
  };
  return {
    async read(name, takesBrotli) {
      if (!(await names()).has(name)) return undefined;
      const content = await findAsset(db.sql, name);
      return content === undefined || takesBrotli ? content : decompress(content);
    },
  };
}

const decompress = promisify(brotliDecompress);
