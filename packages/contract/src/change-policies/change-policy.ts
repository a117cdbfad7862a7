import * as z from 'zod/mini';
import { type Checked, checked } from '../problem.ts';
import { documented } from '../shapes.ts';

export const APPROVALS_MAX = 3;

const approvals = documented(z.int(), { description: `0 to ${APPROVALS_MAX}.` });
const pauseDirectly = documented(z.boolean(), {
  description: 'Whether an experiment may be paused without approval and without a reason.',
});

/** What changes of an environment need. Source: SAF-20. */
export const changePolicySchema = documented(
  z.object({ approvals, pauseDirectly, reasonRequired: z.boolean() }),
  { id: 'ChangePolicy' },
);
export type ChangePolicy = z.infer<typeof changePolicySchema>;

/** That of an environment for which none is stored. */
export const NO_POLICY: ChangePolicy = {
  approvals: 0,
  pauseDirectly: true,
  reasonRequired: false,
};

/** What is not sent is as in an environment without a policy. */
export const changePolicyDraftSchema = z.object({
  approvals: withDefault(z.number(), NO_POLICY.approvals),
  pauseDirectly: withDefault(z.boolean(), NO_POLICY.pauseDirectly),
  reasonRequired: withDefault(z.boolean(), NO_POLICY.reasonRequired),
});
export type ChangePolicyDraft = z.infer<typeof changePolicyDraftSchema>;

function withDefault<Schema extends z.ZodMiniType>(schema: Schema, value: z.output<Schema>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((sent): z.output<Schema> => sent ?? value),
  );
}

export function checkChangePolicy(
  draft: ChangePolicyDraft,
): Checked<ChangePolicy, 'INVALID_APPROVALS'> {
  const { approvals } = draft;
  const isValid = Number.isInteger(approvals) && approvals >= 0 && approvals <= APPROVALS_MAX;
  return checked(draft, isValid ? [] : [{ code: 'INVALID_APPROVALS', at: ['approvals'] }]);
}

/** Whether changes need nothing. */
export function isNoPolicy({ approvals, pauseDirectly, reasonRequired }: ChangePolicy): boolean {
  return approvals === 0 && pauseDirectly && !reasonRequired;
}
