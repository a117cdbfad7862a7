/** The lift of a day with its interval, as shares of the control. */
export interface DayLift {
  readonly point: number;
  readonly low: number;
  readonly high: number;
}

/** A value of the split over the days; undefined on days without a lift. */
export interface LiftLine {
  readonly value: string;
  /** Of the palette: the value's place in the split. */
  readonly step: number;
  readonly days: readonly (DayLift | undefined)[];
}

/** Users of a value who were first seen on each of the days. */
export interface UsersBar {
  readonly value: string;
  readonly step: number;
  readonly days: readonly number[];
}

/** Something that happened on a day. */
export interface ChartMarker {
  readonly day: number;
  /** What there is room for in the picture. */
  readonly letter: string;
  readonly text: string;
}

/** Of the palette of splits, for the value at a place; it repeats. */
export function stepOf(place: number): number {
  return (place % 8) + 1;
}
