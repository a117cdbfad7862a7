import { readClock } from '../../ui/dates/clock-change.ts';
import { localMoment } from '../../ui/dates/local-moment.ts';

/** A time of the clock as it is typed, and which of two it is when the clocks are set back. */
export interface MomentChoice {
  /** YYYY-MM-DDTHH:MM, or empty. */
  readonly local: string;
  readonly which: 'first' | 'second' | undefined;
}

export function momentChoice(at: string | Date): MomentChoice {
  const moment = new Date(at);
  const local = localMoment(moment);
  const reading = readClock(local);
  if (reading?.kind !== 'twice') return { local, which: undefined };
  return { local, which: moment.getTime() === reading.second.getTime() ? 'second' : 'first' };
}

/** The chosen moment; undefined while it is empty, or while a clock change leaves it open which one is meant. */
export function chosenMoment({ local, which }: MomentChoice): Date | undefined {
  const reading = readClock(local);
  switch (reading?.kind) {
    case 'once':
      return reading.at;
    case 'twice':
      return which && reading[which];
    default:
      return undefined;
  }
}

/** The next whole hour that is at least one hour ahead. */
export function nextHour(now: Date): MomentChoice {
  const hour = 3_600_000;
  return momentChoice(new Date(Math.ceil(now.getTime() / hour) * hour + hour));
}
