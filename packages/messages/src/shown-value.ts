const SHOWN_CHARS = 60;
/** So much of what values have in common is shown before their difference. */
const COMMON_CHARS = 10;

type Members = Readonly<Record<string, unknown>>;

/**
 * A toggle's value on one line. A value may be a whole document: an object is shown by its first member that the other
 * values `among` it do not have, a text of several lines by its first such line. A line that is still too long is cut.
 */
export function shownValue(value: string, among: readonly string[] = []): string {
  if (isShort(value)) return value;
  const others = among.filter((other) => other !== value);
  return shortened(
    lineOf(value, others),
    others.map((other) => lineOf(other, [value])),
  );
}

/** Whether `shownValue` leaves nothing out. */
export function isShownWhole(value: string): boolean {
  return shownValue(value) === value;
}

function isShort(value: string): boolean {
  return value.length <= SHOWN_CHARS && !/[\r\n]/.test(value);
}

function lineOf(value: string, others: readonly string[]): string {
  if (isShort(value)) return value;
  const members = membersIn(value);
  if (members === undefined) return lineOfText(value, others);
  return objectLine(
    members,
    others.map(membersIn).filter((other) => other !== undefined),
  );
}

function lineOfText(value: string, others: readonly string[]): string {
  const lines = linesOf(value);
  const taken = others.map(linesOf);
  const place = lines.findIndex((line, index) => taken.every((other) => other[index] !== line));
  const shown = place < 0 || others.length === 0 ? 0 : place;
  const line = `${shown > 0 ? '…' : ''}${lines[shown] ?? ''}`;
  return shown < lines.length - 1 ? `${line}…` : line;
}

function linesOf(value: string): readonly string[] {
  return value.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
}

/** For example `{…, color: red}`; all members when there is nothing to compare with. */
function objectLine(members: Members, others: readonly Members[]): string {
  const names = Object.keys(members);
  const differs = (name: string) => (other: Members) =>
    JSON.stringify(other[name]) !== JSON.stringify(members[name]);
  const name =
    others.length === 0
      ? undefined
      : (names.find((one) => others.every(differs(one))) ??
        names.find((one) => others.some(differs(one))));
  if (name === undefined) return compact(members);
  const inner = others.map((other) => other[name]).filter(isObject);
  const member = members[name];
  const text = isObject(member) ? objectLine(member, inner) : compact(member);
  return `{${names.length > 1 ? '…, ' : ''}${name}: ${text}}`;
}

function compact(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(compact).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, inner]) => `${name}: ${compact(inner)}`);
    return `{${members.join(', ')}}`;
  }
  const text = JSON.stringify(value);
  return typeof value === 'string' ? text.slice(1, -1) : text;
}

function membersIn(value: string): Members | undefined {
  if (!value.startsWith('{')) return undefined;
  try {
    const read: unknown = JSON.parse(value);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Cuts a line to what fits, from shortly before the place where it differs from lines that begin alike. */
function shortened(line: string, others: readonly string[]): string {
  // A character may take two UTF-16 units; cutting it in half would show a box.
  const characters = [...line];
  if (characters.length <= SHOWN_CHARS) return line;
  const common = Math.max(0, ...others.map((other) => commonChars(characters, [...other])));
  const start = common < SHOWN_CHARS ? 0 : common - COMMON_CHARS;
  const end = start + SHOWN_CHARS;
  const shown = characters.slice(start, end).join('');
  return `${start > 0 ? '…' : ''}${shown}${end < characters.length ? '…' : ''}`;
}

function commonChars(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((character, index) => character !== other[index]);
  return end < 0 ? one.length : end;
}
