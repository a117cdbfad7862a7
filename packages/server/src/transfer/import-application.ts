import type { Change } from '@comporta/contract/nouns/change';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import { recordChanges } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import { forgetPlans } from '../platform/database/write-rows.ts';
import type { Writer } from '../platform/http/write.ts';
import type { EntityRules } from './entity-rules.ts';
import type { ImportPlan, Planning } from './import-plan.ts';
import { readNamesAlike } from './name-folding-repository.ts';
import { planImport } from './plan-import.ts';
import { readEntities } from './transfer-repository.ts';
import { withNormalNames } from './with-normal-names.ts';

interface Import {
  /** Has a transaction that locks the application, except for a dry run. */
  readonly call: Writer & { readonly sql: Sql };
  readonly document: ApplicationDocument;
  readonly deleteOthers: boolean;
  readonly dryRun: boolean;
}

/**
 * Changes the application to match the document, and answers the changes. A rejection of any part rejects the whole
 * import.
 */
export async function importApplication(
  { call, document: given, deleteOthers, dryRun }: Import,
  rules: EntityRules,
): Promise<readonly ImportChange[]> {
  const { plan, added } = await planFor({ call, document: given, deleteOthers }, rules);
  if (!dryRun) await writePlan(call, plan, rules);
  if (!dryRun && added > 0) await rules.toggles.enforceLimit(call);
  return plan.changes;
}

/** What the document changes, and how many toggles more there are then. Rejects what the import rejects. */
export async function planFor(
  { call, document: given, deleteOthers }: Omit<Import, 'dryRun'>,
  rules: EntityRules,
): Promise<{
  readonly plan: ImportPlan;
  readonly stored: Planning['stored'];
  readonly added: number;
}> {
  const stored = await readEntities(call.sql, call.application.id, rules.parts);
  const document = withNormalNames(given);
  const alike = await readNamesAlike(call.sql, document, stored);
  const usesByMetric = deleteOthers
    ? await rules.usesByMetric(call.sql, call.application.id)
    : new Map();
  const plan = planImport(
    { writer: call, document, stored, alike, deleteOthers, usesByMetric },
    rules,
  );
  const known = new Set(stored.toggles.map(({ id }) => id));
  const created = plan.written.toggles.filter(({ id }) => !known.has(id)).length;
  const added = created - plan.removed.toggles.length;
  if (added > 0) await rules.toggles.requireRoom(call, added);
  return { plan, stored, added };
}

/** Entities are written before those that use them, and deleted after them. */
async function writePlan(
  call: Writer & { readonly sql: Sql },
  plan: ImportPlan,
  rules: EntityRules,
): Promise<void> {
  const { sql } = call;
  await forgetPlans(sql);
  const environmentRecords: (() => Change)[] = [];
  if (plan.environments.length > 0) {
    const change = await rules.environments.save(call, plan.environments);
    environmentRecords.push(() => change);
  }
  await rules.experiments.remove(sql, plan.removed.experiments);
  for (const { list, noun } of rules.parts) await noun.rows.write(sql, plan.written[list]);
  await rules.experiments.write(sql, plan.written.experiments);
  for (const { list, noun } of rules.parts.toReversed()) {
    await noun.rows.remove(sql, plan.removed[list]);
  }
  await recordChanges(sql, call, [...environmentRecords, ...plan.records]);
}
