import { UID } from '@comporta/engine/vocabulary';
import { allOf, anyOf, type Formula, NOBODY, namedGroup, not } from '../foreign/formula.ts';
import { notePart, type Place, unsupported } from '../foreign/targeting-scope.ts';
import { clauseCondition } from './clause-condition.ts';
import { amongKeys } from './id-lists.ts';
import type { Clause, Segment, SegmentRule } from './launchdarkly-data.ts';
import { type LaunchdarklyScope, requireUser } from './launchdarkly-scope.ts';

/** The weight that stands for everybody. */
const WHOLE = 100_000;

/** Whom all clauses of a rule match. Throws UnsupportedFeature. */
export function clausesCondition(
  clauses: readonly Clause[],
  { place }: Place,
  scope: LaunchdarklyScope,
): Formula {
  return allOf(
    clauses.map((clause, index) => {
      notePart(scope);
      const at = { place: `${place}.clauses[${index}]` };
      if (clause.op !== 'segmentMatch') return clauseCondition(clause, at, scope);
      const inSome = anyOf(clause.values.map((key) => inSegment(String(key), at, scope)));
      return clause.negate ? not(inSome, scope.targetGroups) : inSome;
    }),
  );
}

/** As LaunchDarkly: who is included, and else who is not excluded and matched by a rule. */
function inSegment(key: string, at: Place, scope: LaunchdarklyScope): Formula {
  const known = scope.converted.get(key);
  if (known !== undefined) return known;
  const segment = scope.segments.get(key);
  if (segment === undefined || segment.deleted) return NOBODY;
  if (scope.within.includes(key)) throw unsupported(at, `the segment ${key} leads back to itself`);
  const place = `segments.${key}`;
  if (segment.unbounded) {
    throw unsupported({ place }, 'it is a big segment, whose keys are not in the file');
  }
  const inside = { ...scope, within: [...scope.within, key] };
  const rules = anyOf(
    (segment.rules ?? []).map((rule, index) =>
      ruleCondition(rule, { place: `${place}.rules[${index}]` }, inside),
    ),
  );
  const among = (keys: readonly string[], where: string) =>
    amongUsers(keys, { place: `${place}.${where}`, name: `${place}.${where}` }, scope);
  const listed = among(membersOf(segment, 'included'), 'included');
  const banned = among(membersOf(segment, 'excluded'), 'excluded');
  const others = rules === NOBODY ? NOBODY : allOf([not(banned, scope.targetGroups), rules]);
  const found = namedGroup(anyOf([listed, others]), `segment: ${key}`, scope.targetGroups);
  scope.converted.set(key, found);
  return found;
}

/** The keys that a segment lists. Throws UnsupportedFeature for those of other contexts. */
function membersOf(segment: Segment, list: 'included' | 'excluded'): string[] {
  const contexts = segment[`${list}Contexts`] ?? [];
  for (const { values, contextKind } of contexts) {
    if (values.length > 0) requireUser(contextKind, { place: `${list}Contexts` });
  }
  return [...(segment[list] ?? []), ...contexts.flatMap(({ values }) => values)];
}

/** Users with one of the keys. Throws UnsupportedFeature. */
export function amongUsers(
  keys: readonly string[],
  { name, ...at }: Place & { readonly name: string },
  { idLists, ...scope }: LaunchdarklyScope,
): Formula {
  // The key of a user is always a text.
  const asked = { at, scope: { ...scope, promises: ['types-are-strict' as const] }, key: UID };
  return amongKeys(asked, keys, { idLists, name });
}

function ruleCondition(
  { clauses, weight, bucketBy }: SegmentRule,
  at: Place,
  scope: LaunchdarklyScope,
): Formula {
  if (!clauses || (weight ?? WHOLE) <= 0) return NOBODY;
  const isShare = (weight ?? WHOLE) < WHOLE || /[/~]/.test(bucketBy ?? '');
  if (isShare) {
    throw unsupported(
      at,
      'it takes only a share of those whom it matches, which no target group does',
    );
  }
  return clausesCondition(clauses, at, scope);
}
