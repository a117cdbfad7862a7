import { explainToggles } from '@comporta/contract/evaluation/playground-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Server } from '../platform/http/route.ts';
import type { Snapshots } from '../snapshot/snapshots.ts';
import { explainDraft, explainSaved } from './explain-toggles.ts';

export function playgroundRoutes({ routeOutsideTransaction }: Server, snapshots: Snapshots): void {
  routeOutsideTransaction(explainToggles, async ({ environment, body }) => {
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
