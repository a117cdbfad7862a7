import type { DocumentExperiment, DocumentToggle } from '@comporta/contract/nouns/document-lists';
import { collectContextFields } from '../foreign/context-fields.ts';
import { type ForeignImport, foreignDocument } from '../foreign/foreign-document.ts';
import { collectTargetGroups } from '../foreign/group-names.ts';
import { importable } from '../foreign/importable.ts';
import { everyone } from '../foreign/named-rules.ts';
import type { Remark } from '../foreign/remark.ts';
import type { Destination } from '../foreign/targeting-scope.ts';
import { textOfValue, toggleOfValues } from '../foreign/toggle-of-values.ts';
import { UnsupportedFeature, unlessUnsupported } from '../foreign/unsupported-feature.ts';
import { neededFirst } from '../platform/base/needed-first.ts';
import { flagRules } from './flag-rules.ts';
import { collectIdLists } from './id-lists.ts';
import type { Flag, LaunchdarklyData } from './launchdarkly-data.ts';
import { type Converted, prerequisiteGuards } from './prerequisite-guards.ts';

const BUCKETS = 10_000;

/**
 * Converts the flags of one environment of LaunchDarkly to an application that decides the same for the same users. A
 * flag that is off is a paused toggle with its rules. One that cannot be converted exactly is never approximated: its
 * toggle is imported paused and returns its default, or is left out. Source: LIF-74.
 */
export function importLaunchdarkly(
  data: LaunchdarklyData,
  { application, environment, promises = [] }: Destination,
): ForeignImport {
  const fields = collectContextFields();
  const targetGroups = collectTargetGroups();
  const idLists = collectIdLists();
  const seen = { ofFlag: 0, ofFile: 0 };
  const segments = new Map(Object.entries(data.segments ?? {}));
  const scope = {
    fields,
    targetGroups,
    idLists,
    promises,
    seen,
    segments,
    within: [],
    converted: new Map(),
  };
  const flags = flagsOf(data);
  const converted = new Map<string, Converted>();
  const remarks: Remark[] = [];
  const named = [...flags].map(([name, flag]) => ({ name, flag }));
  const byName = new Map(importable(named, remarks).map((one) => [one.name, one]));
  const parentsOf = ({ flag }: { readonly flag: Flag }) =>
    (flag.prerequisites ?? []).flatMap(({ key }) => byName.get(key) ?? []);
  const toggles: DocumentToggle[] = [];
  const experiments: DocumentExperiment[] = [];
  for (const { name, flag } of neededFirst(byName.values(), parentsOf)) {
    seen.ofFlag = 0;
    const values = unlessUnsupported(() => toggleOf(name, flag));
    if (values instanceof UnsupportedFeature) {
      remarks.push({ feature: name, result: 'LEFT_OUT', reason: values.message });
      continue;
    }
    const { toggle, texts } = values;
    const { defaultValue } = toggle;
    const rules = unlessUnsupported(() => {
      const { guards, chain } = prerequisiteGuards(flag, defaultValue, { flags, converted });
      const found = flagRules(flag, guards, { ...scope, name, texts });
      converted.set(name, { flag, toggle, texts, chain });
      return found;
    });
    const isPaused = rules instanceof UnsupportedFeature;
    if (isPaused) remarks.push({ feature: name, result: 'PAUSED', reason: rules.message });
    toggles.push(toggle);
    experiments.push({
      environment,
      toggle: name,
      status: isPaused || !flag.on ? 'PAUSED' : 'ACTIVE',
      salt: name,
      buckets: BUCKETS,
      rules: isPaused ? [everyone(defaultValue)] : rules,
    });
  }
  const parts = { application, environment, fields, targetGroups, toggles, experiments };
  const document = foreignDocument({ ...parts, idLists: idLists.lists() });
  const isUsed = (name: string) => document.idLists?.some((list) => list.name === name);
  const filled = [...idLists.lists()].filter(([name]) => isUsed(name));
  return { document, remarks, idLists: new Map(filled) };
}

/** As the file data source reads it: a value alone is a flag that gives it to everybody. */
function flagsOf({ flags = {}, flagValues = {} }: LaunchdarklyData): Map<string, Flag> {
  const fallthrough = { variation: 0 };
  const alone = (value: unknown): Flag => ({ on: true, variations: [value], fallthrough });
  return new Map([
    ...Object.entries(flags),
    ...Object.entries(flagValues).map(([name, value]) => [name, alone(value)] as const),
  ]);
}

/** Throws UnsupportedFeature for a flag that no toggle can stand for; then the program gets its own fallback. */
function toggleOf(name: string, flag: Flag) {
  const { variations, offVariation, fallthrough, clientSide, clientSideAvailability } = flag;
  if (flag.deleted) throw new UnsupportedFeature('it is deleted');
  const place = 'variations';
  const texts = variations.map((value) => textOfValue(value, place));
  // What a toggle gives when it is paused. Without an offVariation LaunchDarkly has nothing for that.
  const index = offVariation ?? (flag.on ? fallthrough?.variation : undefined);
  const defaultValue = texts[index ?? -1];
  if (defaultValue === undefined) {
    throw new UnsupportedFeature('offVariation: without one, programs get their own fallback');
  }
  const availableToClients =
    clientSide === true ||
    clientSideAvailability?.usingEnvironmentId === true ||
    clientSideAvailability?.usingMobileKey === true;
  const values = { values: variations, defaultValue, availableToClients, place };
  return { toggle: toggleOfValues({ name, ...values }), texts };
}
