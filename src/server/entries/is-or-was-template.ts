// Whether an entry is a template, or was one until it was deleted: its link is public, so everybody may hear that it ended.
// [entries.deleted-links]

import type { ApiAction } from '../../api-types/entries.ts';
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import type { EntryRow } from '../store/entries/entries.ts';

export function isOrWasTemplate({ status, actions }: Pick<EntryRow, 'status' | 'actions'>): boolean {
  if (status === entryStatusNumber('template')) return true;
  if (status !== entryStatusNumber('deleted')) return false;
  // No other entry begins with this action, and no template ends up as another kind of entry.
  return (JSON.parse(actions) as ApiAction[])[0]?.type === 'template';
}
