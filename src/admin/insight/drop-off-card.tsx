// How many opened, began and sent the form, and which question came last in the drafts that were left.
import type { DropOff } from '../../api-types/insight.ts';
import { useFormats } from '../formats.ts';
import { type Bar, BarChart, useBarsPicture } from './bar-chart.tsx';
import { ChartCard } from './chart-card.tsx';
import { useChartFormats } from './chart-formats.ts';
import { highest, isolated } from './chart-texts.ts';
import { useInsightTexts } from './insight-texts.ts';

export function DropOffCards({ value }: { value: DropOff }) {
  return (
    <>
      {value.opened + value.started + value.sent > 0 && <VisitsCard value={value} />}
      {value.drafts.count > 0 && <DraftsCard drafts={value.drafts} />}
    </>
  );
}

function VisitsCard({ value }: { value: DropOff }) {
  const t = useInsightTexts();
  const { date } = useFormats();
  const { number, percent } = useChartFormats();
  const drawBars = useBarsPicture();
  const { opened, started, sent, since } = value;
  // Drafts that were opened earlier may be sent now.
  const whole = Math.max(opened, started, sent);
  const bars: Bar[] = [
    { label: t('opened'), counts: [opened] },
    { label: t('started'), counts: [started] },
    { label: t('sent'), counts: [sent] },
  ];
  const table = {
    head: [t('step'), t('count'), t('part')],
    rows: bars.map(({ label, counts: [count = 0] }) => [
      label,
      { text: number(count), value: count },
      { text: percent(count, whole), value: whole === 0 ? 0 : count / whole },
    ]),
  };
  return (
    <ChartCard
      title={t('visits')}
      note={since === null ? undefined : t('visitsSince', { when: date(since) })}
      summary={t('visitsSummary', { percent: percent(sent, whole) })}
      table={table}
      picture={[drawBars(bars, [whole])]}
    >
      <BarChart bars={bars} of={[whole]} />
      <p class="quiet-text">{t('visitsHow')}</p>
    </ChartCard>
  );
}

function DraftsCard({ drafts }: { drafts: DropOff['drafts'] }) {
  const t = useInsightTexts();
  const { number, percent, list } = useChartFormats();
  const drawBars = useBarsPicture();
  const { count, empty, last } = drafts;
  const bars: Bar[] = [
    ...(empty > 0 ? [{ label: t('draftsEmpty'), counts: [empty], isRest: true }] : []),
    ...last.map(({ label, count: times }) => ({ label, counts: [times] })),
  ];
  const most = highest(last);
  const summary =
    most.length === 1
      ? t('draftsSummary', { label: isolated(most[0]!.label), percent: percent(most[0]!.count, count) })
      : most.length > 1 && most.length <= 3
        ? t('draftsTie', {
            labels: list(most.map(({ label }) => isolated(label))),
            percent: percent(most[0]!.count, count),
          })
        : undefined;
  const table = {
    head: [t('lastAnswered'), t('count'), t('part')],
    rows: bars.map(({ label, counts: [times = 0] }) => [
      label,
      { text: number(times), value: times },
      { text: percent(times, count), value: times / count },
    ]),
  };
  return (
    <ChartCard
      title={t('drafts')}
      note={t('draftsNote', { count })}
      summary={summary}
      table={table}
      picture={[drawBars(bars, [count])]}
    >
      <BarChart bars={bars} of={[count]} />
    </ChartCard>
  );
}
