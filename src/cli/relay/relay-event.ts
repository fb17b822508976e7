// What a target is told of a change. An event belongs to the entry's last action, so that the same change has the same id whenever it is
// found again: after a crash, and when the service records afterwards that an email was sent. [relay.events]
import type { Change, Schemas } from '../../../packages/client/src/index.ts';

export interface RelayEvent {
  readonly id: string;
  readonly type: 'entry.submitted' | 'entry.changed' | 'entry.deleted';
  readonly entry: string;
  readonly body: string;
}

type SentEntry = Partial<Schemas['Entry']>;

export function eventOf(change: Change): RelayEvent {
  if (change.kind === 'deleted') return deletedEvent(change.id, change.deletedAt);
  // They open the draft that the entry was: nothing that a receiver needs.
  const { bewit: _, resumeUrlBewit: __, ...entry } = change.entry as SentEntry;
  const action = entry.actions?.at(-1);
  const type = action?.type === 'submit' ? 'entry.submitted' : 'entry.changed';
  const id = `entry-${change.id}-${action?.id ?? String(entry.changedAt).replace(/\D/g, '')}`;
  return { id, type, entry: change.id, body: JSON.stringify({ type, timestamp: entry.changedAt, data: entry }) };
}

export function deletedEvent(entry: string, deletedAt: string): RelayEvent {
  const type = 'entry.deleted';
  const data = { id: entry, deletedAt };
  return { id: `entry-${entry}-deleted`, type, entry, body: JSON.stringify({ type, timestamp: deletedAt, data }) };
}
