import { isSameJson } from '@comporta/contract/canonical-json';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import type { Change } from '@comporta/contract/nouns/change';
import type { Drawn } from '../platform/callers/application-scope.ts';
import type { EditWrite, EntityState } from '../platform/nouns/entity-edits.ts';
import type { KeptEdit } from '../tables/change-requests.ts';
import { findEdited } from './edited-things.ts';
import type { Applying } from './requests.ts';

/** A transaction whose changes are told to somebody who records them together. */
export type Gathering = Applying & { readonly gathering: (change: Change) => void };

/**
 * Brings a thing into a state by its ordinary calls, which reject as they do for a person; the changes are told to
 * `gathering`, and the caller has to record them. Source: SAF-03.
 */
export async function applyState(
  applying: Gathering,
  edit: KeptEdit,
  { from, to }: { readonly from: EntityState | undefined; readonly to: Body | null },
): Promise<void> {
  const calls = applying.edits[edit.type];
  const write = writeFor(applying, edit, to);
  if (to === null) {
    if (from !== undefined) await calls.remove(write, edit.id);
    return;
  }
  const reached = await byOwnCall(applying, { edit, write }, from);
  if (reached === undefined) {
    await calls.create(write, to);
  } else {
    const body = changedPartsOf(edit, reached.body, to);
    if (body !== undefined) await calls.update(write, edit.id, body);
  }
}

/** Does what a save cannot do, and returns where that leads; a thing that is kept no longer is made anew. */
async function byOwnCall(
  applying: Applying,
  { edit, write }: { readonly edit: KeptEdit; readonly write: EditWrite },
  from: EntityState | undefined,
): Promise<EntityState | undefined> {
  const { restore, ship } = applying.edits;
  if (edit.action === 'RESTORE' && from === undefined) {
    return (await restore(write, edit)) ? findEdited(applying, edit) : undefined;
  }
  if (edit.action === 'SHIP' && from !== undefined) {
    await ship(write, edit.id, edit.body);
    return findEdited(applying, edit);
  }
  return from;
}

export function writeFor(
  { sql, actor, application, environments, gathering }: Gathering,
  { id, environmentId, drawn }: Pick<KeptEdit, 'id' | 'environmentId' | 'drawn'>,
  to: Body | null = null,
): EditWrite {
  const salt = typeof to?.salt === 'string' ? to.salt : drawn?.salt;
  const given: Drawn = { id, ...drawn, salt, ruleIds: new Set(ruleIdsIn(to)) };
  return {
    sql,
    actor,
    ifMatch: undefined,
    application: { ...application, gathering, drawn: given },
    environment: environments.find((one) => one.id === environmentId),
  };
}

/** What a save has to send; undefined when nothing differs. Rules and status are saved by calls of their own. */
function changedPartsOf(edit: KeptEdit, from: Body, to: Body): Body | undefined {
  if (edit.type !== 'experiment') return isSameJson(from, to) ? undefined : to;
  const newPhase = edit.body?.newPhase === true;
  const rerandomise = to.salt !== undefined && from.salt !== to.salt;
  const asked = newPhase || rerandomise;
  const rules = !asked && isSameJson(from.rules, to.rules) ? {} : { rules: namedRules(to) };
  const status = from.status === to.status ? {} : { status: to.status };
  const body = { ...rules, ...status, ...(asked && { newPhase, rerandomise }) };
  return Object.keys(body).length === 0 ? undefined : body;
}

/** A rule without a name loses the stored one only when it is said so. */
function namedRules({ rules }: Body): readonly Body[] {
  return (rules as readonly Body[]).map((rule) => ({ ...rule, name: rule.name ?? '' }));
}

function ruleIdsIn(body: Body | null): readonly string[] {
  const rules = body?.rules;
  if (!Array.isArray(rules)) return [];
  return rules.map(({ id }: Body) => id).filter((id) => typeof id === 'string');
}
