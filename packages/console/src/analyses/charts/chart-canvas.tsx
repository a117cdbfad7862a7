import { type PointerEvent, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { useElementSize } from '../../ui/controls/use-element-size.ts';
import { useFigures } from '../words/use-figures.ts';
import { type ChartPlace, chartPlace, HEIGHT, PLOT } from './chart-place.ts';
import styles from './charts.module.css';
import { useDayCursor } from './day-cursor.ts';
import { labelledDays } from './day-labels.ts';

interface ChartCanvasProps {
  /** Describes the chart in one sentence. */
  readonly summary: string;
  /** `YYYY-MM-DD`, every day of the chart. */
  readonly days: readonly string[];
  /** Returns the facts to show about one day. */
  readonly describe: (day: number) => readonly string[];
  /** Draws the area between the axes. */
  readonly children: (place: ChartPlace) => ReactNode;
}

/** A chart over days, with its day axis and a cursor that follows keys and pointer. */
export function ChartCanvas({ summary, days, describe, children }: ChartCanvasProps) {
  const t = useTranslations('results.chart');
  const figures = useFigures();
  const { ref, width } = useElementSize();
  const cursor = useDayCursor(days.length);
  const hintId = useId();
  const place = chartPlace(days.length, width);
  const { day } = cursor;

  function lookWithPointer(event: PointerEvent<SVGSVGElement>) {
    const { left } = event.currentTarget.getBoundingClientRect();
    cursor.look(place.dayAt(event.clientX - left));
  }

  return (
    <div ref={ref} className={styles.canvas}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={summary}
          aria-describedby={hintId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the cursor from day to day.
          tabIndex={0}
          width={width}
          height={HEIGHT}
          onKeyDown={cursor.onKeyDown}
          onBlur={() => cursor.look(undefined)}
          onPointerMove={lookWithPointer}
          onPointerLeave={() => cursor.look(undefined)}
        >
          {children(place)}
          {labelledDays(days.length, place.right - PLOT.left).map((labelled) => (
            <text
              key={labelled}
              className={styles.tick}
              x={place.x(labelled)}
              y={HEIGHT - 6}
              textAnchor="middle"
            >
              {figures.day(days[labelled] ?? '')}
            </text>
          ))}
          {day !== undefined && (
            <line
              className={styles.cursor}
              x1={place.x(day)}
              x2={place.x(day)}
              y1={PLOT.top}
              y2={PLOT.bottom}
            />
          )}
        </svg>
      )}
      <p id={hintId} className="visually-hidden">
        {t('keys')}
      </p>
      <div role="status" className={styles.readout}>
        {day !== undefined && describe(day).map((line) => <p key={line}>{line}</p>)}
      </div>
    </div>
  );
}
