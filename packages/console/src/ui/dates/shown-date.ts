/** A day as addresses and the API have it. */
const STORED = /^(\d{4})-(\d{2})-(\d{2})$/;
/** "14/03/2026", in Portuguese. */
const NUMBERS = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
/** "14 Mar 2026", "14 March 2026". */
const DAY_FIRST = /^(\d{1,2})\.?\s+([a-z]{3,})\.?,?\s+(\d{4})$/i;
/** "Mar 14, 2026" */
const MONTH_FIRST = /^([a-z]{3,})\.?\s+(\d{1,2}),?\s+(\d{4})$/i;

/** A stored day as people write it: "14 Mar 2026" in English, "14/03/2026" in Portuguese. Source: CDW-60. */
export function shownDate(stored: string, locale: string): string {
  const [, year = '', month = '', day = ''] = STORED.exec(stored) ?? [];
  if (year === '') return stored;
  if (locale !== 'en') return `${day}/${month}/${year}`;
  return `${Number(day)} ${MONTHS[Number(month) - 1]?.slice(0, 3)} ${year}`;
}

/** What somebody typed, as it is stored: in the language's format or as YYYY-MM-DD; undefined for no day. */
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

/** 30 February is no day. */
function dayOf(year = '', month = '', day = ''): string | undefined {
  const stored = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(stored); // A day alone is read as UTC.
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(stored);
  return isDay ? stored : undefined;
}
