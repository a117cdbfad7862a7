import type { AnalysisReferences } from '@comporta/contract/analyses/check-analysis';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { Metric } from '@comporta/contract/metrics/metric';
import type { Property } from '@comporta/contract/properties/property';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { and, eq } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { entityColumns } from '../platform/database/entity-columns.ts';
import { experiments } from '../tables/experiments.ts';
import { metrics } from '../tables/metrics.ts';
import { properties } from '../tables/properties.ts';
import { toggles } from '../tables/toggles.ts';

/** The experiment that an analysis measures, and everything that its plan may name. */
export interface Measurable extends AnalysisReferences {
  readonly experimentId: string;
  readonly toggleId: string;
  readonly toggleName: string;
  readonly status: ExperimentStatus;
  readonly version: number;
  readonly rules: readonly StoredRule[];
  readonly metrics: readonly Metric[];
  readonly properties: readonly (Pick<Property, 'id' | 'key'> & Partial<Pick<Property, 'type'>>)[];
}

export async function findMeasurable(
  sql: Sql,
  {
    applicationId,
    environmentId,
  }: {
    readonly applicationId: string;
    readonly environmentId: string;
  },
  experimentId: string,
): Promise<Measurable | undefined> {
  if (!isId(experimentId)) return undefined;
  const [row] = await sql
    .select({
      experimentId: experiments.id,
      toggleId: experiments.toggleId,
      toggleName: toggles.name,
      status: experiments.status,
      version: experiments.version,
      rules: experiments.rules,
      values: toggles.values,
      defaultValue: toggles.defaultValue,
    })
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(and(eq(experiments.id, experimentId), eq(experiments.environmentId, environmentId)));
  if (row === undefined) return undefined;
  const { values, defaultValue, ...experiment } = row;
  return {
    ...experiment,
    toggle: { values, defaultValue },
    metrics: await sql
      .select(entityColumns(metrics))
      .from(metrics)
      .where(eq(metrics.applicationId, applicationId)),
    properties: await sql
      .select({ id: properties.id, key: properties.key, type: properties.type })
      .from(properties)
      .where(eq(properties.applicationId, applicationId)),
  };
}

/** Rejects with NOT_FOUND when the application has no such toggle. */
export async function requireToggle(sql: Sql, applicationId: string, id: string): Promise<void> {
  if (!isId(id)) throw new Rejection('NOT_FOUND');
  const [toggle] = await sql
    .select({ id: toggles.id })
    .from(toggles)
    .where(and(eq(toggles.applicationId, applicationId), eq(toggles.id, id)));
  if (toggle === undefined) throw new Rejection('NOT_FOUND');
}
