import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { useTranslations } from 'use-intl/react';
import { useFigures } from '../words/use-figures.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { PLOT } from './chart-place.ts';
import styles from './charts.module.css';
import type { UsersBar } from './series.ts';

interface UsersChartProps {
  readonly summary: string;
  readonly days: readonly string[];
  readonly bars: readonly UsersBar[];
}

/** The gap between the bars of two days. */
const GAP_PX = 2;
const WIDEST_PX = 40;

/** The number of new users of each day, by the value they got. */
export function UsersChart({ summary, days, bars }: UsersChartProps) {
  const t = useTranslations('results');
  const figures = useFigures();
  const stacked = stack<number, UsersBar>()
    .keys(bars)
    .value((day, bar) => bar.days[day] ?? 0)([...days.keys()]);
  const most = Math.max(1, ...(stacked.at(-1)?.map(([, top]) => top) ?? []));
  const y = scaleLinear().domain([0, most]).nice(4).range([PLOT.bottom, PLOT.top]);

  function describe(day: number): string[] {
    const date = figures.day(days[day] ?? '');
    return bars.map(({ value, days: users }) =>
      t('chart.users', { date, value, users: users[day] ?? 0 }),
    );
  }

  return (
    <ChartCanvas summary={summary} days={days} describe={describe}>
      {(place) => {
        const width = Math.min(WIDEST_PX, Math.max(1, place.step - GAP_PX));
        return (
          <>
            {y
              .ticks(4)
              .filter(Number.isInteger)
              .map((tick) => (
                <text
                  key={tick}
                  className={styles.tick}
                  x={PLOT.left - 8}
                  y={y(tick) + 4}
                  textAnchor="end"
                >
                  {figures.count(tick)}
                </text>
              ))}
            <line className={styles.zero} x1={PLOT.left} x2={place.right} y1={y(0)} y2={y(0)} />
            {stacked.map((series) => (
              <g key={series.key.value} fill={`var(--split-${series.key.step})`}>
                {series.map(([from, to], day) => (
                  <rect
                    key={days[day]}
                    x={place.x(day) - width / 2}
                    width={width}
                    y={y(to)}
                    height={Math.max(0, y(from) - y(to) - 1)}
                  />
                ))}
              </g>
            ))}
          </>
        );
      }}
    </ChartCanvas>
  );
}
