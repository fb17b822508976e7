// /admin/account/log/: who did what in the account, with filters, and as a file.

import { useState } from 'preact/hooks';
import type { AuditEvent, AuditObject } from '../../api-types/audit.ts';
import type { User } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { saveFile } from '../ui/download-text.ts';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Menu } from '../ui/menu.tsx';
import { Empty, Loaded, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { MoreButton, usePages } from '../use-pages.tsx';
import { AccountHeader } from './account-header.tsx';
import { AccountNotices } from './account-notices.tsx';
import { LogTable } from './log-table.tsx';

interface Filters {
  readonly object: AuditObject | '';
  readonly user: string;
  /** Days as `<input type=date>` has them. */
  readonly since: string;
  readonly until: string;
}

const noFilters: Filters = { object: '', user: '', since: '', until: '' };

export function LogPage() {
  const { api, page: app, notify } = useApp();
  const t = useTexts('account/log');
  const errorText = useErrorText();
  const [filters, setFilters] = useState(noFilters);
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const pages = usePages<AuditEvent>('/audit', queryOf(filters), [filters]);
  const save = async (format: 'csv' | 'jsonl') => {
    try {
      // Whoever has to sign in again is asked here; a plain link would not have the session.
      await api.call('/me');
      const asked = new URLSearchParams({ ...definedOf(queryOf(filters)), format });
      const headers = { 'x-formstead-app': 'admin' };
      const response = await fetch(`${app.api}/audit/export?${asked}`, { headers });
      if (!response.ok) throw new ApiError(response.status);
      saveFile(`activity.${format}`, await response.blob());
    } catch (caught) {
      notify(errorText(caught), 'bad');
    }
  };
  return (
    <>
      <AccountHeader
        here="log"
        actions={
          <>
            <LinkButton href="/admin/account/emails/" icon="mail">
              {t('failedEmails')}
            </LinkButton>
            <Menu
              label={t('export')}
              icon="download"
              kind="secondary"
              items={[
                { label: t('asCsv'), onSelect: () => void save('csv') },
                { label: t('asLines'), onSelect: () => void save('jsonl') },
              ]}
            />
          </>
        }
      />
      <AccountNotices />
      <p class="page-intro">{t('intro')}</p>
      <FilterBar filters={filters} onChange={setFilters} />
      <Loaded load={pages.load}>
        {({ data }) => (
          <>
            {data.length === 0 ? (
              <Empty icon="clock" title={t(isFiltered ? 'noneFound' : 'none')} />
            ) : (
              <LogTable data={data} />
            )}
            <MoreButton pages={pages}>{t('older')}</MoreButton>
          </>
        )}
      </Loaded>
    </>
  );
}

const objects = ['form', 'entry', 'optionsSet', 'view', 'user', 'key', 'account', 'audit'] as const;

function FilterBar({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { api } = useApp();
  const t = useTexts('account/log');
  const people = useLoad((signal) => api.call<ApiList<User>>('/user', { signal }), []);
  const set = (change: Partial<Filters>) => onChange({ ...filters, ...change });
  return (
    <search class="log-filters" aria-label={t('filters')}>
      <SelectField
        label={t('about')}
        value={filters.object}
        choices={[{ value: '', label: t('everything') }, ...objects.map((value) => ({ value, label: t(value) }))]}
        onChange={(object) => set({ object })}
      />
      <SelectField
        label={t('person')}
        value={filters.user}
        choices={[
          { value: '', label: t('everybody') },
          ...(people.value?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(user) => set({ user })}
      />
      <TextField label={t('since')} type="date" value={filters.since} onChange={(since) => set({ since })} />
      <TextField label={t('until')} type="date" value={filters.until} onChange={(until) => set({ until })} />
      {Object.values(filters).some((value) => value !== '') && (
        <Button kind="quiet" icon="close" onPress={() => onChange(noFilters)}>
          {t('clear')}
        </Button>
      )}
    </search>
  );
}

/** Days are the person's own: they begin at their midnight, and the last one is included. */
function queryOf({ object, user, since, until }: Filters): Record<string, string | undefined> {
  return {
    object: object || undefined,
    user: user || undefined,
    from: startOfDay(since, 0),
    to: startOfDay(until, 1),
  };
}

function startOfDay(day: string, later: number): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return day === '' ? undefined : new Date(year, month - 1, date + later).toISOString();
}

function definedOf(query: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
