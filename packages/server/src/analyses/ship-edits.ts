import { shipValue as shipApi } from '@comporta/contract/analyses/analysis-api';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { parseBody } from '../platform/http/parse-shape.ts';
import type { EditWrite } from '../platform/nouns/entity-edits.ts';
import { findAnalysis } from './analysis-repository.ts';
import type { Looking } from './results/look-at-phase.ts';
import { type EditExperiment, lookAtAnalysis, shipValue } from './ship-value.ts';

type Body = Readonly<Record<string, unknown>>;

/** What a change request ships, as far as it is known before the analysis was looked up. */
export interface Shipped {
  readonly action: string;
  readonly id: string;
  readonly environmentId: string | null;
  readonly body: Body | null;
}

/** Ships a value as the call does. */
export type Ship = (write: EditWrite, experimentId: string, body: Body | null) => Promise<void>;

interface ShipCalls {
  /** Without a look at the figures, every value needs a reason: nobody knows the winner. */
  readonly ship: Ship;
  /** Looks at the figures of what these edits ship, before the transaction that applies them. Source: FAIR-44. */
  lookedAt(sql: Sql, shipped: readonly Shipped[]): Promise<Ship>;
}

/** The call that ships a value, for changes that are applied later. Source: SAF-01, RES-73, RES-106. */
export function shipEdits(look: (sql: Sql) => Looking, editExperiment: EditExperiment): ShipCalls {
  type Looked = Awaited<ReturnType<typeof lookAtAnalysis>>;
  const shipWith =
    (looked: ReadonlyMap<string, Looked>): Ship =>
    async (write, id, body) => {
      const { environment } = write;
      if (environment === undefined) throw new Rejection('NOT_FOUND');
      const analysisId = analysisIdIn(body);
      const call = { ...write, environment, body: parseBody(shipApi.body, body) };
      const shipping = { looked: looked.get(analysisId), editExperiment };
      await shipValue(call, { id, analysisId }, shipping);
    };
  return {
    ship: shipWith(new Map()),
    async lookedAt(sql, shipped) {
      const looked = new Map<string, Looked>();
      for (const { action, id, environmentId, body } of shipped) {
        if (action !== 'SHIP' || environmentId === null) continue;
        const place = { envId: environmentId, experimentId: id };
        const analysis = await findAnalysis(sql, place, analysisIdIn(body));
        if (analysis !== undefined)
          looked.set(analysis.id, await lookAtAnalysis(look(sql), analysis));
      }
      return shipWith(looked);
    },
  };
}

function analysisIdIn(body: Body | null): string {
  return String(body?.analysisId ?? '');
}
