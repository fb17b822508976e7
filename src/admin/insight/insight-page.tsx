// What the answers to a form say: when they came, and a chart of every field that can be counted. The service counts; the page
// draws.
import { useEffect, useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import type { Insight } from '../../api-types/insight.ts';
import { useSlice } from '../../web/store.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { FormHeader } from '../forms/form-header.tsx';
import type { PageProps } from '../pages.ts';
import { currentLocation, navigate } from '../router.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Empty, ErrorNotice, Loaded, Progress } from '../ui/notices.tsx';
import { type Load, useLoad } from '../use-load.ts';
import { ChartCard } from './chart-card.tsx';
import { useChartFormats } from './chart-formats.ts';
import { highest } from './chart-texts.ts';
import { ColumnChart } from './column-chart.tsx';
import { FieldChart } from './field-charts.tsx';
import { useInsightTexts } from './insight-texts.ts';
import { RangeChooser } from './range-chooser.tsx';
import { rangeLimits, readRange, type TimeRange, writeRange } from './time-range.ts';

export function InsightPage({ params }: PageProps) {
  const { api } = useApp();
  const t = useInsightTexts();
  const id = params['form']!;
  const search = useSlice(currentLocation, () => currentLocation.get().search);
  const range = readRange(search);
  const form = useLoad((signal) => api.call<ApiForm>(`/form/${id}`, { signal }), [id]);
  const insight = useLoad(
    (signal) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      return api.call<Insight>(`/form/${id}/insight`, {
        query: { ...rangeLimits(range, new Date()), timeZone },
        signal,
      });
    },
    [id, search],
  );
  const setRange = (changed: TimeRange) =>
    void navigate(`/admin/forms/${id}/insight/${writeRange(changed)}`, { replace: true });
  const hasEntries = insight.value !== undefined && insight.value.entries > 0;
  return (
    <Loaded load={form}>
      {(known) => (
        <>
          <FormHeader
            form={known}
            here="insight"
            actions={
              hasEntries && (
                <Button icon="file" onPress={() => print()}>
                  {t('print')}
                </Button>
              )
            }
          />
          {(hasEntries || range.key !== 'all') && <RangeChooser range={range} onChange={setRange} />}
          {insight.error !== undefined && <ErrorNotice error={insight.error} onRetry={insight.reload} />}
          {insight.isLoading && <Counting />}
          {insight.value !== undefined && (
            <Charts
              form={id}
              insight={insight as Load<Insight> & { value: Insight }}
              range={range}
              onRange={setRange}
            />
          )}
        </>
      )}
    </Loaded>
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
  readonly form: string;
  readonly insight: { readonly value: Insight; readonly isLoading: boolean };
  readonly range: TimeRange;
  readonly onRange: (range: TimeRange) => void;
}

function Charts({ form, insight, range, onRange }: ChartsProps) {
  const t = useInsightTexts();
  const { value, isLoading } = insight;
  if (value.entries === 0) {
    if (isLoading) return null;
    if (range.key === 'all') {
      return (
        <Empty icon="chart" title={t('none')} text={t('noneText')}>
          <LinkButton kind="primary" icon="share" href={`/admin/forms/${form}/share/`}>
            {t('share')}
          </LinkButton>
        </Empty>
      );
    }
    return (
      <Empty icon="chart" title={t('noneInRange')} text={t('noneInRangeText')}>
        <Button onPress={() => onRange({ key: 'all' })}>{t('showAll')}</Button>
      </Empty>
    );
  }
  return (
    <div class={isLoading ? 'charts old' : 'charts'} aria-busy={isLoading}>
      <OverTime insight={value} />
      {value.fields.map((field) => (
        <FieldChart key={field.path} field={field} />
      ))}
      {value.fields.length === 0 && <p class="quiet-text">{t('noFields')}</p>}
    </div>
  );
}

function OverTime({ insight }: { insight: Insight }) {
  const t = useInsightTexts();
  const { dateTime } = useFormats();
  const { columnsOf, number } = useChartFormats();
  const { entries, firstTime, lastTime } = insight;
  const columns = columnsOf(insight.overTime.points, insight.overTime.unit);
  const most = highest(columns);
  const summary =
    most && t(entries === 1 ? 'oneEntry' : 'overTimeSummary', { count: entries, when: most.long, most: most.count });
  return (
    <ChartCard
      title={t('overTime')}
      summary={summary}
      isWide
      table={{ head: [t('when'), t('count')], rows: columns.map(({ long, count }) => [long, number(count)]) }}
    >
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
      <ColumnChart isTall columns={columns} />
    </ChartCard>
  );
}
