import { conditionProperties } from '@comporta/contract/conditions/condition';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import type { NamedThings } from './entity-rules.ts';
import type { Planning } from './import-plan.ts';
import { requireUnusedBy } from './require-unused-by.ts';
import { groupsByProperty, type Uses } from './uses.ts';

/** Plans to delete entities that are not in the document, each after those that use it. Experiments are done before. */
export function planDeletions(
  planning: Planning,
  document: ApplicationDocument,
  { uses, things }: { readonly uses: Uses; readonly things: NamedThings },
): void {
  const { writer, rules, stored, alike, plan } = planning;
  const toggles = new Set(document.toggles.map(({ name }) => alike(name)));
  for (const toggle of stored.toggles.filter(({ name }) => !toggles.has(alike(name)))) {
    const what = { action: 'DELETE', type: 'toggle', name: toggle.name } as const;
    requireUnusedBy(what, 'EXPERIMENT_EXISTS', uses.ofToggle.get(toggle.id));
    requireUnusedBy(what, 'EXPERIMENT_DEPENDENCY_EXISTS', uses.asDependency.get(toggle.id));
    plan.changes.push(what);
    plan.records.push(() => rules.toggles.deleted(toggle, writer));
    plan.removed.toggles.push(toggle.id);
  }

  const groups = new Set(document.targetGroups.map(({ name }) => alike(name)));
  const staying = things.targetGroups.filter(({ name }) => groups.has(alike(name)));
  const properties = conditionProperties(things.properties);
  for (const group of stored.targetGroups.filter(({ name }) => !groups.has(alike(name)))) {
    const what = { action: 'DELETE', type: 'targetGroup', name: group.name } as const;
    requireUnusedBy(what, 'TARGET_GROUP_USED_IN_EXPERIMENT', uses.ofTargetGroup.get(group.id));
    plan.changes.push(what);
    plan.records.push(() => rules.targetGroups.deleted(group, { ...writer, properties }));
    plan.removed.targetGroups.push(group.id);
  }

  const keys = new Set(document.properties.map(({ key }) => alike(key)));
  const groupsOf = groupsByProperty(staying);
  for (const property of stored.properties.filter(({ key }) => !keys.has(alike(key)))) {
    const what = { action: 'DELETE', type: 'property', name: property.key } as const;
    requireUnusedBy(what, 'PROPERTY_USED_IN_EXPERIMENTS', uses.ofProperty.get(property.id));
    requireUnusedBy(what, 'PROPERTY_USED_IN_TARGET_GROUPS', groupsOf.get(property.id));
    plan.changes.push(what);
    plan.records.push(() => rules.properties.deleted(property, writer));
    plan.removed.properties.push(property.id);
  }
}
