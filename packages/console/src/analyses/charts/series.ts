/** The lift of a day with its interval, as shares of the control. */
export interface DayLift {
  readonly point: number;
  readonly low: number;
  readonly high: number;
}

/** The lift of one value of the split over the days; undefined on days without a lift. */
export interface LiftLine {
  readonly value: string;
  /** The step in the palette: the value's place in the split. */
  readonly step: number;
  readonly days: readonly (DayLift | undefined)[];
}

/** The number of users of a value who were first seen on each of the days. */
export interface UsersBar {
  readonly value: string;
  readonly step: number;
  readonly days: readonly number[];
}

/** Something that happened on a day. */
export interface ChartMarker {
  readonly day: number;
  /** The short label inside the chart. */
  readonly letter: string;
  readonly text: string;
}

/** The step (1 to 8) in the palette of splits for the value at a place; steps repeat. */
export function stepOf(place: number): number {
  return (place % 8) + 1;
}
