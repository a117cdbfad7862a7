/** How somebody came in. The row of every session says it. Source: IDN-05, IDN-46. */
export const SIGN_IN_METHODS = ['PASSWORD', 'APP', 'RECOVERY_CODE', 'PASSKEY', 'SSO'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** How sure we are: 1 for a password alone, 2 for a second step, a passkey or a sign-on that counts as both. */
export type SignInStrength = 1 | 2;
