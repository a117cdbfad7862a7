import { isDayFormat, parseDay } from '@comporta/engine/operators/date';
import type { Problem } from '../problem.ts';

/** How far ahead a toggle can be snoozed: who wants more marks it as permanent. */
export const SNOOZE_MAX_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

const MAX_DAYS = { removeBy: 3_650, snoozedUntil: SNOOZE_MAX_DAYS } as const;

type DayName = keyof typeof MAX_DAYS;
type Days = { readonly [Name in DayName]?: string | null | undefined };
type DayCode = 'INVALID_DATE_FORMAT' | 'INVALID_DATE' | 'LIMIT_EXCEEDED';

/** What is wrong with the days of a draft. One that is stored already may stay, whatever day it is today. */
export function problemsOfDays(draft: Days, stored: Days = {}): readonly Problem<DayCode>[] {
  const { removeBy, snoozedUntil } = draft;
  return [
    ...(removeBy === stored.removeBy ? [] : problemsOfDay('removeBy', removeBy)),
    ...(snoozedUntil === stored.snoozedUntil ? [] : problemsOfSnooze(snoozedUntil)),
  ];
}

export function problemsOfSnooze(day: string | null | undefined): readonly Problem<DayCode>[] {
  return problemsOfDay('snoozedUntil', day);
}

function problemsOfDay(name: DayName, day: string | null | undefined): readonly Problem<DayCode>[] {
  const at = [name];
  const maxDays = MAX_DAYS[name];
  if (day === undefined || day === null) return [];
  if (!isDayFormat(day)) return [{ code: 'INVALID_DATE_FORMAT', at }];
  if (parseDay(day) === undefined) return [{ code: 'INVALID_DATE', at }];
  if (day <= dayAfter(maxDays)) return [];
  return [{ code: 'LIMIT_EXCEEDED', at, meta: { field: name, limit: maxDays } }];
}

/** The day so many days from now, in UTC. */
export function dayAfter(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
