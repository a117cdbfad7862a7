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

  /** The lines of a record whose quotes are not closed: a field in quotes may have line ends. */
  let lines: string[] = [];
  let chars = 0;
  let isOpen = false;

  function takeLine(text: string): void {
    line += 1;
    if (lines.length === 0) recordFrom = line;
    lines.push(text);
    chars += text.length + 1;
    // Only of this line: reading the record from its beginning at each of its lines would take minutes.
    if (isCsv && hasOddQuotes(text)) isOpen = !isOpen;
    if (isOpen && !isTooLong && chars <= RECORD_MAX_CHARS) return;
    if (isOpen) isTooLong = true;
    takeRecord(lines.join('\n'));
    startRecord();
  }

  function startRecord(): void {
    lines = [];
    chars = 0;
    isOpen = false;
    isTooLong = false;
  }

  function takeText(text: string): void {
    const given = text.split('\n');
    const last = given.pop() ?? '';
    const [first, ...others] = given;
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
      if (lines.length > 0) ids.refuse(recordFrom);
      startRecord();
    },
  };
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

const SEPARATOR = /[,;\t]/;
const QUOTED = /^\s*"((?:[^"]|"")*)"\s*(?:[,;\t]|$)/;

/** The first field of a record; spreadsheets of some languages separate by semicolons. Undefined where quotes are broken. */
function firstField(record: string): string | undefined {
  if (!record.trimStart().startsWith('"')) return record.split(SEPARATOR, 1)[0];
  return QUOTED.exec(record)?.[1]?.replaceAll('""', '"');
}
