// What the answers to a form say: when they came, and a chart of every field that can be counted. The service counts; the page
// draws.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import type { DropOff, Insight } from '../../api-types/insight.ts';
import type { ApiList } from '../../api-types/lists.ts';
import type { EntryView } from '../../api-types/views.ts';
import { fieldReaders } from '../../core/plan/columns.ts';
import { builderByKind } from '../../fields/all/builder.ts';
import { columnByKind } from '../../fields/all/column.ts';
import { useSlice } from '../../web/store.ts';
import { useApp } from '../app-context.ts';
import { columnsOfForm, type FormColumns } from '../entries/table-columns.ts';
import { useFormats } from '../formats.ts';
import { FormHeader } from '../forms/form-header.tsx';
import type { PageProps } from '../page-props.ts';
import { currentLocation, navigate } from '../router.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Empty, ErrorNotice, Loaded, Progress } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { useChartFormats } from './chart-formats.ts';
import { highest, mostNamed } from './chart-texts.ts';
import { SeriesCard } from './column-charts.tsx';
import { CrossCard, type Question } from './cross-card.tsx';
import { DropOffCards } from './drop-off-card.tsx';
import { FieldChart } from './field-charts.tsx';
import { allOf, conditionsOf, type InsightAddress, readAddress, writeAddress } from './insight-address.ts';
import { filterOfAddress, filterOfCompared, type InsightFilter, insightQuery } from './insight-request.ts';
import { useInsightTexts } from './insight-texts.ts';
import { RangeChooser } from './range-chooser.tsx';
import { TextAnswers } from './text-answers.tsx';
import { rangeLimits } from './time-range.ts';
import { FilterChips, ViewChooser } from './view-chooser.tsx';

export function InsightPage({ params }: PageProps) {
  const { api } = useApp();
  const id = params['form']!;
  const form = useLoad((signal) => api.call<ApiForm>(`/form/${id}`, { signal }), [id]);
  const views = useLoad((signal) => api.call<ApiList<EntryView>>(`/form/${id}/views`, { signal }), [id]);
  return (
    <Loaded load={form}>
      {(known) =>
        // Which entries a view has is known when the views are; without them everything is there but they.
        views.value === undefined && views.error === undefined ? (
          <>
            <FormHeader form={known} here="insight" />
            <Counting />
          </>
        ) : (
          <FormInsight form={known} views={views.value?.data ?? []} />
        )
      }
    </Loaded>
  );
}

function FormInsight({ form, views }: { form: ApiForm; views: readonly EntryView[] }) {
  const { api, locale } = useApp();
  const t = useInsightTexts();
  const { id } = form;
  const search = useSlice(currentLocation, () => currentLocation.get().search);
  const address = useMemo(() => readAddress(search), [search]);
  const { range } = address;
  const columns = useMemo(() => columnsOfForm(form, locale), [form.modifyTime, locale]);
  // The time of now is that of when the address was opened: asking again gives the same.
  const asked = useMemo(() => readAsked(address, views), [address, views]);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = { ...asked.limits, timeZone };
  const ask = (filter: InsightFilter, signal: AbortSignal) =>
    api.call<Insight>(`/form/${id}/insight`, { query: { ...time, ...insightQuery(filter) }, signal });
  const about = JSON.stringify([id, asked.limits, asked.filter, asked.compared]);
  const insight = useLoad(
    (signal) => Promise.all([ask(asked.filter, signal), ...(asked.compared ? [ask(asked.compared, signal)] : [])]),
    [about],
  );
  const dropOff = useLoad(
    (signal) => api.call<DropOff>(`/form/${id}/dropOff`, { query: time, signal }),
    [id, JSON.stringify(asked.limits)],
  );
  const change = (changed: InsightAddress) =>
    void navigate(`/admin/forms/${id}/insight/${writeAddress(changed)}`, { replace: true });
  const counted = insight.value ?? [];
  const hasEntries = counted.some(({ entries }) => entries > 0);
  const isNarrowed = writeAddress({ range, view: address.view, search: address.search, where: address.where }) !== '';
  const names =
    counted.length > 1 && asked.compared !== undefined
      ? [nameOf(address.view, views, t('theseEntries'), address), nameOf(address.compare, views, t('allSubmitted'))]
      : undefined;
  return (
    <>
      <FormHeader
        form={form}
        here="insight"
        actions={
          hasEntries && (
            <Button icon="file" onPress={() => print()}>
              {t('print')}
            </Button>
          )
        }
      />
      {(hasEntries || isNarrowed || views.length > 0) && (
        <div class="insight-choosers">
          <RangeChooser range={range} onChange={(changed) => change({ ...address, range: changed })} />
          <ViewChooser address={address} views={views} onChange={change} />
        </div>
      )}
      <FilterChips address={address} fields={columns.fields} onChange={change} />
      {names !== undefined && <Legend names={names} counted={counted} />}
      {insight.error !== undefined && <ErrorNotice error={insight.error} onRetry={insight.reload} />}
      {insight.isLoading && <Counting />}
      {insight.value !== undefined && (
        <Charts
          form={form}
          columns={columns}
          counted={counted}
          names={names}
          isLoading={insight.isLoading}
          {...{ address, asked, time, isNarrowed }}
          dropOff={dropOff.value}
          onChange={change}
        />
      )}
    </>
  );
}

interface Asked {
  readonly limits: { readonly from?: string; readonly to?: string };
  readonly filter: InsightFilter;
  readonly compared: InsightFilter | undefined;
}

function readAsked(address: InsightAddress, views: readonly EntryView[]): Asked {
  const now = new Date();
  return {
    limits: rangeLimits(address.range, now),
    filter: filterOfAddress(address, views, now),
    compared: address.compare === undefined ? undefined : filterOfCompared(address.compare, views, now),
  };
}

function nameOf(id: string | undefined, views: readonly EntryView[], other: string, narrowed?: InsightAddress): string {
  const name = views.find((view) => view.id === id)?.name ?? other;
  const isMore = narrowed?.view !== undefined && (narrowed.where !== undefined || narrowed.search !== undefined);
  return isMore ? `${name} +` : name;
}

function Legend({ names, counted }: { names: readonly string[]; counted: readonly Insight[] }) {
  const t = useInsightTexts();
  return (
    <ul class="chart-legend" aria-label={t('compared')}>
      {names.map((name, at) => (
        <li key={at} class={`series-${at}`}>
          <bdi>{name}</bdi>
          <span class="quiet-text">{t('entriesCount', { count: counted[at]?.entries ?? 0 })}</span>
        </li>
      ))}
    </ul>
  );
}

const longWaitMs = 2500;

function Counting() {
  const t = useInsightTexts();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="counting" role="status">
      <Progress done={0} label={isLong ? `${t('counting')} ${t('countingLong')}` : t('counting')} />
    </div>
  );
}

interface ChartsProps {
  readonly form: ApiForm;
  readonly columns: FormColumns;
  /** Of each view. */
  readonly counted: readonly Insight[];
  readonly names: readonly string[] | undefined;
  readonly isLoading: boolean;
  readonly address: InsightAddress;
  readonly asked: Asked;
  readonly time: Readonly<Record<string, string>>;
  readonly isNarrowed: boolean;
  readonly dropOff: DropOff | undefined;
  readonly onChange: (address: InsightAddress) => void;
}

function Charts(props: ChartsProps) {
  const { form, columns, counted, names, isLoading, address, asked, time, isNarrowed, dropOff, onChange } = props;
  const t = useInsightTexts();
  const stops = dropOff !== undefined && <DropOffCards value={dropOff} />;
  if (counted.every(({ entries }) => entries === 0)) {
    if (isLoading) return null;
    return (
      <>
        {isNarrowed ? (
          <Empty icon="chart" title={t('noneInRange')} text={t('noneInRangeText')}>
            <Button onPress={() => onChange({ range: { key: 'all' } })}>{t('showAll')}</Button>
          </Empty>
        ) : (
          <Empty icon="chart" title={t('none')} text={t('noneText')}>
            <LinkButton kind="primary" icon="share" href={`/admin/forms/${form.id}/share/`}>
              {t('share')}
            </LinkButton>
          </Empty>
        )}
        <div class="charts">{stops}</div>
      </>
    );
  }
  const [first] = counted as readonly [Insight];
  const texts = columns.fields.filter(({ kind }) => columnByKind[kind].isText);
  const firstText = texts.find(({ name }) => longTexts(columns).has(name)) ?? texts[0];
  const questions = questionsOf(first, columns);
  const pathOf = new Map(columns.fields.map(({ name, path }) => [name, path]));
  const filterBy = (path: string) => (value: string | number | boolean) =>
    onChange({ ...address, where: allOf([...conditionsOf(address.where), { path, op: 'eq', value }]) });
  return (
    <div class={isLoading ? 'charts old' : 'charts'} aria-busy={isLoading}>
      <OverTime counted={counted} names={names} />
      {first.fields.map((field) => {
        const others = counted.slice(1).flatMap(({ fields }) => fields.filter(({ path }) => path === field.path));
        const path = pathOf.get(field.path);
        return (
          <FieldChart
            key={field.path}
            fields={[field, ...others]}
            names={names}
            onFilter={path === undefined ? undefined : filterBy(path)}
          />
        );
      })}
      {first.fields.length === 0 && <p class="quiet-text">{t('noFields')}</p>}
      {questions.length > 1 && (
        <CrossCard
          form={form.id}
          questions={questions}
          query={{ ...time, ...insightQuery(asked.filter) }}
          {...{ address, onChange }}
        />
      )}
      {firstText !== undefined && (
        <TextAnswers form={form.id} fields={texts} first={firstText} filter={asked.filter} limits={asked.limits} />
      )}
      {stops}
    </div>
  );
}

/** Names of the columns whose answers are worth reading one after the other: more than a name or an address. */
function longTexts({ plan }: FormColumns): ReadonlySet<string> {
  const long = fieldReaders(plan).filter(({ step }) => builderByKind[step.value.kind].isLong?.(step.element));
  return new Set(long.map(({ name }) => name));
}

/** What can be put against each other: choices, ratings, yes or no, and each question of a matrix. */
function questionsOf({ fields }: Insight, columns: FormColumns): readonly Question[] {
  const columnOf = new Map(columns.fields.map((column) => [column.name, column]));
  return fields.flatMap((field) => {
    const column = columnOf.get(field.path);
    if (column === undefined) return [];
    const { path, title } = column;
    if (field.kind === 'matrix') {
      return field.questions.map(({ value, label }) => ({ path: `${path}.${value}`, title: `${title}: ${label}` }));
    }
    return field.kind === 'choice' || field.kind === 'bool' || field.kind === 'rating' ? { path, title } : [];
  });
}

function OverTime({ counted, names }: { counted: readonly Insight[]; names: readonly string[] | undefined }) {
  const t = useInsightTexts();
  const { dateTime } = useFormats();
  const { columnsOf, number, list } = useChartFormats();
  const [{ entries, firstTime, lastTime }] = counted as readonly [Insight];
  const series = counted.map(({ overTime }) => ({ columns: columnsOf(overTime.points, overTime.unit) }));
  const most = highest(series[0]!.columns);
  const when = most.map(({ long }) => long);
  const values = { count: entries, most: most[0]?.count ?? 0, days: most.length };
  const summary =
    most.length === 0
      ? undefined
      : entries === 1
        ? t('oneEntry', { when: when[0]! })
        : most.length === 1
          ? t('overTimeSummary', { ...values, when: when[0]! })
          : most.length <= mostNamed
            ? t('overTimeTie', { ...values, when: list(when) })
            : t('overTimeMany', values);
  return (
    <SeriesCard
      frame={{ title: t('overTime'), legend: names }}
      names={names}
      summary={names === undefined ? summary : undefined}
      heads={[t('when'), t('count')]}
      series={series}
      isWide
      isTall
      above={
        names === undefined && (
          <dl class="chart-facts">
            <div>
              <dt>{t('entries')}</dt>
              <dd class="large">{number(entries)}</dd>
            </div>
            {firstTime !== null && (
              <div>
                <dt>{t('first')}</dt>
                <dd>{dateTime(firstTime)}</dd>
              </div>
            )}
            {lastTime !== null && (
              <div>
                <dt>{t('latest')}</dt>
                <dd>{dateTime(lastTime)}</dd>
              </div>
            )}
          </dl>
        )
      }
    />
  );
}
