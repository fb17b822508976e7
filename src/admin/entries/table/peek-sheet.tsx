// The whole entry in the panel at the side of the table, as its own page shows it.
import type { ApiEntry } from '../../../api-types/entries.ts';
import type { ApiForm } from '../../../api-types/forms.ts';
import { useApp } from '../../app-context.ts';
import { AnswerSheet } from '../../entry/answer-sheet.tsx';
import { Loaded } from '../../ui/notices.tsx';
import { useLoad } from '../../use-load.ts';
import type { TableEntry } from '../table-columns.ts';

export function PeekSheet({ form, entry }: { form: ApiForm; entry: TableEntry }) {
  const { api } = useApp();
  const load = useLoad((signal) => api.call<ApiEntry>(`/entry/${entry.id}`, { signal }), [entry.id, entry.changedAt]);
  return (
    <Loaded load={load}>
      {/* While the next one is on its way, the entry before is not shown under its title. */}
      {(whole) => whole.id === entry.id && <AnswerSheet form={form} entry={whole} isCompact />}
    </Loaded>
  );
}
