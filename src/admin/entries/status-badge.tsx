// The status of an entry as a coloured word.
import type { EntryStatus } from '../../core/plan/entry-status.ts';
import { useTexts } from '../texts.ts';

const kinds: Record<EntryStatus, string> = {
  created: '',
  saved: 'warning',
  submitted: 'good',
  deleted: 'danger',
  template: 'info',
  render: '',
};

export function StatusBadge({ status }: { status: EntryStatus }) {
  const t = useTexts('entries/status');
  return <span class={`badge ${kinds[status]}`}>{t(status)}</span>;
}
