import type { Results } from '@comporta/contract/analyses/results';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { LiftChart } from '../charts/lift-chart.tsx';
import type { ChartMarker, LiftLine } from '../charts/series.ts';
import { UsersChart } from '../charts/users-chart.tsx';
import { useFigures } from '../words/use-figures.ts';
import { FiguresTable } from './figures-table.tsx';
import { Legend } from './legend.tsx';
import styles from './results-page.module.css';
import { dayOf, liftLines, usersBars } from './results-series.ts';

interface ResultsChartsProps {
  readonly results: Results;
  readonly metric: string | undefined;
  readonly onChoose: (choice: { readonly metric: string }) => void;
}

/** The development of lift and users, day by day. */
export function ResultsCharts({ results, metric, onChoose }: ResultsChartsProps) {
  const t = useTranslations('results');
  const { analysis } = results;
  const chosen =
    analysis.metrics.find(({ key }) => key === metric) ??
    analysis.metrics.find(({ role }) => role === 'GOAL');
  if (results.days.length === 0 || chosen === undefined) return null;
  return (
    <div className={styles.charts}>
      <div>
        <LiftOverTime results={results} no={chosen.no} name={chosen.name} />
        {analysis.metrics.length > 1 && (
          <NativeSelect
            variant="filled"
            className={styles.chooser}
            aria-label={t('choose.metric')}
            value={chosen.key}
            onChange={(event) => onChoose({ metric: event.currentTarget.value })}
          >
            {analysis.metrics.map(({ no, key, name }) => (
              <option key={no} value={key}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </div>
      <UsersOverTime results={results} />
    </div>
  );
}

interface LiftOverTimeProps {
  readonly results: Results;
  readonly no: number;
  readonly name: string;
}

function LiftOverTime({ results, no, name }: LiftOverTimeProps) {
  const t = useTranslations('results');
  const figures = useFigures();
  const days = results.days.map(({ day }) => day);
  const markers = useMarkers(results);
  const lines = liftLines(results, no).map((line) => ({ ...line, value: shownValue(line.value) }));
  const { mde } = results.analysis;
  const period = { from: figures.day(days[0] ?? ''), to: figures.day(days.at(-1) ?? '') };

  function summaryOf({ value, days: lifts }: LiftLine): string[] {
    const first = lifts.find((lift) => lift !== undefined);
    const last = lifts.findLast((lift) => lift !== undefined);
    if (first === undefined || last === undefined) return [];
    return [
      t('chart.timelineSummary', {
        value,
        metric: name,
        ...period,
        first: figures.lift(first.point),
        last: figures.lift(last.point),
        low: figures.lift(last.low),
        high: figures.lift(last.high),
      }),
    ];
  }

  const summary =
    lines.flatMap(summaryOf).join(' ') || t('chart.timelineEmpty', { metric: name, ...period });
  const cells = ({ days: lifts }: LiftLine) =>
    lifts.map((lift) =>
      lift === undefined
        ? '–'
        : `${figures.lift(lift.point)} (${t('table.between', { low: figures.lift(lift.low), high: figures.lift(lift.high) })})`,
    );

  return (
    <ChartFrame
      title={`${t('chart.timeline')}: ${name}`}
      chart={
        <>
          <LiftChart summary={summary} days={days} lines={lines} mde={mde} markers={markers} />
          <Legend values={lines} />
          <p className={styles.muted}>{t('chart.mde', { mde: figures.percent(mde) })}</p>
          {markers.map(({ day, letter, text }) => (
            <p key={`${day} ${text}`} className={styles.muted}>
              {letter}: {text}, {figures.day(days[day] ?? '')}
            </p>
          ))}
        </>
      }
      table={
        <FiguresTable
          label={`${t('chart.timeline')}: ${name}`}
          days={days}
          columns={lines.map((line) => ({ title: line.value, cells: cells(line) }))}
        />
      }
    />
  );
}

function UsersOverTime({ results }: Pick<LiftOverTimeProps, 'results'>) {
  const t = useTranslations('results');
  const figures = useFigures();
  const { values } = results;
  const days = results.exposures.map(({ day }) => day);
  const bars = usersBars(results).map((bar) => ({ ...bar, value: shownValue(bar.value) }));
  const users = values.reduce((sum, value) => sum + value.users, 0);
  const expected = values.reduce((sum, value) => sum + value.expected, 0);
  const sharesOf = (amount: (value: (typeof values)[number]) => number, whole: number) =>
    values
      .map(
        (value) => `${shownValue(value.value)} ${figures.percent(amount(value) / (whole || 1), 2)}`,
      )
      .join(', ');
  const [from] = days;
  if (from === undefined) return null;
  const summary = t('chart.exposuresSummary', {
    users,
    from: figures.day(from),
    to: figures.day(days.at(-1) ?? from),
    shares: sharesOf((value) => value.users, users),
    expected: sharesOf((value) => value.expected, expected),
  });
  return (
    <ChartFrame
      title={t('chart.exposures')}
      chart={
        <>
          <UsersChart summary={summary} days={days} bars={bars} />
          <Legend values={bars} />
          <p className={styles.muted}>{summary}</p>
        </>
      }
      table={
        <FiguresTable
          label={t('chart.exposures')}
          days={days}
          columns={bars.map((bar) => ({ title: bar.value, cells: bar.days.map(figures.count) }))}
        />
      }
    />
  );
}

/** The events on the days of the chart: a letter in the picture, words below it. */
function useMarkers({ markers, days }: Results): ChartMarker[] {
  const t = useTranslations('results');
  return markers.flatMap(({ kind, at, phase }) => {
    const day = dayOf(at, days);
    const text = t(`marker.${kind}`, { n: phase ?? 1 });
    return day < 0 ? [] : [{ day, letter: kind.slice(0, 1), text }];
  });
}
