// Saving, and what may stand in its way: problems in the definition, data that would lose its place, somebody else's version.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../client/call-api.ts';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { useErrorText } from '../../ui/notices.tsx';
import type { FormDraft } from './form-draft.ts';
import { findOrphans, type Orphan } from './orphans.ts';
import { differences, type SaveOutcome, saveForm } from './save-form.ts';
import { definitionOf, type SavedForm } from './saved-form.ts';

export interface Saving {
  readonly isSaving: boolean;
  /** How often a save was tried and stopped by problems. */
  readonly stops: number;
  /** Asked about before saving. */
  readonly orphans: readonly Orphan[] | undefined;
  /** What somebody else saved meanwhile. */
  readonly theirs: SavedForm | undefined;
  readonly save: () => void;
  readonly saveAnyway: () => void;
  readonly takeTheirs: () => void;
  readonly takeMine: () => void;
  readonly cancel: () => void;
}

export function useSaving(id: string, draft: FormDraft): Saving {
  const { api, notify } = useApp();
  const t = useTexts('builder/builder');
  const errorText = useErrorText();
  const [isSaving, setSaving] = useState(false);
  const [stops, setStops] = useState(0);
  const [orphans, setOrphans] = useState<readonly Orphan[]>();
  const [theirs, setTheirs] = useState<SavedForm>();
  /** Sent, and nothing was heard of it: it may have been saved. */
  const unheard = useRef<FormDefinition[]>([]);
  const isAskedAgain = useRef(false);
  const cancel = () => {
    setOrphans(undefined);
    setTheirs(undefined);
  };

  const send = async (on: Pick<ReturnType<FormDraft['get']>, 'saved' | 'etag'>): Promise<SaveOutcome | undefined> => {
    const { definition } = draft.get();
    cancel();
    setSaving(true);
    try {
      let outcome = await saveForm(api, { id, ...on }, definition);
      if (outcome.kind === 'conflict' && isOwn(outcome.theirs)) {
        const { form, etag } = outcome.theirs;
        outcome = await saveForm(api, { id, saved: definitionOf(form), etag }, definition);
      }
      unheard.current = [];
      if (outcome.kind === 'conflict') {
        isAskedAgain.current = false;
        setTheirs(outcome.theirs);
      } else {
        // Whatever was typed while the request was in progress stays, unsaved.
        draft.markSaved(
          outcome.saved,
          draft.get().definition === definition ? definitionOf(outcome.saved.form) : undefined,
        );
      }
      return outcome;
    } catch (error) {
      isAskedAgain.current = false;
      if (!(error instanceof ApiError)) throw error;
      unheard.current.push(definition);
      notify(errorText(error), 'bad');
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  /** The other version is one's own, of a save whose response was lost. */
  const isOwn = ({ form }: SavedForm) => unheard.current.some((sent) => differences(sent, form).length === 0);
  const sendMine = async () => {
    if ((await send(draft.get()))?.kind === 'saved') notify(t('saved'));
  };

  const saving: Saving = {
    isSaving,
    stops,
    orphans,
    theirs,
    cancel,
    save() {
      if (isSaving) {
        isAskedAgain.current = true;
        return;
      }
      const problems = draft.check();
      const { isChanged, form, saved, definition } = draft.get();
      if (problems.length > 0) {
        setStops((count) => count + 1);
        return notify(t('problemsStop'), 'bad');
      }
      if (!isChanged) return notify(t('nothingToSave'));
      const lost = form.current.all > 0 ? findOrphans(saved, definition) : [];
      if (lost.length > 0) setOrphans(lost);
      else void sendMine();
    },
    saveAnyway: () => void sendMine(),
    takeTheirs() {
      if (theirs === undefined) return;
      draft.change(() => definitionOf(theirs.form), undefined, { path: undefined });
      draft.markSaved(theirs);
      cancel();
      notify(t('tookTheirs'));
    },
    takeMine() {
      if (theirs === undefined) return;
      const mine = draft.get().definition;
      // Theirs becomes a step of the history, so that undo can still show it.
      draft.change(() => definitionOf(theirs.form));
      draft.change(() => mine);
      void send({ saved: definitionOf(theirs.form), etag: theirs.etag }).then((outcome) => {
        if (outcome?.kind === 'saved') notify(t('tookMine'));
      });
    },
  };
  // What was typed while a save was in progress, and was meant to be saved too.
  useEffect(() => {
    if (isSaving || !isAskedAgain.current) return;
    isAskedAgain.current = false;
    if (draft.get().isChanged) saving.save();
  }, [isSaving]);
  return saving;
}
