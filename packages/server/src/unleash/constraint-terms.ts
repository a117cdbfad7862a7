import { parseMoment } from '@comporta/engine/operators/date';
import { parseNetwork } from '@comporta/engine/operators/network';
import { parseNumber } from '@comporta/engine/operators/numeric';
import { compileRegex } from '@comporta/engine/operators/regex';
import { parseExactVersion } from '@comporta/engine/operators/semantic-version';
import { type Expression, ignoringCase, type PropertyType } from '@comporta/engine/vocabulary';
import { UnsupportedFeature } from '../foreign/unsupported-feature.ts';
import type { UnleashConstraint } from './unleash-state.ts';

/** A constraint without its inversion: one of these conditions on one property. */
export interface ConstraintTerms {
  readonly type: PropertyType;
  readonly conditions: readonly { readonly expression: Expression; readonly term: string }[];
}

const NUMERIC_EXPRESSIONS = new Map<string, Expression>([
  ['NUM_EQ', 'EQUALS'],
  ['NUM_GT', 'GREATER_THAN'],
  ['NUM_GTE', 'GREATER_THAN_OR_EQUALS'],
  ['NUM_LT', 'LESS_THAN'],
  ['NUM_LTE', 'LESS_THAN_OR_EQUALS'],
]);

const VERSION_EXPRESSIONS = new Map<string, Expression>([
  ['SEMVER_EQ', 'SAME_AS'],
  ['SEMVER_GT', 'AFTER'],
  ['SEMVER_GTE', 'AT_OR_AFTER'],
  ['SEMVER_LT', 'BEFORE'],
  ['SEMVER_LTE', 'AT_OR_BEFORE'],
]);

const DATE_EXPRESSIONS = new Map<string, Expression>([
  ['DATE_AFTER', 'AFTER'],
  ['DATE_BEFORE', 'BEFORE'],
]);

/** The context field that Unleash's SDKs fill in. */
export const CURRENT_TIME = 'currentTime';

/** How several texts are compared at once, and how one text is that no list can hold. */
const TEXT_EXPRESSIONS = new Map<string, readonly [Expression, Expression]>([
  ['IN', ['IN', 'EQUALS']],
  ['NOT_IN', ['IN', 'EQUALS']],
  ['STR_STARTS_WITH', ['STARTS_WITH_ANY', 'STARTS_WITH']],
  ['STR_ENDS_WITH', ['ENDS_WITH_ANY', 'ENDS_WITH']],
  ['STR_CONTAINS', ['CONTAINS_ANY', 'CONTAINS']],
]);

/** Converts a constraint; NOT_IN gives the same as IN, and the caller inverts it. Throws UnsupportedFeature. */
export function constraintTerms(constraint: UnleashConstraint): ConstraintTerms {
  const { operator } = constraint;
  const value = String(constraint.value ?? '').trim();
  if (TEXT_EXPRESSIONS.has(operator)) return textTerms(constraint);
  if (operator === 'IN_CIDR') return networkTerms(constraint.values ?? []);
  if (operator === 'REGEX') {
    // Not trimmed, because a blank belongs to a pattern.
    const pattern = String(constraint.value ?? '');
    const term = constraint.caseInsensitive ? `(?i)${pattern}` : pattern;
    return { type: 'STRING', conditions: [regexCondition(term)] };
  }
  const numeric = NUMERIC_EXPRESSIONS.get(operator);
  if (numeric !== undefined) {
    if (parseNumber(value) === undefined)
      throw new UnsupportedFeature(`${operator} ${value}: not a number`);
    return { type: 'NUMERIC', conditions: [{ expression: numeric, term: value }] };
  }
  const version = VERSION_EXPRESSIONS.get(operator);
  if (version !== undefined) {
    if (parseExactVersion(value) === undefined)
      throw new UnsupportedFeature(
        `${operator} ${value}: not MAJOR.MINOR.FIX or MAJOR.MINOR.FIX-PRE`,
      );
    return { type: 'SEMANTIC_VERSION', conditions: [{ expression: version, term: value }] };
  }
  const date = DATE_EXPRESSIONS.get(operator);
  if (date !== undefined) {
    if (constraint.contextName !== CURRENT_TIME) {
      // Some of them compare the current time, whatever the field is.
      throw new UnsupportedFeature(
        `${operator} on ${constraint.contextName}: Unleash's SDKs disagree which date that is`,
      );
    }
    if (parseMoment(value) === undefined)
      throw new UnsupportedFeature(`${operator} ${value}: not a day or a date-time of RFC 3339`);
    return { type: 'DATE', conditions: [{ expression: date, term: value }] };
  }
  throw new UnsupportedFeature(`${operator} has no counterpart`);
}

/** As in Unleash, texts are trimmed. One with a comma, which a list cannot hold, gets a condition of its own. */
function textTerms({ operator, values, caseInsensitive }: UnleashConstraint): ConstraintTerms {
  const [ofList = 'IN', alone = 'EQUALS'] = TEXT_EXPRESSIONS.get(operator) ?? [];
  const texts = (values ?? []).map((text) => text.trim());
  if (texts.includes('')) throw new UnsupportedFeature('an empty value in a list');
  // As in Unleash, only the operators of texts may ignore the case.
  const ignoresCase = caseInsensitive === true && ofList !== 'IN';
  const items = texts.filter((text) => !text.includes(','));
  const others = texts.filter((text) => text.includes(','));
  const expression = (ignoresCase ? ignoringCase(ofList) : undefined) ?? ofList;
  return {
    type: 'STRING',
    conditions: [
      ...(items.length > 0 ? [{ expression, term: items.join(',') }] : []),
      ...others.map((text) =>
        ignoresCase ? regexCondition(patternOf(alone, text)) : { expression: alone, term: text },
      ),
    ],
  };
}

function patternOf(expression: Expression, text: string): string {
  const escaped = text.replace(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`);
  const start = expression === 'STARTS_WITH' ? '^' : '';
  return `(?i)${start}${escaped}${expression === 'ENDS_WITH' ? '$' : ''}`;
}

/** As in Unleash, what is no network matches no address. */
function networkTerms(values: readonly string[]): ConstraintTerms {
  const networks = values.map((value) => value.trim()).filter((value) => parseNetwork(value));
  const condition = { expression: 'IN_CIDR' as const, term: networks.join(',') };
  return { type: 'STRING', conditions: networks.length > 0 ? [condition] : [] };
}

function regexCondition(pattern: string) {
  if (pattern.trim() === '' || compileRegex(pattern) === undefined) {
    throw new UnsupportedFeature(`REGEX ${pattern}: not a pattern of RE2, or too large`);
  }
  return { expression: 'REGEX' as const, term: pattern };
}
