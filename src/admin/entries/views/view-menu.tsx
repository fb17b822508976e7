// The button with the name of the view one sees, and the panel under it: all views with how many entries each has, and what
// can be done with this one.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ApiForm } from '../../../api-types/forms.ts';
import type { EntryView } from '../../../api-types/views.ts';
import { useFormats } from '../../formats.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { addressOf, firstState } from '../find/table-state.ts';
import { useViewCounts } from './use-view-counts.ts';

export interface ViewMenuProps {
  readonly form: ApiForm;
  readonly views: readonly EntryView[];
  readonly view: EntryView | undefined;
  /** Something differs from what was saved. */
  readonly isChanged: boolean;
  readonly onSaveNew: () => void;
  readonly onUpdate: () => void;
  readonly onReset: () => void;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

export function ViewMenu(props: ViewMenuProps) {
  const { view, isChanged } = props;
  const t = useTexts('entries/views');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen || panel.current === null) return;
    const { bottom, left, right } = button.current!.getBoundingClientRect();
    const isRtl = getComputedStyle(panel.current).direction === 'rtl';
    panel.current.style.insetBlockStart = `${bottom + 6}px`;
    panel.current.style.maxBlockSize = `max(14rem, calc(100dvh - ${bottom + 18}px))`;
    panel.current.style.insetInlineStart = `${isRtl ? document.documentElement.clientWidth - right : left}px`;
    panel.current.showModal();
  }, [isOpen]);
  // Closed before it is gone: the browser then gives the focus back to the button.
  const close = () => {
    panel.current?.close();
    setOpen(false);
  };
  return (
    <div class="view-menu">
      <button
        {...{ ref: button, type: 'button', class: 'button view-button' }}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="eye" size={18} />
        <span class="visually-hidden">{t('views')}: </span>
        <bdi class="view-name">{view?.name ?? t('standard')}</bdi>
        <Icon name="down" size={14} />
      </button>
      {view !== undefined && isChanged && (
        <>
          <span class="badge warning">{t('changed')}</span>
          <Button kind="quiet" icon="check" label={t('update', { name: view.name })} onPress={props.onUpdate} />
          <Button kind="quiet" icon="undo" label={t('reset')} onPress={props.onReset} />
        </>
      )}
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself.
        <dialog
          ref={panel}
          class="view-panel"
          id={id}
          aria-label={t('views')}
          onCancel={close}
          onClick={(event) => event.target === panel.current && close()}
        >
          <Panel {...props} onClose={close} />
        </dialog>
      )}
    </div>
  );
}

function Panel({ form, views, view, isChanged, onClose, ...does }: ViewMenuProps & { onClose: () => void }) {
  const t = useTexts('entries/views');
  const formats = useFormats();
  const counts = useViewCounts(form, views);
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  const countText = (id: string) => {
    const found = counts.get(id);
    if (found === undefined) return '';
    return found.isMore ? t('more', { count: found.count }) : formats.number(found.count);
  };
  const link = (one: EntryView) => (
    <li key={one.id}>
      <a
        href={`/admin/entries/${form.id}/${addressOf({ state: firstState, view: one.id, entry: undefined, isOfView: true })}`}
        aria-current={one.id === view?.id ? 'true' : undefined}
        onClick={onClose}
      >
        <span class="view-link-name">
          <bdi>{one.name}</bdi>
          {one.isShared && one.by !== undefined && <span class="quiet-text">{t('by', { name: one.by.name })}</span>}
        </span>
        <span class="status-count">{countText(one.id)}</span>
      </a>
    </li>
  );
  const group = (title: string, all: readonly EntryView[]) =>
    all.length > 0 && (
      <>
        <h2>{title}</h2>
        <ul>{all.map(link)}</ul>
      </>
    );
  const action = (label: string, icon: 'plus' | 'check' | 'edit' | 'trash', act: () => void): ComponentChildren => (
    <button type="button" class={icon === 'trash' ? 'menu-item danger' : 'menu-item'} onClick={then(act)}>
      <Icon name={icon} size={18} />
      <bdi>{label}</bdi>
    </button>
  );
  return (
    <>
      <div class="view-list">
        <ul>
          <li>
            <a
              href={`/admin/entries/${form.id}/`}
              aria-current={view === undefined ? 'true' : undefined}
              onClick={onClose}
            >
              <span class="view-link-name">{t('standard')}</span>
            </a>
          </li>
        </ul>
        {group(
          t('mine'),
          views.filter(({ isShared }) => !isShared),
        )}
        {group(
          t('team'),
          views.filter(({ isShared }) => isShared),
        )}
        {views.length === 0 && <p class="quiet-text">{t('none')}</p>}
      </div>
      <div class="view-actions">
        {view !== undefined && isChanged && action(t('update', { name: view.name }), 'check', does.onUpdate)}
        {action(t('saveNew'), 'plus', does.onSaveNew)}
        {view !== undefined && action(t('change'), 'edit', does.onChange)}
        {view !== undefined && action(t('delete'), 'trash', does.onDelete)}
      </div>
    </>
  );
}
