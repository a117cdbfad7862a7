import type { DocumentExperiment, DocumentToggle } from '@comporta/contract/nouns/document-lists';
import { NEW_TOGGLE, TOGGLE } from '@comporta/contract/toggles/toggle';
import { collectContextFields } from '../foreign/context-fields.ts';
import { type ForeignImport, foreignDocument } from '../foreign/foreign-document.ts';
import { collectTargetGroups } from '../foreign/group-names.ts';
import { importable } from '../foreign/importable.ts';
import { everyone } from '../foreign/named-rules.ts';
import { oneLine } from '../foreign/one-line.ts';
import type { Remark } from '../foreign/remark.ts';
import { UnsupportedFeature, unlessUnsupported } from '../foreign/unsupported-feature.ts';
import { dependencyGuards } from './dependency-guards.ts';
import { DISABLED, ENABLED, type FeatureRules, featureRules } from './feature-rules.ts';
import type { ImportPromise, ImportScope } from './strategy.ts';
import type { UnleashFeature, UnleashState } from './unleash-state.ts';

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
export function importUnleash(state: UnleashState, destination: Destination): ForeignImport {
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
      const isKnown = state.features.some((other) => other.name === name);
      if (!parent && (isKnown || state.isPart)) {
        const why = isKnown ? 'left out' : 'not in the file';
        throw new UnsupportedFeature(`it depends on ${name}, which is ${why}`);
      }
      if (parent && !said.has(name) && dependencyCount(parent) === 0) {
        throw new UnsupportedFeature(`it depends on ${name}, which is imported paused`);
      }
      return parent;
    };
    const emptyAsZero = new Set<string>();
    const rules = convertFeature(feature, { ...scope, emptyAsZero }, parentOf);
    if (rules instanceof UnsupportedFeature) {
      remarks.push({ feature: feature.name, result: 'PAUSED', reason: rules.message });
    } else {
      said.set(feature.name, rules);
      if (rules.rules.length > 1) remarks.push(...remarksOnNumbers(feature, emptyAsZero));
    }
    remarks.push(...remarksOnVariants(feature));
  }
  const document = foreignDocument({
    application: destination.application,
    environment: destination.environment,
    fields,
    targetGroups,
    toggles: features.map(toggleOf),
    experiments: features.map((feature) =>
      experimentOf(feature, destination.environment, said.get(feature.name)),
    ),
  });
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
  return unlessUnsupported(() => {
    const guards = dependencyGuards(feature, parentOf);
    if (guards === 'ALWAYS_OFF') return { rules: [everyone(DISABLED)], salt: undefined };
    const { rules, salt } = featureRules(feature, scope);
    return { rules: [...guards, ...rules], salt };
  });
}

function remarksOnNumbers({ name }: UnleashFeature, fields: ReadonlySet<string>): Remark[] {
  return [...fields].map((field) => ({
    feature: name,
    result: 'DIFFERS',
    reason: `an empty text as ${field} is no number here, and 0 in Unleash's SDK for Node`,
  }));
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
