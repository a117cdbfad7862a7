import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import type { EventRow } from '../../event-store/ingest/import-events.ts';
import { CommandFailure } from '../command-failure.ts';

/** Larger than any valid event. Without a limit, an unclosed quote would swallow the rest of the file. */
const ROW_MAX_CHARS = 64 * 1024;
/** The columns that hold numbers, in a file of exposures. */
const NUMBERS = ['valueIndex'];
/** Begins the names of columns that have the values of properties by which splits are measured. Source: RUL-37. */
const UNIT = 'units.';
/** Errors after which the parser cannot find the next row. */
const HOPELESS = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'];

/** Streams the rows of a file. A row that cannot be parsed has no fields. */
export function readEventFile(file: string): AsyncIterable<EventRow> {
  if (file.endsWith('.csv')) return readCsv(file);
  if (file.endsWith('.ndjson')) return readLines(file);
  throw new CommandFailure('FILE must end with .csv or .ndjson', 2);
}

async function* readCsv(file: string): AsyncGenerator<EventRow> {
  const broken: EventRow[] = [];
  let hopeless: string | undefined;
  const parser = createReadStream(file)
    .on('error', (error) => parser.destroy(error))
    .pipe(
      parse({
        bom: true,
        columns: requireColumns,
        info: true,
        max_record_size: ROW_MAX_CHARS,
        relax_column_count_less: true,
        relax_quotes: true,
        skip_empty_lines: true,
        skip_records_with_error: true,
        trim: true,
      }),
    );
  parser.on('skip', ({ code, lines, message }) => {
    if (HOPELESS.includes(code)) hopeless = message;
    broken.push({ line: lines, fields: undefined });
  });
  for await (const { record, info } of parser) {
    // Broken rows are reported in file order, before later rows that the parser has buffered.
    yield* broken.splice(0, broken.filter(({ line }) => line < info.lines).length);
    yield { line: info.lines, fields: fieldsOf(record) };
  }
  if (hopeless !== undefined)
    throw new CommandFailure(`the rest of ${file} cannot be read: ${hopeless}`);
  yield* broken;
}

function requireColumns(header: readonly string[]): string[] {
  const isComplete = ['uid', 'at'].every((name) => header.includes(name));
  const isOne = header.includes('key') !== header.includes('toggle');
  if (isComplete && isOne) return [...header];
  throw new CommandFailure(
    'the first line must name the columns: uid,key,at,value,id or uid,toggle,value,at',
    2,
  );
}

/** Drops empty fields. The value of an event is a number, that of a toggle is text. */
function fieldsOf(record: Readonly<Record<string, string>>): Record<string, unknown> {
  const filled = Object.entries(record).filter(([name, text]) => text !== '' || name === 'uid');
  const numbers = 'toggle' in record ? NUMBERS : ['value'];
  const units = filled.flatMap(([name, text]) =>
    name.startsWith(UNIT) ? [[name.slice(UNIT.length), text]] : [],
  );
  const fields = filled
    // A row with units may be of no user.
    .filter(([name, text]) => !name.startsWith(UNIT) && (text !== '' || units.length === 0))
    .map(([name, text]) => [name, numbers.includes(name) ? numberOf(text) : text]);
  return Object.fromEntries([
    ...fields,
    ...(units.length > 0 ? [['units', Object.fromEntries(units)]] : []),
  ]);
}

/** Text that is not a number stays as it is; the check of events refuses it later. */
function numberOf(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

async function* readLines(file: string): AsyncGenerator<EventRow> {
  const lines = createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== '') yield { line, fields: objectIn(text) };
  }
}

function objectIn(text: string): EventRow['fields'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>) // Its fields are checked like those of any event.
      : undefined;
  } catch {
    return undefined;
  }
}
