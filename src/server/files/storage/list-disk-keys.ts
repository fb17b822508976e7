// The keys of a storage folder, page by page: forms in order, in each the folders of two letters, in each the files. Only the names
// of one such folder are in memory beside the page, however many files there are.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage, StoredKeys } from './storage.ts';
import { isStorageKey } from './storage-key.ts';

export async function listDiskKeys(
  folder: string,
  { after, limit }: Parameters<Storage['list']>[0],
): Promise<StoredKeys> {
  const [afterForm = '', afterFile = ''] = after?.split('/') ?? [];
  const afterPair = afterFile.slice(-2);
  const keys: string[] = [];
  for (const form of await namesIn(folder)) {
    if (form < afterForm) continue;
    const isFirstForm = form === afterForm;
    for (const pair of await namesIn(join(folder, form))) {
      if (isFirstForm && pair < afterPair) continue;
      const isFirstPair = isFirstForm && pair === afterPair;
      for (const file of await namesIn(join(folder, form, pair))) {
        if (isFirstPair && file <= afterFile) continue;
        const key = `${form}/${file}`;
        if (!isStorageKey(key) || file.slice(-2) !== pair) continue;
        keys.push(key);
        if (keys.length === limit) return { keys, next: key };
      }
    }
  }
  return { keys, next: undefined };
}

/** Folders only, in order; none where there is no such folder, or what has the name is a file. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    const items = await readdir(folder, { withFileTypes: true });
    return items
      .filter((item) => item.isDirectory())
      .map((item) => item.name)
      .sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
