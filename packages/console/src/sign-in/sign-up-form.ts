import type { SignUpDraft } from '@comporta/contract/accounts/account';
import type { createAccount } from '@comporta/contract/accounts/account-api';
import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import type { Problem } from '@comporta/contract/problem';

export type SaveCode = ErrorCodeOf<typeof createAccount>;

const TEXTS = ['userName', 'userEmail', 'companyName'] as const;
export type TextName = (typeof TEXTS)[number];

export const EMPTY_SIGN_UP: SignUpDraft = {
  userName: '',
  userEmail: '',
  companyName: '',
  acceptTermsAndConditions: false,
};

/** The fields whose input is incomplete, in their order on the screen. */
export function incompleteFields(
  problemAt: (field: TextName) => Problem<SaveCode> | undefined,
): readonly TextName[] {
  return TEXTS.filter((name) => problemAt(name)?.code === 'INCOMPLETE_FORM');
}
