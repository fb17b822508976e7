// The builder around its views: the bar on top, what saves and keeps, and the dialogs that may come up.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useSlice } from '../../web/store.ts';
import { useApp } from '../app-context.ts';
import { currentLocation, useLeaveGuard } from '../router.ts';
import { translator, useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Notice, useErrorText } from '../ui/notices.tsx';
import { AfterView } from './after/after-view.tsx';
import { BuildView } from './build-view.tsx';
import { BuilderBar, type View, views } from './builder-bar.tsx';
import { type Builder, BuilderContext, createBuilderUi, placeOfFocus, wishFocus } from './builder-context.ts';
import { type ActionTools, createActions, type RemovalChoice } from './draft/builder-actions.ts';
import { createClipboard, useClipboardKeys } from './draft/clipboard.ts';
import { ConflictDialog } from './draft/conflict-dialog.tsx';
import { followReferences } from './draft/follow-references.ts';
import type { FormDraft } from './draft/form-draft.ts';
import { JsonView } from './draft/json-view.tsx';
import { OrphanDialog } from './draft/orphan-dialog.tsx';
import { definitionOf, type SavedForm } from './draft/saved-form.ts';
import { keepSelection } from './draft/selection.ts';
import { storeDraft } from './draft/stored-draft.ts';
import { useSaving } from './draft/use-saving.ts';
import { loadFormWords } from './form-words.ts';
import { PdfView } from './pdf/pdf-view.tsx';
import { FullPreview } from './preview/full-preview.tsx';
import { SettingsView } from './properties/settings-view.tsx';
import { RemovalDialog, type RemovalDialogProps } from './removal-dialog.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { formLocale } from './tree/element-kinds.ts';
import { usePartKeys } from './use-part-keys.ts';
import { useShortcuts } from './use-shortcuts.ts';

export type Restored = 'none' | 'here' | 'older';

export interface BuilderFrameProps {
  readonly id: string;
  readonly draft: FormDraft;
  readonly restored: Restored;
  /** The form as it is on the server now. */
  readonly theirs: SavedForm;
}

export function BuilderFrame({ id, draft, restored, theirs }: BuilderFrameProps) {
  const { ask, locale, notify } = useApp();
  const t = useTexts('builder/builder');
  const view = useView();
  const language = useRef(t);
  language.current = translator('builder/builder', locale);
  const { builder, removal } = useOpenBuilder(id, draft, () => language.current);
  const { ui } = builder;
  const saving = useSaving(id, draft);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const isChanged = useSlice(draft, () => draft.get().isChanged);
  const announcement = useSlice(ui, () => ui.get().announcement);
  const hasTypedJson = useSlice(ui, () => ui.get().jsonText !== undefined);

  const step = useCallback(
    (way: 'undo' | 'redo') => {
      if (!draft.get()[way === 'undo' ? 'canUndo' : 'canRedo']) return;
      const place = placeOfFocus();
      draft[way]();
      builder.actions.announce(language.current(way === 'undo' ? 'undone' : 'redone'));
      // Lines are told apart by their places: after this another element may be where the focus is.
      if (place === 'row') wishFocus(ui, 'row');
      else rescueFocus(ui, place);
    },
    [draft, builder, ui],
  );
  useKeeping(id, draft);
  const errorText = useErrorText();
  const formLanguage = useSlice(draft, () => formLocale(draft.get().definition));
  useEffect(() => {
    // Until they are here, or where they cannot be had, the app's own language is put into the form.
    loadFormWords(formLanguage).catch((error: unknown) => notify(errorText(error), 'bad'));
  }, [formLanguage]);
  useClipboardKeys(builder);
  useLeaveGuard(isChanged || hasTypedJson, () =>
    ask({ title: t('leaveTitle'), text: t(hasTypedJson ? 'leaveJson' : 'leaveText'), confirm: t('leave') }),
  );
  usePartKeys(builder);
  useShortcuts({
    save: saving.save,
    undo: () => step('undo'),
    redo: () => step('redo'),
    preview: () => setPreviewOpen(true),
    help: () => setHelpOpen(true),
  });
  return (
    <BuilderContext.Provider value={builder}>
      <div class="builder" data-view={view}>
        <BuilderBar
          view={view}
          isSaving={saving.isSaving}
          stops={saving.stops}
          onSave={saving.save}
          onStep={step}
          onPreview={() => setPreviewOpen(true)}
          onHelp={() => setHelpOpen(true)}
        />
        <RestoredNotice draft={draft} restored={restored} theirs={theirs} />
        {view === 'build' && <BuildView />}
        {view === 'after' && <AfterView draft={draft} formId={id} />}
        {view === 'pdf' && <PdfView draft={draft} formId={id} />}
        {view === 'settings' && <SettingsView />}
        {view === 'json' && <JsonView />}
        <p class="visually-hidden" role="status">
          {announcement}
        </p>
      </div>
      {saving.orphans !== undefined && (
        <OrphanDialog
          orphans={saving.orphans}
          count={draft.get().form.current.all}
          onSave={saving.saveAnyway}
          onClose={saving.cancel}
        />
      )}
      {saving.theirs !== undefined && (
        <ConflictDialog
          mine={draft.get().definition}
          theirs={saving.theirs}
          onTheirs={saving.takeTheirs}
          onMine={saving.takeMine}
          onClose={saving.cancel}
        />
      )}
      {removal !== undefined && <RemovalDialog {...removal} />}
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
      {isPreviewOpen && <FullPreview onClose={() => setPreviewOpen(false)} />}
    </BuilderContext.Provider>
  );
}

/** What the parts of the builder share, made once for a draft; and the question before something goes that others read. */
function useOpenBuilder(id: string, draft: FormDraft, t: ActionTools['t']) {
  const { notify } = useApp();
  const [removal, setRemoval] = useState<RemovalDialogProps>();
  const builder = useMemo((): Builder => {
    const ui = createBuilderUi();
    const noteUndo = (text: string) => {
      const after = draft.get().definition;
      const undo = () => {
        draft.undo();
        rescueFocus(ui);
      };
      const dismiss = notify(text, 'good', { label: t()('undo'), onPress: undo });
      // Any later change would be undone instead.
      const stop = draft.subscribe(() => {
        if (draft.get().definition === after) return;
        stop();
        dismiss();
      });
    };
    const askRemoval: ActionTools['askRemoval'] = (question) =>
      new Promise((resolve) => {
        const place = placeOfFocus();
        const onChoose = (choice: RemovalChoice) => {
          setRemoval(undefined);
          resolve(choice);
          rescueFocus(ui, place);
        };
        setRemoval({ question, onChoose });
      });
    const clipboard = createClipboard();
    const actions = createActions({ draft, ui, t, noteUndo, note: notify, askRemoval, clipboard });
    return { formId: id, draft, ui, actions };
  }, [id, draft, notify]);
  useEffect(() => keepSelection(builder), [builder]);
  useEffect(() => followReferences(builder), [builder]);
  return { builder, removal };
}

/** What had the focus may be gone: then it goes to what is selected, in the outline or on the form, where it was before. */
function rescueFocus(ui: Builder['ui'], place?: ReturnType<typeof placeOfFocus>): void {
  setTimeout(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const hasOutline = document.querySelector('.builder [role=tree]')?.checkVisibility?.();
    wishFocus(ui, place ?? (hasOutline ? 'row' : 'item'));
  });
}

interface RestoredNoticeProps {
  readonly draft: FormDraft;
  readonly restored: Restored;
  readonly theirs: SavedForm;
}

/** Until the changes that were restored are saved or discarded: what comes after that is new. */
function RestoredNotice({ draft, restored, theirs }: RestoredNoticeProps) {
  const { ask } = useApp();
  const t = useTexts('builder/builder');
  const [isTold, setTold] = useState(restored !== 'none');
  const isChanged = useSlice(draft, () => draft.get().isChanged);
  useLayoutEffect(() => {
    if (!isChanged) setTold(false);
  }, [isChanged]);
  const discard = async () => {
    if (!(await ask({ title: t('discardTitle'), text: t('discardText'), confirm: t('discard'), isDanger: true })))
      return;
    draft.change(() => definitionOf(theirs.form), undefined, { path: undefined });
    draft.markSaved(theirs);
  };
  if (!isTold || !isChanged) return null;
  return (
    <Notice kind="info">
      <p>{t(restored === 'older' ? 'restoredOlder' : 'restored')}</p>
      <Button kind="quiet" icon="trash" onPress={() => void discard()}>
        {t('discard')}
      </Button>
    </Notice>
  );
}

function useView(): View {
  return useSlice(currentLocation, () => {
    const asked = new URLSearchParams(currentLocation.get().search).get('view');
    return views.find((one) => one === asked) ?? 'build';
  });
}

const keepMilliseconds = 300;

/** Writes unsaved changes to the device, soon after they are made and when the page goes. */
function useKeeping(id: string, draft: FormDraft): void {
  const { user } = useApp();
  useEffect(() => {
    const at = { user: user.id, form: id };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      clearTimeout(timer);
      const { isChanged, definition, saved, etag } = draft.get();
      storeDraft(at, isChanged ? { definition, saved, etag } : undefined);
    };
    let last = draft.get();
    const stop = draft.subscribe(() => {
      const now = draft.get();
      const isOther = now.definition !== last.definition || now.saved !== last.saved;
      last = now;
      if (!isOther) return;
      clearTimeout(timer);
      timer = setTimeout(write, keepMilliseconds);
    });
    addEventListener('pagehide', write);
    return () => {
      stop();
      write();
      removeEventListener('pagehide', write);
    };
  }, [draft, id, user.id]);
}
