import type { Results } from '@comporta/contract/analyses/results';
import { explore } from '@comporta/stats/family';
import { orNotFound } from '../../platform/base/or-not-found.ts';
import { readNames } from '../../platform/changes/names-of-deleted.ts';
import { PROPERTY_NAMES } from '../../tables/properties.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import type { Looking } from './look-at-phase.ts';
import { exploredIn, resultsIn } from './metric-result.ts';
import {
  countedUnits,
  firstOpenDay,
  momentsOf,
  type PhaseFigures,
  statisticalMetric,
  statisticalPlan,
  unitsOf,
} from './phase-figures.ts';

/** The properties of the plan, including deleted ones, because the plan is frozen. Source: RES-13. */
export async function segmentsOf(
  { sql }: Looking,
  { segments, segmentsAddedAt, appId }: StoredAnalysis,
): Promise<Results['segments']> {
  const keys = await readNames(sql, PROPERTY_NAMES, { applicationId: appId, ids: segments });
  return segments.flatMap((propertyId) => {
    const key = keys.get(propertyId);
    const addedAt = segmentsAddedAt[propertyId];
    return key === undefined ? [] : { propertyId, key, ...(addedAt && { addedAt }) };
  });
}

/**
 * The metrics for the users of each value of a property. All of them, the goal too, are exploratory: they form one
 * family, separate from that of the secondary metrics. Source: RES-56, RES-72.
 */
export async function readSegment(
  { store }: Looking,
  {
    analysis,
    phase,
    figures,
  }: {
    readonly analysis: StoredAnalysis;
    readonly phase: StoredPhase;
    readonly figures: PhaseFigures;
  },
  propertyId: string,
): Promise<NonNullable<Results['segment']>> {
  const place = analysis.segments.indexOf(propertyId);
  const levels = place < 0 ? undefined : await store.segmentLevels(phase.id, place);
  const metrics = analysis.metrics.filter(({ removed }) => removed !== true);
  const now = new Date();
  const ofLevels = orNotFound(levels).map(({ name, units, moments }) => ({
    name,
    figures: {
      arms: figures.arms,
      units: countedUnits(analysis, units),
      moments: closedOnly(moments),
    },
  }));
  const members = ofLevels.flatMap((level) =>
    metrics.map((metric) => ({ metric, level, moments: momentsOf(level.figures, metric) })),
  );
  const plan = statisticalPlan(analysis, phase, figures);
  const explored = explore(
    plan,
    members.map(({ metric, moments }) => ({ metric: statisticalMetric(metric), moments })),
  );
  const values = figures.arms.map(({ value }) => value);
  return {
    propertyId,
    levels: ofLevels.map((level) => ({
      ...(level.name !== undefined && { name: level.name }),
      users: level.figures.arms.reduce((sum, arm) => sum + unitsOf(level.figures, arm), 0),
      metrics: members.flatMap((member, index) => {
        if (member.level !== level) return [];
        const compared = exploredIn(plan, explored[index]);
        return resultsIn(level.figures, values)(member.metric, compared);
      }),
    })),
  };

  /** A RETENTION metric uses only days on which the window of every user is over. Source: RES-18. */
  function closedOnly(moments: PhaseFigures['moments']): PhaseFigures['moments'] {
    const closed = metrics
      .filter(({ kind }) => kind === 'RETENTION')
      .map((metric) => {
        const open = firstOpenDay(phase, metric, now);
        const cohorts = moments.get(metric.no) ?? [];
        return [metric.no, cohorts.filter(({ cohortDay }) => cohortDay < open)] as const;
      });
    return new Map([...moments, ...closed]);
  }
}
