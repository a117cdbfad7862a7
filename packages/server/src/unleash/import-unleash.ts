import type { DocumentExperiment, DocumentToggle } from '@comporta/contract/nouns/document-lists';
import {
  checkToggle,
  NEW_TOGGLE,
  TOGGLE,
  TOGGLE_NAME_MAX_CHARS,
} from '@comporta/contract/toggles/toggle';
import {
  type ApplicationDocument,
  DOCUMENT_FORMAT,
} from '@comporta/contract/transfer/application-document';
import { collectContextFields } from './context-fields.ts';
import { dependencyGuards } from './dependency-guards.ts';
import { DISABLED, ENABLED, everyone, type FeatureRules, featureRules } from './feature-rules.ts';
import { collectTargetGroups } from './group-names.ts';
import { oneLine } from './one-line.ts';
import type { ImportPromise, ImportScope } from './strategy.ts';
import type { UnleashFeature, UnleashState } from './unleash-state.ts';
import { UnsupportedFeature } from './unsupported-feature.ts';

/** A feature that was not imported unchanged, and the reason. */
export interface Remark {
  readonly feature: string;
  /** PAUSED: returns `disabled` to all users. LEFT_OUT: not imported. WITHOUT_VARIANTS: on and off only. */
  readonly result: 'PAUSED' | 'LEFT_OUT' | 'WITHOUT_VARIANTS';
  readonly reason: string;
}

export interface UnleashImport {
  readonly document: ApplicationDocument;
  readonly remarks: readonly Remark[];
}

interface Destination {
  readonly application: string;
  readonly environment: string;
  readonly identity: string;
  readonly promises?: readonly ImportPromise[];
}

const UNLEASH_BUCKETS = 100;

/**
 * Converts an Unleash state to an application that decides the same for the same users. A feature that cannot be
 * converted exactly is never approximated: it is imported paused, with a remark.
 */
export function importUnleash(state: UnleashState, destination: Destination): UnleashImport {
  const fields = collectContextFields();
  const targetGroups = collectTargetGroups();
  const { identity, promises = [] } = destination;
  const scope = { fields, targetGroups, segments: state.segments, identity, promises };
  const remarks: Remark[] = [];
  const features = importable(state.features, remarks);
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const said = new Map<string, FeatureRules>();
  // Parents first, because no feature can depend on one that is imported paused.
  for (const feature of features.toSorted((a, b) => dependencyCount(a) - dependencyCount(b))) {
    const parentOf = (name: string) => {
      const parent = byName.get(name);
      if (parent && !said.has(name) && dependencyCount(parent) === 0) {
        throw new UnsupportedFeature(`it depends on ${name}, which is imported paused`);
      }
      return parent;
    };
    const rules = convertFeature(feature, scope, parentOf);
    if (rules instanceof UnsupportedFeature) {
      remarks.push({ feature: feature.name, result: 'PAUSED', reason: rules.message });
    } else {
      said.set(feature.name, rules);
    }
    remarks.push(...remarksOnVariants(feature));
  }
  const rules = [...said.values()].flatMap((feature) => feature.rules);
  const parts = rules.flatMap((rule) => rule.combinedRule?.conditions ?? [rule]);
  const usedGroups = new Set(parts.flatMap((part) => part.targetGroupRule?.targetGroups ?? []));
  const groups = targetGroups.groups().filter(({ name }) => usedGroups.has(name));
  const usedFields = new Set([
    ...groups.flatMap(({ conditions }) => conditions.map(({ property }) => property)),
    ...parts.map(({ propertyRule }) => propertyRule?.property),
    ...rules.map(({ valueSpec }) => valueSpec.by),
  ]);
  const document = {
    format: DOCUMENT_FORMAT,
    application: destination.application,
    environments: [destination.environment],
    properties: fields.properties().filter(({ key }) => usedFields.has(key)),
    targetGroups: groups,
    toggles: features.map(toggleOf),
    experiments: features.map((feature) =>
      experimentOf(feature, destination.environment, said.get(feature.name)),
    ),
  } satisfies ApplicationDocument;
  return { document, remarks };
}

function dependencyCount({ dependencies }: UnleashFeature): number {
  return dependencies?.length ?? 0;
}

function convertFeature(
  feature: UnleashFeature,
  scope: ImportScope,
  parentOf: (name: string) => UnleashFeature | undefined,
): FeatureRules | UnsupportedFeature {
  try {
    const guards = dependencyGuards(feature, parentOf);
    if (guards === 'ALWAYS_OFF') return { rules: [everyone(DISABLED)], salt: undefined };
    const { rules, salt } = featureRules(feature, scope);
    return { rules: [...guards, ...rules], salt };
  } catch (error) {
    if (error instanceof UnsupportedFeature) return error;
    throw error;
  }
}

/** Features with valid and distinct toggle names; notes a remark for each of the others. */
function importable(features: readonly UnleashFeature[], remarks: Remark[]): UnleashFeature[] {
  const taken = new Map<string, string>();
  return features.filter((feature) => {
    const { name } = feature;
    const isName = checkToggle({ ...toggleOf(feature), values: [ENABLED, DISABLED] }).ok;
    const other = taken.get(name.toLowerCase());
    if (isName && other === undefined) {
      taken.set(name.toLowerCase(), name);
      return true;
    }
    const reason = isName
      ? `its name differs from ${other} only by case`
      : `names of toggles have at most ${TOGGLE_NAME_MAX_CHARS} ASCII letters, digits, dots, hyphens and underscores`;
    remarks.push({ feature: name, result: 'LEFT_OUT', reason });
    return false;
  });
}

function remarksOnVariants({ name, variants, strategies }: UnleashFeature): Remark[] {
  const hasVariants =
    (variants?.length ?? 0) > 0 || strategies?.some((strategy) => strategy.variants?.length);
  const reason = 'variants are drawn with another hash, so users would change theirs';
  return hasVariants ? [{ feature: name, result: 'WITHOUT_VARIANTS', reason }] : [];
}

function toggleOf({ name, description }: UnleashFeature) {
  return {
    ...NEW_TOGGLE,
    name,
    description: oneLine(description ?? '', TOGGLE.bounds.description.maxChars),
    // In this order, because Unleash lets in the users of the first buckets.
    values: [ENABLED, DISABLED],
    defaultValue: DISABLED,
    valueType: 'BOOLEAN',
    availableToClients: true,
  } satisfies DocumentToggle;
}

function experimentOf(
  { name }: UnleashFeature,
  environment: string,
  said: FeatureRules | undefined,
): DocumentExperiment {
  return {
    environment,
    toggle: name,
    status: said === undefined ? 'PAUSED' : 'ACTIVE',
    salt: said?.salt ?? name,
    buckets: UNLEASH_BUCKETS,
    rules: said?.rules ?? [everyone(DISABLED)],
  };
}
