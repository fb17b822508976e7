// What a downloaded export is called: the form's name and the day, such as `Members 2026-11-15.csv`.

import { safeFileName } from '../files/safe-file-name.ts';
import type { LoadedForm } from '../forms/load-form.ts';

export type ExportKind = 'csv' | 'xlsx' | 'zip';

export function exportFileName({ id, definition }: LoadedForm, kind: ExportKind, time: Date): string {
  const day = time.toISOString().slice(0, 'YYYY-MM-DD'.length);
  // The same care for names that every file system can save.
  const name = safeFileName({ title: definition.name || id, layout: day });
  return name.replace(/pdf$/, kind);
}
