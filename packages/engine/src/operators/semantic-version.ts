import { parseItems } from './list.ts';
import type { Check, Operator } from './operator.ts';
import { checkPrecedence } from './ordered.ts';

/** A part of a version may exceed a double's precision. JavaScript compares bigint and number exactly. */
type VersionPart = number | bigint;

/** A parsed version. Source: semver.org. */
export interface Version {
  readonly major: VersionPart;
  readonly minor: VersionPart;
  readonly fix: VersionPart;
  /** A pre-release precedes the version of the same three numbers. */
  readonly isPreRelease: boolean;
  /** The version without leading zeros and build metadata. Versions of equal precedence have equal text. */
  readonly text: string;
}

const TERM = /^(\d+)\.(\d+)\.(\d+)$/;

/** https://semver.org, "Is there a suggested regular expression". */
const SEMANTIC_VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

const NUMERIC = /^\d+$/;

const SAFE_DIGITS = 15;

const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;

/** Parses the version of a rule: MAJOR.MINOR.FIX, three numbers of any length and nothing else. */
export function parseVersionTerm(text: string): Version | undefined {
  const parts = TERM.exec(text);
  if (parts === null) return undefined;
  const major = parsePart(parts[1]);
  const minor = parsePart(parts[2]);
  const fix = parsePart(parts[3]);
  return { major, minor, fix, isPreRelease: false, text: `${major}.${minor}.${fix}` };
}

/** Parses the version of the expressions that know pre-releases: semver 2.0.0 without build metadata. Source: LIF-55. */
export function parseExactVersion(text: string): Version | undefined {
  return text.includes('+') ? undefined : read(text);
}

/** Equal numbers always get the same type, because `!==` considers 1 and 1n different. */
function parsePart(digits = ''): VersionPart {
  const significant = digits.replace(/^0+(?=\d)/, '');
  return significant.length > SAFE_DIGITS ? BigInt(significant) : Number(significant);
}

/** Reads Semantic Versioning 2.0.0, including pre-release and build metadata. */
function read(raw: unknown): Version | undefined {
  if (typeof raw !== 'string') return undefined;
  return readThreeNumbers(raw) ?? readAny(raw);
}

/** Reads only versions of three short numbers, as most are, ten times faster than the full grammar. */
function readThreeNumbers(text: string): Version | undefined {
  if (text.length > SAFE_DIGITS) return undefined;
  let major = -1;
  let minor = -1;
  let number = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= ZERO && code <= NINE) {
      if (number === 0 && index > start) return undefined;
      number = number * 10 + code - ZERO;
    } else {
      if (code !== POINT || index === start || minor !== -1) return undefined;
      if (major === -1) major = number;
      else minor = number;
      number = 0;
      start = index + 1;
    }
  }
  if (minor === -1 || start === text.length) return undefined;
  return { major, minor, fix: number, isPreRelease: false, text };
}

function readAny(raw: string): Version | undefined {
  const parts = SEMANTIC_VERSION.exec(raw);
  if (parts === null) return undefined;
  const build = parts[5];
  return {
    major: parsePart(parts[1]),
    minor: parsePart(parts[2]),
    fix: parsePart(parts[3]),
    isPreRelease: parts[4] !== undefined,
    text: build === undefined ? raw : raw.slice(0, raw.length - build.length),
  };
}

/** Precedence as in semver.org, section 11, compared with a term, which is never a pre-release. */
function isBefore(version: Version, term: Version): boolean {
  if (version.major !== term.major) return version.major < term.major;
  if (version.minor !== term.minor) return version.minor < term.minor;
  if (version.fix !== term.fix) return version.fix < term.fix;
  return version.isPreRelease;
}

/** Versions by precedence: build metadata does not count. */
export const SEMANTIC_VERSION_OPERATOR: Operator<Version> = {
  read,
  check(expression, term): Check<Version> | undefined {
    if (expression === 'IN') {
      const items = parseItems(term, parseVersionTerm);
      if (items === undefined) return undefined;
      const texts = new Set(items.map((item) => item.text));
      return (version) => texts.has(version.text);
    }
    const exact = parseExactVersion(term);
    const precedence =
      exact && checkPrecedence<Version>(expression, (one) => precedenceOf(one, exact));
    if (precedence !== undefined) return precedence;
    const bound = parseVersionTerm(term);
    if (bound === undefined) return undefined;
    switch (expression) {
      case 'EQUALS':
        return (version) => version.text === bound.text;
      case 'NOT_EQUALS':
        return (version) => version.text !== bound.text;
      case 'GREATER_THAN':
        return (version) => version.text !== bound.text && !isBefore(version, bound);
      case 'GREATER_THAN_OR_EQUALS':
        return (version) => !isBefore(version, bound);
      case 'LESS_THAN':
        return (version) => isBefore(version, bound);
      case 'LESS_THAN_OR_EQUALS':
        return (version) => version.text === bound.text || isBefore(version, bound);
      default:
        return undefined;
    }
  },
};

/** Precedence as in semver.org, section 11, of any two versions: negative when the first comes first. */
function precedenceOf(version: Version, other: Version): number {
  if (version.text === other.text) return 0;
  if (version.major !== other.major) return version.major < other.major ? -1 : 1;
  if (version.minor !== other.minor) return version.minor < other.minor ? -1 : 1;
  if (version.fix !== other.fix) return version.fix < other.fix ? -1 : 1;
  if (!version.isPreRelease || !other.isPreRelease) return version.isPreRelease ? -1 : 1;
  return precedenceOfPreReleases(identifiersOf(version), identifiersOf(other));
}

function identifiersOf({ text }: Version): string[] {
  return text.slice(text.indexOf('-') + 1).split('.');
}

/** They are not the same. */
function precedenceOfPreReleases(some: readonly string[], others: readonly string[]): number {
  const place = some.findIndex((one, index) => one !== others[index]);
  const [one, other] = [some[place], others[place]];
  if (one === undefined || other === undefined) return some.length - others.length;
  const [isNumber, isOtherNumber] = [NUMERIC.test(one), NUMERIC.test(other)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  // Numbers have no leading zeros, so the longer one is larger.
  if (isNumber && one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : 1;
}
