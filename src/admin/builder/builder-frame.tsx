// The head of the builder with what saves, undoes and warns, and the chosen view below it.
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useSlice } from '../../web/store.ts';
import { useApp } from '../app-context.ts';
import { FormHeader } from '../forms/form-header.tsx';
import { currentLocation, useLeaveGuard } from '../router.ts';
import { translator, useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notices.tsx';
import { NavTabs } from '../ui/page-header.tsx';
import { AfterView } from './after/after-view.tsx';
import { BuildView } from './build-view.tsx';
import { type Builder, BuilderContext, createBuilderUi, wishFocus } from './builder-context.ts';
import type { Restored } from './builder-page.tsx';
import { builderTexts } from './builder-texts.ts';
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
import { PdfView } from './pdf/pdf-view.tsx';
import { ProblemList } from './problem-list.tsx';
import { SettingsView } from './properties/settings-view.tsx';
import { RemovalDialog, type RemovalDialogProps } from './removal-dialog.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const views = ['build', 'after', 'pdf', 'settings', 'json'] as const;
type View = (typeof views)[number];

export interface BuilderFrameProps {
  readonly id: string;
  readonly draft: FormDraft;
  readonly restored: Restored;
  /** The form as it is on the server now. */
  readonly theirs: SavedForm;
}

export function BuilderFrame({ id, draft, restored, theirs }: BuilderFrameProps) {
  const { ask, locale } = useApp();
  const t = useTexts(builderTexts);
  const view = useView();
  const language = useRef(t);
  language.current = translator(builderTexts, locale);
  const { builder, removal } = useOpenBuilder(id, draft, () => language.current);
  const saving = useSaving(id, draft);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isToldOfRestored, setToldOfRestored] = useState(restored !== 'none');
  const isChanged = useSlice(draft, () => draft.get().isChanged);
  const announcement = useSlice(builder.ui, () => builder.ui.get().announcement);
  const hasTypedJson = useSlice(builder.ui, () => builder.ui.get().jsonText !== undefined);

  const step = useCallback(
    (way: 'undo' | 'redo') => {
      if (!draft.get()[way === 'undo' ? 'canUndo' : 'canRedo']) return;
      draft[way]();
      builder.actions.announce(language.current(way === 'undo' ? 'undone' : 'redone'));
    },
    [draft, builder],
  );
  useKeeping(id, draft);
  useClipboardKeys(builder);
  useLeaveGuard(isChanged || hasTypedJson, () =>
    ask({ title: t('leaveTitle'), text: t(hasTypedJson ? 'leaveJson' : 'leaveText'), confirm: t('leave') }),
  );
  useShortcuts({
    save: saving.save,
    undo: () => step('undo'),
    redo: () => step('redo'),
    help: () => setHelpOpen(true),
  });

  const discard = async () => {
    if (!(await ask({ title: t('discardTitle'), text: t('discardText'), confirm: t('discard'), isDanger: true })))
      return;
    draft.change(() => definitionOf(theirs.form), undefined, { path: undefined });
    draft.markSaved(theirs);
    setToldOfRestored(false);
  };
  return (
    <BuilderContext.Provider value={builder}>
      <div class="builder">
        <Head draft={draft} />
        <div class="builder-bar">
          <NavTabs
            label={t('views')}
            tabs={views.map((one) => ({ href: addressOf(id, one), label: t(one), isHere: one === view }))}
          />
          <Actions
            draft={draft}
            isSaving={saving.isSaving}
            onSave={saving.save}
            onStep={step}
            onHelp={() => setHelpOpen(true)}
          />
        </div>
        {isToldOfRestored && isChanged && (
          <Notice kind="info">
            <p>{t(restored === 'older' ? 'restoredOlder' : 'restored')}</p>
            <Button kind="quiet" icon="trash" onPress={() => void discard()}>
              {t('discard')}
            </Button>
          </Notice>
        )}
        <ProblemList isAsked={saving.isStopped} />
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
        const onChoose = (choice: RemovalChoice) => {
          setRemoval(undefined);
          resolve(choice);
          rescueFocus(ui);
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

/** What had the focus may be gone: then it goes to what is selected. */
function rescueFocus(ui: Builder['ui']): void {
  setTimeout(() => {
    if (document.activeElement === null || document.activeElement === document.body) wishFocus(ui, 'row');
  });
}

function Head({ draft }: { draft: FormDraft }) {
  const { id } = draft.get().form;
  const name = useSlice(draft, () => draft.get().definition.name);
  const access = useSlice(draft, () => draft.get().definition.access);
  return <FormHeader form={{ id, displayName: name || id, access: { isDisabled: false, ...access } }} here="build" />;
}

interface ActionsProps {
  readonly draft: FormDraft;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onStep: (way: 'undo' | 'redo') => void;
  readonly onHelp: () => void;
}

function Actions({ draft, isSaving, onSave, onStep, onHelp }: ActionsProps) {
  const t = useTexts(builderTexts);
  const canUndo = useSlice(draft, () => draft.get().canUndo);
  const canRedo = useSlice(draft, () => draft.get().canRedo);
  const isChanged = useSlice(draft, () => draft.get().isChanged);
  return (
    <div class="builder-actions">
      <span class={isChanged ? 'save-state unsaved' : 'save-state'} role="status">
        {t(isChanged ? 'unsaved' : 'allSaved')}
      </span>
      <Button kind="quiet" icon="info" label={t('help')} onPress={onHelp} />
      <Button kind="quiet" icon="undo" label={t('undo')} isOff={!canUndo} onPress={() => onStep('undo')} />
      <Button kind="quiet" icon="redo" label={t('redo')} isOff={!canRedo} onPress={() => onStep('redo')} />
      <Button kind="primary" icon="check" isBusy={isSaving} onPress={onSave}>
        {t('save')}
      </Button>
    </div>
  );
}

function useView(): View {
  return useSlice(currentLocation, () => {
    const asked = new URLSearchParams(currentLocation.get().search).get('view');
    return views.find((one) => one === asked) ?? 'build';
  });
}

function addressOf(id: string, view: View): string {
  return view === 'build' ? `/admin/forms/${id}/` : `/admin/forms/${id}/?view=${view}`;
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
    const stop = draft.subscribe(() => {
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
