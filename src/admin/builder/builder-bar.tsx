// The one bar on top of the builder: the way back, the name of the form, its views and other pages, and what saves, undoes,
// shows and warns.
import { useEffect } from 'preact/hooks';
import { useSlice } from '../../web/store.ts';
import { OwnMenu } from '../layout.tsx';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { NavTabs } from '../ui/page-header.tsx';
import { useBuilder } from './builder-context.ts';
import { ProblemMenu } from './problem-list.tsx';

export const views = ['build', 'after', 'settings', 'pdf', 'json'] as const;
export type View = (typeof views)[number];

export interface BuilderBarProps {
  readonly view: View;
  readonly isSaving: boolean;
  /** Counts saves that problems stopped: each opens the list. */
  readonly stops: number;
  readonly onSave: () => void;
  readonly onStep: (way: 'undo' | 'redo') => void;
  readonly onPreview: () => void;
  readonly onHelp: () => void;
}

export function BuilderBar({ view, isSaving, stops, onSave, onStep, onPreview, onHelp }: BuilderBarProps) {
  const { formId, draft } = useBuilder();
  const t = useTexts('builder/builder');
  const canUndo = useSlice(draft, () => draft.get().canUndo);
  const canRedo = useSlice(draft, () => draft.get().canRedo);
  const isChanged = useSlice(draft, () => draft.get().isChanged);
  const pages = [
    { href: `/admin/entries/${formId}/`, icon: 'table', label: t('entries'), isHere: false },
    { href: `/admin/forms/${formId}/insight/`, icon: 'chart', label: t('insight'), isHere: false },
    { href: `/admin/forms/${formId}/share/`, icon: 'share', label: t('share'), isHere: false },
  ] as const;
  return (
    <div class="builder-bar">
      <div class="bar-name">
        <a class="button quiet icon-only" href="/admin/" aria-label={t('toForms')} title={t('toForms')}>
          <Icon name="back" />
        </a>
        <FormName />
      </div>
      <div class="bar-views">
        <NavTabs
          label={t('views')}
          tabs={views.map((one) => ({ href: viewAddress(formId, one), label: t(one), isHere: one === view }))}
        />
        <NavTabs label={t('pages')} tabs={pages} />
      </div>
      <div class="bar-actions">
        <ProblemMenu stops={stops} />
        <span class={isChanged ? 'save-state unsaved' : 'save-state'} role="status">
          {t(isChanged ? 'unsaved' : 'allSaved')}
        </span>
        <Button kind="quiet" icon="undo" label={t('undo')} isOff={!canUndo} onPress={() => onStep('undo')} />
        <Button kind="quiet" icon="redo" label={t('redo')} isOff={!canRedo} onPress={() => onStep('redo')} />
        <Button icon="eye" label={t('preview')} onPress={onPreview}>
          <span class="bar-word">{t('preview')}</span>
        </Button>
        <Button
          kind={isChanged ? 'primary' : 'secondary'}
          icon="check"
          label={t('save')}
          isBusy={isSaving}
          onPress={onSave}
        >
          <span class="bar-word">{t('save')}</span>
        </Button>
        <div class="bar-more">
          <Menu label={t('barMore')} isIconOnly items={[{ label: t('help'), icon: 'info', onSelect: onHelp }]} />
          <OwnMenu />
        </div>
      </div>
    </div>
  );
}

/** The name is edited where it stands; the title of the page says it too. */
function FormName() {
  const { draft, formId } = useBuilder();
  const t = useTexts('builder/builder');
  const name = useSlice(draft, () => draft.get().definition.name ?? '');
  const isClosed = useSlice(draft, () => draft.get().definition.access?.isDisabled === true);
  const title = name.trim() || formId;
  useEffect(() => {
    document.title = `${title} · ${t('build')} · Formstead`;
  }, [title, t]);
  return (
    <>
      <h1 class="visually-hidden" tabIndex={-1}>
        <bdi>{title}</bdi>
      </h1>
      <input
        class="bar-title"
        aria-label={t('formName')}
        title={name}
        value={name}
        placeholder={t('noName')}
        dir="auto"
        maxLength={200}
        autoComplete="off"
        onInput={(event) => {
          const typed = event.currentTarget.value;
          draft.change(({ name: _, ...rest }) => (typed === '' ? rest : { ...rest, name: typed }), 'name');
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      {isClosed && <span class="badge warning">{t('closed')}</span>}
    </>
  );
}

export function viewAddress(id: string, view: View): string {
  return view === 'build' ? `/admin/forms/${id}/` : `/admin/forms/${id}/?view=${view}`;
}
