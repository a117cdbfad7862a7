import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useTranslations } from 'use-intl/react';
import { useFigures } from '../words/use-figures.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { type ChartPlace, PLOT } from './chart-place.ts';
import styles from './charts.module.css';
import { liftDomain } from './lift-domain.ts';
import type { ChartMarker, DayLift, LiftLine } from './series.ts';

interface LiftChartProps {
  readonly summary: string;
  readonly days: readonly string[];
  readonly lines: readonly LiftLine[];
  readonly mde: number;
  readonly markers: readonly ChartMarker[];
}

/** The lift of each value with its interval, as it was shown day by day. */
export function LiftChart({ summary, days, lines, mde, markers }: LiftChartProps) {
  const t = useTranslations('results');
  const figures = useFigures();
  const known = lines.flatMap((one) => one.days.filter((day) => day !== undefined));
  const last = lines.flatMap((one) => one.days.findLast((day) => day !== undefined) ?? []);
  const y = scaleLinear()
    .domain(liftDomain(last, known, mde))
    .range([PLOT.bottom, PLOT.top])
    .clamp(true);

  function describe(day: number): string[] {
    const date = figures.day(days[day] ?? '');
    return [
      ...lines.flatMap(({ value, days: lifts }) => {
        const lift = lifts[day];
        if (lift === undefined) return [];
        const { point, low, high } = lift;
        const said = {
          lift: figures.lift(point),
          low: figures.lift(low),
          high: figures.lift(high),
        };
        return t('chart.point', { date, value, ...said });
      }),
      ...markers.filter((marker) => marker.day === day).map(({ text }) => text),
    ];
  }

  return (
    <ChartCanvas summary={summary} days={days} describe={describe}>
      {(place) => (
        <>
          {y.ticks(5).map((tick) => (
            <text
              key={tick}
              className={styles.tick}
              x={PLOT.left - 8}
              y={y(tick) + 4}
              textAnchor="end"
            >
              {figures.tick(tick)}
            </text>
          ))}
          <rect
            className={styles.unimportant}
            x={PLOT.left}
            width={place.right - PLOT.left}
            y={y(mde)}
            height={y(-mde) - y(mde)}
          />
          <line className={styles.zero} x1={PLOT.left} x2={place.right} y1={y(0)} y2={y(0)} />
          {markers.map(({ day, letter, text }) => (
            <g key={`${day} ${text}`} className={styles.marker}>
              <line x1={place.x(day)} x2={place.x(day)} y1={PLOT.top} y2={PLOT.bottom} />
              <text x={place.x(day) + 4} y={PLOT.top + 10}>
                {letter}
              </text>
            </g>
          ))}
          {lines.map((one) => (
            <Line key={one.value} line={one} place={place} y={y} />
          ))}
        </>
      )}
    </ChartCanvas>
  );
}

interface LineProps {
  readonly line: LiftLine;
  readonly place: ChartPlace;
  readonly y: (lift: number) => number;
}

function Line({ line: { days, step }, place, y }: LineProps) {
  const isKnown = (day: DayLift | undefined) => day !== undefined;
  const x = (_: unknown, day: number) => place.x(day);
  const band = area<DayLift | undefined>(
    x,
    (day) => y(day?.low ?? 0),
    (day) => y(day?.high ?? 0),
  );
  const middle = line<DayLift | undefined>(x, (day) => y(day?.point ?? 0));
  const lastDay = days.findLastIndex(isKnown);
  const last = days[lastDay];
  return (
    <g style={{ color: `var(--split-${step})` }}>
      <path className={styles.band} d={band.defined(isKnown)([...days]) ?? ''} />
      <path className={styles.line} data-step={step} d={middle.defined(isKnown)([...days]) ?? ''} />
      {last !== undefined && (
        <>
          <line
            className={styles.whisker}
            x1={place.x(lastDay)}
            x2={place.x(lastDay)}
            y1={y(last.low)}
            y2={y(last.high)}
          />
          <circle className={styles.point} cx={place.x(lastDay)} cy={y(last.point)} r={4} />
        </>
      )}
    </g>
  );
}
