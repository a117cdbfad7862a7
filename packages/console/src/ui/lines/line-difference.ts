export interface Line {
  readonly sign: '-' | '+' | ' ';
  readonly text: string;
}

/** More lines than this are shown as removed and added, because comparing them takes their product. */
const MAX_COMPARED = 1000;
/** Lines without a change that are shown around one. */
const AROUND = 2;

/** Whether two texts are better read line by line. */
export function hasLines(text: string): boolean {
  return linesOf(text).length > 1;
}

/** Compares two texts line by line; of the lines that are the same, only those near a difference are returned. */
export function lineDifference(before: string, after: string): readonly Line[] {
  return nearChanges(compare(linesOf(before), linesOf(after)));
}

/** JSON is compared as it is written well, so that a difference of spaces is none. */
function linesOf(text: string): readonly string[] {
  return formatted(text).split(/\r\n|\r|\n/);
}

/** A JSON object with one member a line; any other text as it is. */
export function formatted(text: string): string {
  if (!/^\s*\{/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  if (before.length > MAX_COMPARED || after.length > MAX_COMPARED) {
    return [...signed('-', before), ...signed('+', after)];
  }
  const common = commonLengths(before, after);
  const lines: Line[] = [];
  let [from, to] = [0, 0];
  while (from < before.length || to < after.length) {
    const [was, is] = [before[from], after[to]];
    if (was !== undefined && was === is) {
      lines.push({ sign: ' ', text: was });
      from += 1;
      to += 1;
    } else if (
      was !== undefined &&
      (is === undefined || at(common, from + 1, to) >= at(common, from, to + 1))
    ) {
      lines.push({ sign: '-', text: was });
      from += 1;
    } else if (is !== undefined) {
      lines.push({ sign: '+', text: is });
      to += 1;
    }
  }
  return lines;
}

/** The length of the longest common part of what follows each pair of places. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let from = before.length - 1; from >= 0; from -= 1) {
    const row = rows[from];
    for (let to = after.length - 1; to >= 0; to -= 1) {
      if (row === undefined) break;
      row[to] =
        before[from] === after[to]
          ? at(rows, from + 1, to + 1) + 1
          : Math.max(at(rows, from + 1, to), at(rows, from, to + 1));
    }
  }
  return rows;
}

function at(rows: readonly Uint16Array[], from: number, to: number): number {
  return rows[from]?.[to] ?? 0;
}

function nearChanges(lines: readonly Line[]): readonly Line[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ sign }) => sign !== ' ');
  return lines.flatMap((line, index) => {
    if (isNear(index)) return [line];
    return index > 0 && isNear(index - 1) ? [{ sign: ' ' as const, text: '…' }] : [];
  });
}

function signed(sign: '-' | '+', lines: readonly string[]): readonly Line[] {
  return lines.map((text) => ({ sign, text }));
}
