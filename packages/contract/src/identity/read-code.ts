/** Codes that people type. */
const FORMS = {
  /** From an authenticator app. */
  APP: /^\d{6}$/,
  /** 80 bits in base32. Source: IDN-31. */
  RECOVERY: /^[A-Z2-7]{16}$/,
  /** Consonants, so that no code is a word. Source: RFC 8628, section 6.1. */
  DEVICE: /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/,
} as const;
export type CodeKind = keyof typeof FORMS;

/** Blanks, hyphens, and what is pasted with them unseen. */
const BETWEEN = /[\p{White_Space}\p{Dash}\p{DI}]/gu;

/** The code that somebody typed, in the form that is compared; null when it cannot be a code of this kind. */
export function readCode(kind: CodeKind, typed: string): string | null {
  const code = typed.normalize('NFKC').replace(BETWEEN, '').toUpperCase();
  return FORMS[kind].test(code) ? code : null;
}
