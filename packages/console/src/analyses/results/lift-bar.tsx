import { scaleLinear } from 'd3-scale';
import type { DayLift } from '../charts/series.ts';
import { useFigures } from '../words/use-figures.ts';
import styles from './lift-bar.module.css';
import type { Finding } from './metric-rows.ts';

interface PictureProps {
  readonly domain: readonly [number, number];
  readonly mde: number;
}

/** Maps a lift to percent of the picture's width; an interval is cut off at its ends. */
function placeIn(domain: readonly [number, number]) {
  return scaleLinear().domain(domain).range([0, 100]).clamp(true);
}

/** Draws the interval of a lift. It is hidden from screen readers: the words beside it say the same. */
export function LiftBar(
  props: PictureProps & { readonly lift: DayLift; readonly finding: Finding | undefined },
) {
  const { domain, mde, lift, finding } = props;
  const place = placeIn(domain);
  const [from, to] = domain;
  const left = place(lift.low);
  return (
    <span aria-hidden className={styles.bar} data-finding={finding}>
      <span
        className={styles.unimportant}
        style={{ left: `${place(-mde)}%`, width: `${place(mde) - place(-mde)}%` }}
      />
      <span className={styles.zero} style={{ left: `${place(0)}%` }} />
      <span
        className={styles.interval}
        data-open-left={lift.low < from || undefined}
        data-open-right={lift.high > to || undefined}
        style={{ left: `${left}%`, width: `${Math.max(0.5, place(lift.high) - left)}%` }}
      />
      {lift.point >= from && lift.point <= to && (
        <span className={styles.point} style={{ left: `${place(lift.point)}%` }} />
      )}
    </span>
  );
}

/** In percent of the width: labels that are closer together would overlap. */
const LABEL_WIDTH = 22;

/** Labels no difference, the ends of the picture and the smallest difference that matters, as far as they fit. */
export function LiftAxis({ domain, mde }: PictureProps) {
  const figures = useFigures();
  const place = placeIn(domain);
  const ticks: number[] = [];
  for (const tick of [0, domain[1], domain[0], mde]) {
    const isFree = ticks.every((other) => Math.abs(place(other) - place(tick)) >= LABEL_WIDTH);
    if (isFree) ticks.push(tick);
  }
  return (
    <span aria-hidden className={styles.axis}>
      {ticks.map((tick) => (
        <span key={tick} style={{ left: `${place(tick)}%` }} data-end={endOf(tick, domain)}>
          {figures.tick(tick)}
        </span>
      ))}
    </span>
  );
}

function endOf(tick: number, [from, to]: readonly [number, number]): 'low' | 'high' | undefined {
  if (tick === from) return 'low';
  return tick === to ? 'high' : undefined;
}
