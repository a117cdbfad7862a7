/** The format of a day in addresses and the API. */
const STORED = /^(\d{4})-(\d{2})-(\d{2})$/;
/** "14/03/2026", in Portuguese. */
const NUMBERS = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
/** "14 Mar 2026", "14 March 2026". */
const DAY_FIRST = /^(\d{1,2})\.?\s+([a-z]{3,})\.?,?\s+(\d{4})$/i;
/** "Mar 14, 2026" */
const MONTH_FIRST = /^([a-z]{3,})\.?\s+(\d{1,2}),?\s+(\d{4})$/i;

/** Formats a stored day for people: "14 Mar 2026" in English, "14/03/2026" in Portuguese. Source: CDW-60. */
export function shownDate(stored: string, locale: string): string {
  const [, year = '', month = '', day = ''] = STORED.exec(stored) ?? [];
  if (year === '') return stored;
  if (locale !== 'en') return `${day}/${month}/${year}`;
  return `${Number(day)} ${MONTHS[Number(month) - 1]?.slice(0, 3)} ${year}`;
}

/**
 * Parses a typed day, in the format of the language or as YYYY-MM-DD, into the stored form; undefined when it
 * is not a day.
 */
export function readDate(typed: string, locale: string): string | undefined {
  const text = typed.trim();
  const [, year, month, day] = STORED.exec(text) ?? [];
  if (year !== undefined) return dayOf(year, month, day);
  if (locale !== 'en') {
    const [, numberOfDay, numberOfMonth, ofYear] = NUMBERS.exec(text) ?? [];
    return dayOf(ofYear, numberOfMonth, numberOfDay);
  }
  const [, firstDay, nameAfter, yearAfter] = DAY_FIRST.exec(text) ?? [];
  if (nameAfter !== undefined) return dayOf(yearAfter, monthCalled(nameAfter), firstDay);
  const [, name = '', secondDay, lastYear] = MONTH_FIRST.exec(text) ?? [];
  return dayOf(lastYear, monthCalled(name), secondDay);
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function monthCalled(name: string): string {
  const month = MONTHS.findIndex((known) => known.toLowerCase().startsWith(name.toLowerCase()));
  return String(month + 1);
}

/** Returns undefined for a day that does not exist, such as 30 February. */
function dayOf(year = '', month = '', day = ''): string | undefined {
  const stored = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(stored); // A date without a time is parsed as UTC.
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(stored);
  return isDay ? stored : undefined;
}
