import { explainToggles } from '@comporta/contract/evaluation/playground-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import type { Server } from '../platform/http/route.ts';
import type { Snapshots } from '../snapshot/snapshots.ts';
import { explainDraft, explainSaved } from './explain-toggles.ts';

/** A minute. Each compiles a draft and walks through an environment. Source: T03. */
const EXPLANATIONS_PER_ACTOR = 60;

export function playgroundRoutes({ routeOutsideTransaction }: Server, snapshots: Snapshots): void {
  const takeExplanation = createRateLimit(EXPLANATIONS_PER_ACTOR);

  routeOutsideTransaction(explainToggles, async ({ actor, environment, body }) => {
    takeExplanation(actor.id);
    const { snapshot } = orNotFound(await snapshots.ofEnvironment(environment.id));
    const context = { uid: body.uid ?? undefined, properties: body.properties ?? {} };
    const toggleId = body.toggleId ?? undefined;
    return body.draft
      ? explainDraft(
          snapshot,
          { ...body.draft, toggleId: body.draft.toggleId || (toggleId ?? '') },
          context,
        )
      : explainSaved(snapshot, toggleId, context);
  });
}
