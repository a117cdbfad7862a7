import { checkTerm } from '@comporta/contract/conditions/term';
import type { NamedPart } from '@comporta/contract/experiments/named-rule';
import { NUMERIC_OPERATOR } from '@comporta/engine/operators/numeric';
import type { ContextFields } from '../foreign/context-fields.ts';
import type { DocumentCondition, TargetGroups } from '../foreign/group-names.ts';
import { type Demands, negationOf, partsOf } from '../foreign/named-rules.ts';
import { requireStorable } from '../foreign/require-storable.ts';
import { UnsupportedFeature } from '../foreign/unsupported-feature.ts';
import { type ConstraintTerms, CURRENT_TIME, constraintTerms } from './constraint-terms.ts';
import { rolloutOf, type Share } from './rollout.ts';
import type {
  UnleashConstraint,
  UnleashSegment,
  UnleashState,
  UnleashStrategy,
} from './unleash-state.ts';

/** The users of a strategy, and the share of them that it lets in. */
export interface Audience {
  /** All of them hold for these users; without any, the strategy is for everyone. */
  readonly parts: readonly NamedPart[];
  readonly share: Share;
}

/** What the importing person promises about the applications, so that more can be imported exactly. */
export const IMPORT_PROMISES = ['current-time-is-sent'] as const;
export type ImportPromise = (typeof IMPORT_PROMISES)[number];

export interface ImportScope {
  readonly fields: ContextFields;
  readonly targetGroups: TargetGroups;
  readonly segments: UnleashState['segments'];
  /** The context field whose value customers will send as uid. */
  readonly identity: string;
  readonly promises: readonly ImportPromise[];
  /** Collects the fields whose empty text some of Unleash's SDKs find to match, as 0. */
  readonly emptyAsZero: Set<string>;
}

/** The audience of a strategy; undefined when it lets no user in. Throws UnsupportedFeature. */
export function audienceOf(strategy: UnleashStrategy, scope: ImportScope): Audience | undefined {
  const { share, constraints, needs } = rolloutOf(strategy, scope.identity);
  const segments = segmentsOf(strategy, scope);
  // As in Unleash, a segment that does not exist lets no user in.
  if (share.percent === 0 || segments === undefined) return undefined;
  const all = [
    demandsOf([...constraints, ...(strategy.constraints ?? [])], scope),
    ...segments.map((segment) => segmentDemands(segment, scope)),
  ];
  if (!all.every((demands) => demands !== undefined)) return undefined;
  if (needs !== undefined) scope.fields.use(needs, 'STRING');
  const conditions = [
    ...(needs === undefined ? [] : [{ property: needs, expression: 'IS_SET', term: '' }]),
    ...all.flatMap((demands) => demands.conditions),
  ];
  const allOf = all.flatMap((demands) => demands.allOf);
  const noneOf = all.flatMap((demands) => demands.noneOf);
  return { parts: partsOf({ conditions, allOf, noneOf }, scope.targetGroups), share };
}

/** Undefined when nobody meets them. */
function demandsOf(
  constraints: readonly UnleashConstraint[],
  { fields, targetGroups, promises, emptyAsZero }: ImportScope,
): Demands | undefined {
  const conditions: DocumentCondition[] = [];
  const allOf: string[] = [];
  const noneOf: string[] = [];
  let isPossible = true;
  for (const constraint of constraints) {
    const { contextName: property } = constraint;
    if (property === CURRENT_TIME && !promises.includes('current-time-is-sent')) {
      throw new UnsupportedFeature(
        'Unleash fills in currentTime by itself; import with --promise current-time-is-sent if programs send it',
      );
    }
    const isInverted = (constraint.operator === 'NOT_IN') !== (constraint.inverted === true);
    const terms = constraintTerms(constraint);
    const [first, ...others] = terms.conditions.map((one) => ({ property, ...one }));
    if (first === undefined) {
      // An empty list matches no user; inverted, it matches all users.
      isPossible &&= isInverted;
      continue;
    }
    requireTakenTerms(property, terms);
    fields.use(property, terms.type);
    if (terms.type === 'NUMERIC' && NUMERIC_OPERATOR.check(first.expression, first.term)?.(0))
      emptyAsZero.add(property);
    const expression = isInverted ? negationOf(terms.type, first.expression) : first.expression;
    if (others.length === 0 && expression !== undefined) {
      conditions.push({ ...first, expression });
    } else {
      (isInverted ? noneOf : allOf).push(targetGroups.nameOf('OR', [first, ...others]));
    }
  }
  return isPossible ? { conditions, allOf, noneOf } : undefined;
}

/** All other rules for terms hold already. */
function requireTakenTerms(field: string, { type, conditions }: ConstraintTerms): void {
  for (const { term } of conditions) requireStorable(term, `what ${field} is compared with`);
  if (!conditions.every(({ expression, term }) => checkTerm(type, expression, term).ok)) {
    throw new UnsupportedFeature(
      `${field} is compared with too many values, or with too long ones`,
    );
  }
}

function segmentsOf(
  { segments }: UnleashStrategy,
  scope: ImportScope,
): UnleashSegment[] | undefined {
  const found = (segments ?? []).map((id) => scope.segments?.find((known) => known.id === id));
  return found.every((segment) => segment !== undefined) ? found : undefined;
}

/** The conditions of a segment become a group of its name. */
function segmentDemands(
  { id, name, constraints }: UnleashSegment,
  scope: ImportScope,
): Demands | undefined {
  const called = name ? `segment ${id} ${name}` : `segment ${id}`;
  if (constraints === undefined) {
    throw new UnsupportedFeature(
      `an export does not say who is in ${called}; GET /api/client/features does`,
    );
  }
  const demands = demandsOf(constraints, scope);
  if (demands === undefined || demands.conditions.length === 0) return demands;
  const group = scope.targetGroups.nameOf('AND', demands.conditions, called);
  return { ...demands, conditions: [], allOf: [...demands.allOf, group] };
}
