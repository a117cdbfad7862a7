import type { DocumentExperiment, DocumentToggle } from '@comporta/contract/nouns/document-lists';
import { collectContextFields } from '../foreign/context-fields.ts';
import { type ForeignImport, foreignDocument } from '../foreign/foreign-document.ts';
import { collectTargetGroups } from '../foreign/group-names.ts';
import { importable } from '../foreign/importable.ts';
import { everyone } from '../foreign/named-rules.ts';
import type { Remark } from '../foreign/remark.ts';
import type { Destination } from '../foreign/targeting-scope.ts';
import { UnsupportedFeature, unlessUnsupported } from '../foreign/unsupported-feature.ts';
import { flagValues } from './flag-values.ts';
import type { FlagdDefinitions } from './flagd-definitions.ts';
import { targetingRules } from './targeting-rules.ts';

const BUCKETS = 10_000;

/**
 * Converts flagd's definitions to an application that decides the same for the same users. A flag that cannot be
 * converted exactly is never approximated: its toggle is imported paused and returns its default, or is left out.
 * Source: LIF-70.
 */
export function importFlagd(
  { flags, $evaluators: evaluators = {} }: FlagdDefinitions,
  { application, environment, promises = [] }: Destination,
): ForeignImport {
  const fields = collectContextFields();
  const targetGroups = collectTargetGroups();
  const seen = { ofFlag: 0, ofFile: 0 };
  const scope = { fields, targetGroups, evaluators, promises, seen };
  const remarks: Remark[] = [];
  const named = Object.entries(flags).map(([name, flag]) => ({ name, flag }));
  const toggles: DocumentToggle[] = [];
  const experiments: DocumentExperiment[] = [];
  for (const { name, flag } of importable(named, remarks)) {
    seen.ofFlag = 0;
    const values = unlessUnsupported(() => flagValues(name, flag));
    if (values instanceof UnsupportedFeature) {
      remarks.push({ feature: name, result: 'LEFT_OUT', reason: values.message });
      continue;
    }
    const { toggle, byName } = values;
    const { defaultValue } = toggle;
    const rules = unlessUnsupported(() =>
      targetingRules(flag.targeting, { byName, defaultValue }, scope),
    );
    const isPaused = rules instanceof UnsupportedFeature;
    if (isPaused) remarks.push({ feature: name, result: 'PAUSED', reason: rules.message });
    toggles.push(toggle);
    experiments.push({
      environment,
      toggle: name,
      status: isPaused ? 'PAUSED' : 'ACTIVE',
      salt: name,
      buckets: BUCKETS,
      rules: isPaused ? [everyone(defaultValue)] : rules,
    });
  }
  const parts = { application, environment, fields, targetGroups, toggles, experiments };
  return { document: foreignDocument(parts), remarks };
}
