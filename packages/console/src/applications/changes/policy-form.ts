import {
  type ChangePolicy,
  checkChangePolicy,
} from '@comporta/contract/change-policies/change-policy';

/** A policy as it is edited: the number of approvals is chosen from a menu. */
export interface PolicyForm extends Omit<ChangePolicy, 'approvals'> {
  readonly approvals: string;
}

export function policyForm({ approvals, ...others }: ChangePolicy): PolicyForm {
  return { ...others, approvals: String(approvals) };
}

export function checkPolicyForm({ approvals, ...others }: PolicyForm) {
  return checkChangePolicy({ ...others, approvals: Number(approvals) });
}

/** Whether there can never be so many approvals, whoever makes the change. */
export function isNeverApproved(approvals: number, approvers: number): boolean {
  return approvers < approvals;
}

/**
 * Whether a change may lack people to approve it: one of those who may is often its author, who cannot.
 * Source: SAF-26.
 */
export function hasFewApprovers(approvals: number, approvers: number): boolean {
  return approvals > 0 && approvers < approvals + 1;
}
