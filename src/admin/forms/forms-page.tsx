// /admin/: every form of the account, found as one types, with what can be done with each.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { SelectField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { Empty, ErrorNotice } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { type FormOrder, type FormSummary, findForms, formOrders } from './form-summary.ts';
import { type FormDeeds, useFormActions } from './use-form-actions.tsx';
import { useForms } from './use-forms.ts';

/** Drawn at once: more than a screen, few enough that typing stays quick with thousands. */
const rowsAtOnce = 60;
const newFormHref = '/admin/forms/new/';

export function FormsPage() {
  const { locale } = useApp();
  const t = useTexts('forms/forms');
  const { forms, isWhole, error, retry, replace, remove } = useForms();
  const actions = useFormActions({ onChanged: replace, onRemoved: remove });
  const [{ wanted, order }, setView] = useView();
  const [limit, setLimit] = useState(rowsAtOnce);
  const found = useMemo(() => findForms(forms, { wanted, order, locale }), [forms, wanted, order, locale]);
  const change = (part: Partial<View>) => {
    setView({ wanted, order, ...part });
    setLimit(rowsAtOnce);
  };
  const isEmpty = isWhole && forms.length === 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          !isEmpty && (
            <LinkButton href={newFormHref} kind="primary" icon="plus">
              {t('newForm')}
            </LinkButton>
          )
        }
      />
      {isEmpty ? (
        <Empty icon="form" title={t('firstTitle')} text={t('firstText')}>
          <LinkButton href={newFormHref} kind="primary" icon="plus">
            {t('firstGallery')}
          </LinkButton>
          <LinkButton href="/admin/forms/import/" icon="upload">
            {t('firstImport')}
          </LinkButton>
        </Empty>
      ) : (
        <>
          <ListTools view={{ wanted, order }} onChange={change} />
          <p class="quiet-text forms-count" role="status">
            {isWhole
              ? t(found.length === 1 ? 'foundOne' : 'found', { count: found.length })
              : t('loadingMore', { count: forms.length })}
          </p>
          {error !== undefined && <ErrorNotice error={error} onRetry={retry} />}
          {isWhole && found.length === 0 && (
            <Empty icon="search" title={t('nothing', { text: wanted.trim() })} text={t('nothingText')}>
              <Button onPress={() => change({ wanted: '' })}>{t('clear')}</Button>
            </Empty>
          )}
          {found.length > 0 && (
            <ul class="form-list" aria-label={t('list')}>
              {found.slice(0, limit).map((form) => (
                <FormRow key={form.id} form={form} actions={actions} />
              ))}
            </ul>
          )}
          {found.length > limit && (
            <div class="show-more">
              <Button onPress={() => setLimit(limit + 5 * rowsAtOnce)}>{t('showMore')}</Button>
            </div>
          )}
        </>
      )}
      {actions.dialog}
    </>
  );
}

function ListTools({ view, onChange }: { view: View; onChange: (part: Partial<View>) => void }) {
  const t = useTexts('forms/forms');
  return (
    <search class="forms-tools">
      <label class="search-box">
        <Icon name="search" />
        <span class="visually-hidden">{t('search')}</span>
        <input
          class="control"
          type="search"
          dir={view.wanted === '' ? undefined : 'auto'}
          placeholder={t('search')}
          value={view.wanted}
          onInput={(event) => onChange({ wanted: event.currentTarget.value })}
        />
      </label>
      <SelectField
        label={t('order')}
        isLabelHidden
        value={view.order}
        choices={formOrders.map((value) => ({ value, label: t(value) }))}
        onChange={(order) => onChange({ order })}
      />
    </search>
  );
}

function FormRow({ form, actions }: { form: FormSummary; actions: FormDeeds }) {
  const t = useTexts('forms/forms');
  const formats = useFormats();
  const { id, displayName, publicName, current, changedAt } = form;
  const isClosed = form.access?.isDisabled === true;
  const entriesHref = `/admin/entries/${id}/`;
  return (
    <li class="form-row">
      <div class="form-names">
        <a class="form-name" href={`/admin/forms/${id}/`}>
          <bdi>{displayName}</bdi>
        </a>
        {isClosed && <span class="badge warning">{t('closed')}</span>}
        {publicName && publicName !== displayName && (
          <p class="quiet-text">
            <bdi>{publicName}</bdi>
          </p>
        )}
      </div>
      <a class="form-counts" href={entriesHref}>
        {current.submit + current.save === 0 && t('noEntries')}
        {current.submit > 0 && <span>{t('submitted', { count: current.submit })}</span>}
        {current.save > 0 && <span class="quiet-text">{t('drafts', { count: current.save })}</span>}
      </a>
      <time class="quiet-text form-activity" dateTime={changedAt} title={formats.dateTime(changedAt)}>
        {t('active', { ago: formats.ago(changedAt) })}
      </time>
      <Menu
        label={t('menu', { name: displayName })}
        isIconOnly
        items={[
          { label: t('build'), icon: 'edit', href: `/admin/forms/${id}/` },
          { label: t('entries'), icon: 'table', href: entriesHref },
          { label: t('insight'), icon: 'chart', href: `/admin/forms/${id}/insight/` },
          { label: t('share'), icon: 'share', href: `/admin/forms/${id}/share/` },
          { label: t('duplicate'), icon: 'copy', onSelect: () => void actions.duplicate(form) },
          isClosed
            ? { label: t('open'), icon: 'check', onSelect: () => void actions.open(form) }
            : { label: t('close'), icon: 'lock', onSelect: () => actions.close(form) },
          { label: t('remove'), icon: 'trash', isDanger: true, onSelect: () => void actions.remove(form) },
        ]}
      />
    </li>
  );
}

interface View {
  readonly wanted: string;
  readonly order: FormOrder;
}

/** Search and order are in the address, so that the way back from a form leads to the same list. */
function useView(): [View, (view: View) => void] {
  const [view, setView] = useState(() => {
    const given = new URLSearchParams(location.search);
    const order = formOrders.find((one) => one === given.get('sort')) ?? 'activity';
    return { wanted: given.get('q') ?? '', order };
  });
  useEffect(() => {
    const wait = setTimeout(() => {
      const { wanted, order } = view;
      const search = new URLSearchParams({
        ...(wanted && { q: wanted }),
        ...(order !== 'activity' && { sort: order }),
      });
      const text = search.toString() === '' ? '' : `?${search}`;
      if (location.pathname === '/admin/' && location.search !== text)
        void navigate(`/admin/${text}`, { replace: true });
    }, 300);
    return () => clearTimeout(wait);
  }, [view]);
  return [view, setView];
}
