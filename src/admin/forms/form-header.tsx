// The head of every page about one form: its name and the way to its other pages.
import type { ComponentChildren } from 'preact';
import type { ApiForm } from '../../api-types/forms.ts';
import { useTexts } from '../texts.ts';
import { NavTabs, PageHeader } from '../ui/page-header.tsx';

export interface FormHeadProps {
  readonly form: Pick<ApiForm, 'id' | 'displayName' | 'access'>;
  readonly here: 'build' | 'entries' | 'insight' | 'share';
  readonly note?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

export function FormHeader({ form, here, note, actions }: FormHeadProps) {
  const t = useTexts('forms/formHeader');
  const tabs = [
    { key: 'build', href: `/admin/forms/${form.id}/`, icon: 'edit' },
    { key: 'entries', href: `/admin/entries/${form.id}/`, icon: 'table' },
    { key: 'insight', href: `/admin/forms/${form.id}/insight/`, icon: 'chart' },
    { key: 'share', href: `/admin/forms/${form.id}/share/`, icon: 'share' },
  ] as const;
  return (
    <>
      <PageHeader
        title={form.displayName}
        windowTitle={`${form.displayName} · ${t(here)}`}
        back={{ href: '/admin/', label: t('forms') }}
        note={
          form.access?.isDisabled ? (
            <>
              <span class="badge warning">{t('closed')}</span> {note}
            </>
          ) : (
            note
          )
        }
        actions={actions}
      />
      <NavTabs
        label={t('pages')}
        tabs={tabs.map(({ key, href, icon }) => ({ href, icon, label: t(key), isHere: key === here }))}
      />
    </>
  );
}
