import type { IdCollector } from './collect-ids.ts';

/** A line or a record that is longer has no id, whatever comes: 250 ids of the largest size. */
const RECORD_MAX_CHARS = 65_536;

export interface LineReader {
  take(bytes: Uint8Array): void;
  end(): void;
}

interface FileOptions {
  readonly isCsv: boolean;
  /** Whether the first line is a heading. */
  readonly hasHeader: boolean;
}

/**
 * Reads the ids of a file, one a line or the first field of each record, and gives them to the collector. Takes the file in
 * pieces. Empty lines count, but have no id. What is not UTF-8 has the replacement character, and is no id.
 */
export function readIds(ids: IdCollector, { isCsv, hasHeader }: FileOptions): LineReader {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  let line = 0;
  let recordFrom = 0;

  function takeRecord(record: string): void {
    if (hasHeader && recordFrom === 1) return;
    if (record.trim() === '' && !isTooLong) return;
    const id = isCsv ? firstField(record) : record;
    if (isTooLong || id === undefined || id.includes('\uFFFD')) ids.refuse(recordFrom);
    else ids.take(id, recordFrom);
  }

  let pending = '';
  function takeLine(text: string): void {
    line += 1;
    if (pending === '') recordFrom = line;
    const record = pending === '' ? text : `${pending}\n${text}`;
    // A field in quotes may have line ends.
    const isOpen = isCsv && hasOpenQuote(record);
    if (isOpen && !isTooLong && record.length <= RECORD_MAX_CHARS) {
      pending = record;
      return;
    }
    if (isOpen) isTooLong = true;
    pending = '';
    takeRecord(record);
    isTooLong = false;
  }

  function takeText(text: string): void {
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    const [first, ...others] = lines;
    if (first === undefined) {
      rest += last;
    } else {
      takeLine(rest + first);
      for (const one of others) takeLine(one);
      rest = last;
    }
    if (rest.length > RECORD_MAX_CHARS) {
      isTooLong = true;
      rest = '';
    }
  }

  return {
    take: (bytes) => takeText(decoder.decode(bytes, { stream: true })),
    end() {
      takeText(decoder.decode());
      if (rest !== '' || isTooLong) takeLine(rest);
      if (pending !== '') {
        ids.refuse(recordFrom);
        pending = '';
      }
    },
  };
}

function hasOpenQuote(record: string): boolean {
  let isOpen = false;
  for (let at = record.indexOf('"'); at !== -1; at = record.indexOf('"', at + 1)) isOpen = !isOpen;
  return isOpen;
}

const SEPARATOR = /[,;\t]/;
const QUOTED = /^\s*"((?:[^"]|"")*)"\s*(?:[,;\t]|$)/;

/** The first field of a record; spreadsheets of some languages separate by semicolons. Undefined where quotes are broken. */
function firstField(record: string): string | undefined {
  if (!record.trimStart().startsWith('"')) return record.split(SEPARATOR, 1)[0];
  return QUOTED.exec(record)?.[1]?.replaceAll('""', '"');
}
