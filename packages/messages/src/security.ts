import type { Texts } from './text.ts';

/** The section of the profile about how its owner logs in. Source: IDN section 11. */
export const security = {
  title: { en: 'Login and security', pt: 'Acesso e segurança' },
} satisfies Texts;
