/** The bounds of the histogram, from the time of an evaluation to delays that users notice. */
const UPPER_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

const NAME = 'comporta_http_request_duration_seconds';
const HELP = 'Time from a request to its response, in seconds; event streams are left out.';

/** The responses of one route with one status. */
interface Series {
  readonly labels: string;
  /** Responses by the lowest bound that they did not exceed; the last count is for those above all bounds. */
  readonly counts: number[];
  seconds: number;
}

export interface RequestDurations {
  /** Returns the function that records durations of a route, with the status of the response. */
  ofRoute(method: string, route: string): (status: number, seconds: number) => void;
  /** All series, in the text format of Prometheus. */
  exposition(): string;
}

/**
 * Our own histogram, because prom-client takes longer to record a duration than the evaluation of a toggle takes: it
 * looks labels up by name each time.
 */
export function keepRequestDurations(): RequestDurations {
  const all: Series[] = [];
  const byRoute = new Map<string, (status: number, seconds: number) => void>();

  function seriesOf(method: string, route: string, status: number): Series {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    const series = { labels, counts: UPPER_SECONDS.map(() => 0).concat(0), seconds: 0 };
    all.push(series);
    return series;
  }

  function noteOf(method: string, route: string) {
    const byStatus = new Map<number, Series>();
    return (status: number, seconds: number) => {
      let series = byStatus.get(status);
      if (series === undefined) {
        series = seriesOf(method, route, status);
        byStatus.set(status, series);
      }
      let place = 0;
      while (seconds > (UPPER_SECONDS[place] ?? Number.POSITIVE_INFINITY)) place++;
      series.counts[place] = (series.counts[place] ?? 0) + 1;
      series.seconds += seconds;
    };
  }

  return {
    ofRoute(method, route) {
      const note = byRoute.get(`${method} ${route}`) ?? noteOf(method, route);
      byRoute.set(`${method} ${route}`, note);
      return note;
    },
    exposition: () =>
      [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`, ...all.flatMap(linesOf), ''].join(
        '\n',
      ),
  };
}

function linesOf({ labels, counts, seconds }: Series): string[] {
  let upTo = 0;
  const buckets = counts.map((count, place) => {
    upTo += count;
    return `${NAME}_bucket{${labels},le="${UPPER_SECONDS[place] ?? '+Inf'}"} ${upTo}`;
  });
  return [...buckets, `${NAME}_sum{${labels}} ${seconds}`, `${NAME}_count{${labels}} ${upTo}`];
}
