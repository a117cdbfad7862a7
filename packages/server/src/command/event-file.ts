import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import type { EventRow } from '../event-store/ingest/import-events.ts';
import { CommandFailure } from './command-failure.ts';

/** More than an event may have: a quote that is never closed must not gather the rest of the file. */
const ROW_MAX_CHARS = 64 * 1024;
/** Of the columns those that are numbers. */
const NUMBERS = ['valueIndex'];
/** Faults after which nothing more can be told apart. */
const HOPELESS = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'];

/** The rows of a file, one after the other; what cannot be read is a row without fields. */
export function readEventFile(file: string): AsyncIterable<EventRow> {
  if (file.endsWith('.csv')) return readCsv(file);
  if (file.endsWith('.ndjson')) return readLines(file);
  throw new CommandFailure('FILE ends with .csv or .ndjson', 2);
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
    // They are told of as soon as they are read, ahead of rows that wait.
    yield* broken.splice(0, broken.filter(({ line }) => line < info.lines).length);
    yield { line: info.lines, fields: fieldsOf(record) };
  }
  if (hopeless !== undefined) throw new CommandFailure(`${file} cannot be read on: ${hopeless}`);
  yield* broken;
}

function requireColumns(header: readonly string[]): string[] {
  const isComplete = ['uid', 'at'].every((name) => header.includes(name));
  const isOne = header.includes('key') !== header.includes('toggle');
  if (isComplete && isOne) return [...header];
  throw new CommandFailure(
    'the first line names the columns: uid,key,at,value,id or uid,toggle,value,at',
    2,
  );
}

/** What is empty is not there; values of events are numbers, those of toggles are texts. */
function fieldsOf(record: Readonly<Record<string, string>>): Record<string, unknown> {
  const filled = Object.entries(record).filter(([name, text]) => text !== '' || name === 'uid');
  const numbers = 'toggle' in record ? NUMBERS : ['value'];
  return Object.fromEntries(
    filled.map(([name, text]) => [name, numbers.includes(name) ? numberOf(text) : text]),
  );
}

/** What is no number stays as it is, and is refused. */
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
      ? (value as Readonly<Record<string, unknown>>) // What its fields are is judged as of any event.
      : undefined;
  } catch {
    return undefined;
  }
}
