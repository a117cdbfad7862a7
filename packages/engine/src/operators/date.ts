import type { Operator } from './operator.ts';
import { checkOrdered, checkPrecedence } from './ordered.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** RFC 3339, section 5.6; second 60 is a leap second. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Whether the text has the form YYYY-MM-DD; the day itself may not exist. */
export function isDayFormat(text: string): boolean {
  return DAY.test(text);
}

/** The number of an existing calendar day written as YYYY-MM-DD; later days have larger numbers. Otherwise undefined. */
export function parseDay(text: string): number | undefined {
  const parts = DAY.exec(text);
  if (parts === null) return undefined;
  const year = Number(parts[1]);
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return dayNumber(year, month, day);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days since 0000-03-01: in a year that starts in March, the leap day is the last day. */
function dayNumber(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return 365 * marchYear + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 1;
}

const DAY_OF_1970 = dayNumber(1970, 1, 1);

/**
 * The moment that a date-time of RFC 3339 names, in milliseconds since 1970; undefined for all else. What is beyond
 * milliseconds is cut. A leap second is the last millisecond of its minute, so that it stays in its day. Source: LIF-56.
 */
export function parseDateTime(text: string): number | undefined {
  const [, date, hour, minute, second = '', fraction = '', sign, hours, minutes] =
    DATE_TIME.exec(text) ?? [];
  const day = date === undefined ? undefined : parseDay(date);
  if (day === undefined) return undefined;
  const ms =
    second === '60' ? MINUTE_MS - 1 : Number(`${second}${fraction.slice(0, 3).padEnd(3, '0')}`);
  const offset = sign === undefined ? 0 : 60 * Number(hours) + Number(minutes);
  const minuteOfDay = 60 * Number(hour) + Number(minute) + (sign === '-' ? offset : -offset);
  return momentOfDay(day) + minuteOfDay * MINUTE_MS + ms;
}

/** As `parseDateTime`; a day alone is its first moment in UTC. */
export function parseMoment(text: string): number | undefined {
  const day = parseDay(text);
  return day === undefined ? parseDateTime(text) : momentOfDay(day);
}

function momentOfDay(day: number): number {
  return (day - DAY_OF_1970) * DAY_MS;
}

/** The day of a moment in UTC, as `parseDay` numbers it. */
function dayOf(moment: number): number {
  return Math.floor(moment / DAY_MS) + DAY_OF_1970;
}

/** Moments. Most expressions compare their days in UTC, and have no time of day. */
export const DATE_OPERATOR: Operator<number> = {
  read: (raw) => (typeof raw === 'string' ? parseMoment(raw) : undefined),
  check(expression, term) {
    const bound = parseMoment(term);
    const precedence =
      bound === undefined ? undefined : checkPrecedence<number>(expression, (one) => one - bound);
    if (precedence !== undefined) return precedence;
    const check = checkOrdered(expression, term, parseDay);
    return check && ((moment) => check(dayOf(moment)));
  },
};
