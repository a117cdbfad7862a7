import type { Operator } from './operator.ts';
import { checkOrdered } from './ordered.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** RFC 3339, section 5.6; second 60 is a leap second. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

const MINUTES_PER_DAY = 24 * 60;

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

/** Reads a day, or a date-time, which counts as its day in UTC. */
function read(raw: unknown): number | undefined {
  if (typeof raw !== 'string') return undefined;
  return parseDay(raw) ?? parseDayOfDateTime(raw);
}

function parseDayOfDateTime(text: string): number | undefined {
  const parts = DATE_TIME.exec(text);
  if (parts?.[1] === undefined) return undefined;
  const day = parseDay(parts[1]);
  if (day === undefined) return undefined;
  const minuteOfDay = Number(parts[2]) * 60 + Number(parts[3]);
  const offset = parts[4] === undefined ? 0 : Number(parts[5]) * 60 + Number(parts[6]);
  const minuteInUtc = parts[4] === '-' ? minuteOfDay + offset : minuteOfDay - offset;
  return day + Math.floor(minuteInUtc / MINUTES_PER_DAY);
}

/** Days, compared without a time of day. */
export const DATE_OPERATOR: Operator<number> = {
  read,
  check: (expression, term) => checkOrdered(expression, term, parseDay),
};
