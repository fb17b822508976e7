// /admin/account/settings/: the account's name, and what holds for everybody in it.
import { useState } from 'preact/hooks';
import type { Account } from '../../api-types/identity.ts';
import { useApp } from '../app-context.ts';
import { useLeaveGuard } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../ui/fields.tsx';
import { ErrorNotice, Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { AccountHeader } from './account-header.tsx';

export function AccountPage() {
  const { api } = useApp();
  const t = useTexts('account/accountPage');
  const load = useLoad((signal) => api.call<Account>('/account', { signal }), []);
  return (
    <>
      <AccountHeader here="settings" />
      <p class="page-intro">{t('intro')}</p>
      <Loaded load={load}>{(account) => <AccountForm account={account} onSaved={load.setValue} />}</Loaded>
    </>
  );
}

function AccountForm({ account, onSaved }: { account: Account; onSaved: (account: Account) => void }) {
  const { api, notify, ask } = useApp();
  const t = useTexts('account/accountPage');
  const [name, setName] = useState(account.name ?? '');
  const [settings, setSettings] = useState(account.settings);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const body = { name: name.trim() || null, settings };
  const isChanged = JSON.stringify(body) !== JSON.stringify({ name: account.name, settings: account.settings });
  useLeaveGuard(isChanged, () =>
    ask({ title: t('leave'), text: t('leaveText'), confirm: t('doLeave'), isDanger: true }),
  );
  const set = (change: Partial<Account['settings']>) => setSettings({ ...settings, ...change });
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const saved = await api.call<Account>('/account', { method: 'PATCH', body });
      onSaved(saved);
      setName(saved.name ?? '');
      setSettings(saved.settings);
      notify(t('saved'));
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="stack account-settings"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <section class="card stack">
        <h2>{t('account')}</h2>
        <TextField label={t('name')} hint={t('nameHint')} value={name} onChange={setName} maxLength={200} />
        <TextField
          label={t('id')}
          hint={t('idHint')}
          value={account.id}
          onChange={() => {}}
          dir="ltr"
          isMono
          isReadonly
        />
      </section>
      <section class="card stack">
        <h2>{t('sessions')}</h2>
        <LengthField
          {...{ label: t('hours'), hint: t('hoursHint'), unit: 'hour', value: settings.sessionHours ?? 72 }}
          choices={[8, 12, 24, 72, 168, 336, 720]}
          onChange={(hours) => set({ sessionHours: hours === 72 ? null : hours })}
        />
        <LengthField
          {...{ label: t('idle'), unit: 'minute', none: t('never'), value: settings.sessionIdleMinutes }}
          choices={[15, 30, 60, 240, 720]}
          onChange={(sessionIdleMinutes) => set({ sessionIdleMinutes })}
        />
        <CheckField
          label={t('factor')}
          hint={t('factorHint')}
          isChecked={settings.requireSecondFactor}
          onChange={(requireSecondFactor) => set({ requireSecondFactor })}
        />
      </section>
      <section class="card stack">
        <h2>{t('activity')}</h2>
        <LengthField
          {...{ label: t('days'), unit: 'day', none: t('forEver'), value: settings.auditDays }}
          choices={[30, 90, 180, 365, 730, 1825]}
          onChange={(auditDays) => set({ auditDays })}
        />
        <CheckField
          label={t('views')}
          hint={t('viewsHint')}
          isChecked={settings.auditViews}
          onChange={(auditViews) => set({ auditViews })}
        />
      </section>
      {error !== undefined && <ErrorNotice error={error} />}
      <div class="buttons">
        <Button kind="primary" type="submit" isBusy={isBusy} isOff={!isChanged}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

/** A choice of lengths of time, with the one that is set among them whatever it is. */
function LengthField(props: {
  readonly label: string;
  readonly hint?: string;
  readonly unit: Unit;
  /** What null is called; missing: there is no null. */
  readonly none?: string;
  readonly value: number | null;
  readonly choices: readonly number[];
  readonly onChange: (value: number | null) => void;
}) {
  const { label, hint, unit, none, value, onChange } = props;
  const { locale } = useApp();
  const lengths = [...new Set([...props.choices, ...(value === null ? [] : [value])])].sort((a, b) => a - b);
  const choices = lengths.map((length) => ({ value: String(length), label: lengthText(length, unit, locale) }));
  return (
    <SelectField
      {...{ label, ...(hint !== undefined && { hint }), value: value === null ? '' : String(value) }}
      choices={none === undefined ? choices : [...choices, { value: '', label: none }]}
      onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
    />
  );
}

type Unit = 'minute' | 'hour' | 'day' | 'year';

const larger: Readonly<Partial<Record<Unit, readonly [number, Unit]>>> = {
  minute: [60, 'hour'],
  hour: [24, 'day'],
  day: [365, 'year'],
};

/** In the largest unit that has a whole number of it. */
function lengthText(length: number, unit: Unit, locale: string): string {
  const [times, next] = larger[unit] ?? [];
  if (times !== undefined && next !== undefined && length % times === 0)
    return lengthText(length / times, next, locale);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(length);
}
