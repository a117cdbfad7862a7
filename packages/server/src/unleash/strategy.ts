import { checkTerm } from '@comporta/contract/conditions/term';
import { type ConstraintTerms, constraintTerms } from './constraint-terms.ts';
import type { ContextFields } from './context-fields.ts';
import type { TargetGroups } from './group-names.ts';
import { rolloutOf, type Share } from './rollout.ts';
import type { UnleashConstraint, UnleashState, UnleashStrategy } from './unleash-state.ts';
import { UnsupportedFeature } from './unsupported-feature.ts';

/** The users of a strategy, as names of target groups, and the share of them that it lets in. */
export interface Audience {
  readonly allOf: readonly string[];
  readonly noneOf: readonly string[];
  readonly share: Share;
}

export interface ImportScope {
  readonly fields: ContextFields;
  readonly targetGroups: TargetGroups;
  readonly segments: UnleashState['segments'];
  /** The context field whose value customers will send as uid. */
  readonly identity: string;
}

/** The audience of a strategy; undefined when it lets no user in. Throws UnsupportedFeature. */
export function audienceOf(strategy: UnleashStrategy, scope: ImportScope): Audience | undefined {
  const { share, constraints } = rolloutOf(strategy, scope.identity);
  const allOf = new Set<string>();
  const noneOf = new Set<string>();
  const segments = segmentsOf(strategy, scope);
  // As in Unleash, a segment that does not exist lets no user in.
  if (share.percent === 0 || segments === undefined) return undefined;
  let isPossible = true;
  for (const constraint of [...constraints, ...(strategy.constraints ?? []), ...segments]) {
    const isInverted = (constraint.operator === 'NOT_IN') !== (constraint.inverted === true);
    const terms = constraintTerms(constraint);
    if (terms.conditions.length === 0) {
      // An empty list matches no user; inverted, it matches all users.
      isPossible &&= isInverted;
      continue;
    }
    requireShort(constraint.contextName, terms);
    scope.fields.use(constraint.contextName, terms.type);
    const group = scope.targetGroups.nameOf(constraint.contextName, terms);
    (isInverted ? noneOf : allOf).add(group);
  }
  return isPossible ? { allOf: [...allOf], noneOf: [...noneOf], share } : undefined;
}

/** All other rules for terms hold already. */
function requireShort(field: string, { type, conditions }: ConstraintTerms): void {
  if (!conditions.every(({ expression, term }) => checkTerm(type, expression, term).ok)) {
    throw new UnsupportedFeature(
      `${field} is compared with too many values, or with too long ones`,
    );
  }
}

function segmentsOf(
  { segments }: UnleashStrategy,
  scope: ImportScope,
): UnleashConstraint[] | undefined {
  const found = (segments ?? []).map((id) => scope.segments?.find((known) => known.id === id));
  return found.every((segment) => segment !== undefined)
    ? found.flatMap(({ constraints }) => constraints)
    : undefined;
}
