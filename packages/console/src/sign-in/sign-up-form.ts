import type { SignUpDraft } from '@comporta/contract/accounts/account';
import { createAccount } from '@comporta/contract/accounts/account-api';
import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import type { Problem } from '@comporta/contract/problem';
import { ApiError, refusalOf } from '../api/api-error.ts';

export type SaveCode = ErrorCodeOf<typeof createAccount>;

const TEXTS = ['userName', 'userEmail', 'companyName'] as const;
export type TextName = (typeof TEXTS)[number];

export const EMPTY_SIGN_UP: SignUpDraft = {
  userName: '',
  userEmail: '',
  companyName: '',
  acceptTermsAndConditions: false,
};

/** The fields that are missing something, in their order on the screen. */
export function incompleteFields(
  problemAt: (field: TextName) => Problem<SaveCode> | undefined,
): readonly TextName[] {
  return TEXTS.filter((name) => problemAt(name)?.code === 'INCOMPLETE_FORM');
}

/** What a refused sign-up says, and beside which field; undefined for what any call may answer. */
export function refusalOfSignUp(error: unknown): Problem<SaveCode> | undefined {
  const code = refusalOf(createAccount, error);
  if (code === undefined || !(error instanceof ApiError)) return undefined;
  const { meta } = error;
  if (code === 'EMAIL_ALREADY_IN_USE') return { code, at: ['userEmail'], meta };
  return { code, at: typeof meta.field === 'string' ? [meta.field] : [], meta };
}
