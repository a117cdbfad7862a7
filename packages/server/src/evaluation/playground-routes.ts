import { explainToggles } from '@comporta/contract/evaluation/playground-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import type { Server } from '../platform/http/route.ts';
import type { Snapshots } from '../snapshot/snapshots.ts';
import { explainDraft, explainSaved } from './explain-toggles.ts';
import { borrowLists, listsIn } from './lists/borrow-lists.ts';
import { readRuleNames } from './rule-name-repository.ts';

/** Per minute. Each explanation compiles a draft and evaluates an environment. Source: T03. */
const EXPLANATIONS_PER_ACTOR = 60;

export function playgroundRoutes({ routeOutsideTransaction }: Server, snapshots: Snapshots): void {
  const takeExplanation = createRateLimit(EXPLANATIONS_PER_ACTOR);

  routeOutsideTransaction(
    explainToggles,
    async ({ sql, actor, application, environment, body }) => {
      takeExplanation(actor.id);
      const { snapshot } = orNotFound(await snapshots.ofEnvironment(environment.id));
      const context = { uid: body.uid ?? undefined, properties: body.properties ?? {} };
      const toggleId = body.toggleId ?? undefined;
      if (body.draft) {
        const draft = { ...body.draft, toggleId: body.draft.toggleId || (toggleId ?? '') };
        const lists = await borrowLists(sql, snapshots, {
          application,
          named: listsIn(draft, snapshot.source),
        });
        try {
          return explainDraft(
            snapshot,
            { draft, idLists: lists.known, lists: snapshots.lists },
            context,
          );
        } finally {
          lists.giveBack();
        }
      }
      const names = await readRuleNames(sql, environment.id, toggleId);
      return explainSaved(snapshot, { toggleId, names }, context);
    },
  );
}
