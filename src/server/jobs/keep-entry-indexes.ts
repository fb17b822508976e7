// Indexes of entries that are in use follow the changes, builds that were cut off go on, and indexes that nobody used for a month go.
// [entry-search.index] [entry-search.index.unused]
import { ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { dropUnusedIndexes, listIndexedForms } from '../store/entries/entry-segments.ts';

export async function keepEntryIndexes({
  db,
  forms,
  entryIndexes,
}: Pick<Services, 'db' | 'forms' | 'entryIndexes'>): Promise<void> {
  await dropUnusedIndexes(db.sql);
  for (const { form } of await listIndexedForms(db.sql)) {
    try {
      // Other jobs do not wait for a long build.
      entryIndexes.start(await forms.get(form));
    } catch (error) {
      // The form was deleted meanwhile.
      if (!(error instanceof ServiceError)) throw error;
    }
  }
}
