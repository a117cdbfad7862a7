import { isSameJson } from '@comporta/contract/canonical-json';
import type {
  CheckedEdit,
  CheckedRequest,
  CheckedStep,
} from '@comporta/contract/change-requests/check-request';
import type { KeptEdit } from '../../tables/change-requests.ts';
import type { StoredRequest } from '../change-request-repository.ts';
import type { FiledStep } from '../file-steps.ts';

/**
 * The steps that are sent, in which every edit that was filed alike stays as it is kept: so another title or time takes
 * nothing back that others have stored since. What follows a changed edit of the same thing is filed anew, and so is
 * what was refused, which has no result yet, and what names a version, whose sender has looked again. Source: SAF-02.
 */
export function withKeptEdits(
  before: Pick<StoredRequest, 'steps' | 'problems'>,
  steps: readonly CheckedStep[],
): readonly FiledStep[] {
  const kept = keptById(before);
  return steps.map(({ edits, ...times }) => ({
    ...times,
    edits: edits.map((edit) => {
      const id = edit.id ?? '';
      const [next, ...others] = kept.get(id) ?? [];
      const isAlike = next !== undefined && edit.version === undefined && isSentAs(edit, next);
      kept.set(id, isAlike ? others : []);
      return isAlike ? { ...next, isFiled: true as const } : edit;
    }),
  }));
}

/**
 * The steps of a submitted request whose source stays as it is: they were looked at, and are not worked out anew. A draft is.
 */
export function filedSteps(
  before: StoredRequest | undefined,
  { source }: CheckedRequest,
): { readonly steps: readonly FiledStep[]; readonly problems: readonly [] } | undefined {
  if (before === undefined || before.status === 'DRAFT' || source === null) return undefined;
  if (!isSameJson(before.source, JSON.parse(JSON.stringify(source)))) return undefined;
  const steps = before.steps.map(({ at, wait, edits }) => ({
    at: at === null ? null : new Date(at),
    wait,
    edits: edits.map((edit) => ({ ...edit, isFiled: true as const })),
  }));
  return { steps, problems: [] };
}

/** The edits of each thing in the order of the steps, up to the first that was refused. */
function keptById({
  steps,
  problems,
}: Pick<StoredRequest, 'steps' | 'problems'>): Map<string, readonly KeptEdit[]> {
  const byId = new Map<string, readonly KeptEdit[]>();
  const refused = new Set<string>();
  for (const [step, { edits }] of steps.entries()) {
    for (const [place, edit] of edits.entries()) {
      if (problems.some((one) => one.step === step + 1 && one.edit === place + 1)) {
        refused.add(edit.id);
      }
      if (!refused.has(edit.id)) byId.set(edit.id, [...(byId.get(edit.id) ?? []), edit]);
    }
  }
  return byId;
}

function isSentAs({ version: _version, ...sent }: CheckedEdit, kept: KeptEdit): boolean {
  const { type, action, id, environmentId, body } = kept;
  return isSameJson(JSON.parse(JSON.stringify(sent)), { type, action, id, environmentId, body });
}
