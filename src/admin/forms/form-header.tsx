// The head of every page about one form: its name and the way to its other pages.
import type { ComponentChildren } from 'preact';
import type { ApiForm } from '../../api-types/forms.ts';
import { useTexts } from '../texts.ts';
import { NavTabs, PageHeader } from '../ui/page-header.tsx';

const texts = {
  en: {
    forms: 'Forms',
    pages: 'Pages of this form',
    build: 'Build',
    entries: 'Entries',
    insight: 'Insight',
    share: 'Share',
    closed: 'Closed',
  },
  he: {
    forms: 'טפסים',
    pages: 'דפי הטופס',
    build: 'בנייה',
    entries: 'רשומות',
    insight: 'תובנות',
    share: 'שיתוף',
    closed: 'סגור',
  },
} as const;

export interface FormHeadProps {
  readonly form: Pick<ApiForm, 'id' | 'displayName' | 'access'>;
  readonly here: 'build' | 'entries' | 'insight' | 'share';
  readonly note?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

export function FormHeader({ form, here, note, actions }: FormHeadProps) {
  const t = useTexts(texts);
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
