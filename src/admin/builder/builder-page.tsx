// The builder at /admin/forms/<form>/: one draft of the form, several views of it. Nothing is saved by itself; what is not
// saved stays on the device.
import { useMemo } from 'preact/hooks';
import { useApp } from '../app-context.ts';
import type { PageProps } from '../page-props.ts';
import { Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { BuilderFrame, type Restored } from './builder-frame.tsx';
import { createFormDraft, type FormDraft } from './draft/form-draft.ts';
import { loadForm } from './draft/save-form.ts';
import type { SavedForm } from './draft/saved-form.ts';
import { findStoredDraft } from './draft/stored-draft.ts';
import { loadFormWords } from './form-words.ts';
import { formLocale } from './tree/element-kinds.ts';

export function BuilderPage({ params }: PageProps) {
  const { api } = useApp();
  const id = params['form']!;
  const load = useLoad(
    async (signal) => {
      const saved = await loadForm(api, id, signal);
      await loadFormWords(formLocale(saved.form));
      return saved;
    },
    [id],
  );
  return <Loaded load={load}>{(saved) => <Opened id={id} saved={saved} />}</Loaded>;
}

function Opened({ id, saved }: { id: string; saved: SavedForm }) {
  const { user } = useApp();
  const opened = useMemo(() => openDraft(saved, { user: user.id, form: id }), [saved, user.id, id]);
  return <BuilderFrame id={id} draft={opened.draft} restored={opened.restored} theirs={saved} />;
}

/** Changes that were made to an older version stay on it, so that saving them tells of the newer one. */
function openDraft(saved: SavedForm, place: { user: string; form: string }): { draft: FormDraft; restored: Restored } {
  const kept = findStoredDraft(place);
  if (kept === undefined) return { draft: createFormDraft(saved), restored: 'none' };
  const isSame = kept.etag === saved.etag;
  const base: SavedForm = isSame
    ? saved
    : { form: { ...withoutDefinition(saved.form), ...kept.saved }, etag: kept.etag };
  return { draft: createFormDraft(base, kept.definition), restored: isSame ? 'here' : 'older' };
}

function withoutDefinition({
  id,
  account,
  displayName,
  counts,
  current,
  createTime,
  modifyTime,
  changedAt,
}: SavedForm['form']) {
  return { id, account, displayName, counts, current, createTime, modifyTime, changedAt };
}
