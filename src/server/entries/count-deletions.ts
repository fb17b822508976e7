// What deleted entries change in the counters of their forms. [forms.counts]
import type { Transaction } from '../store/connection/db.ts';
import { addToCounters, type CurrentKey, type EntryRow } from '../store/entries/entries.ts';
import { currentKey } from './counters.ts';

export async function countDeletions(tx: Transaction, rows: readonly EntryRow[]): Promise<void> {
  for (const form of [...new Set(rows.map((row) => row.form))]) {
    const ofForm = rows.filter((row) => row.form === form);
    const bytes = ofForm.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
    const current: Partial<Record<CurrentKey | 'all', number>> = { all: -ofForm.length };
    for (const row of ofForm) {
      const key = currentKey(row.status);
      if (key !== undefined) current[key] = (current[key] ?? 0) - 1;
    }
    await addToCounters(tx, form, { counts: { delete: ofForm.length }, current, bytes: -bytes });
  }
}
