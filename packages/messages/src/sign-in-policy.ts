import type { Texts } from './text.ts';

/** How the users of a company come in. */
export const signInPolicy = {
  passwordLogin: {
    EVERYBODY: { en: 'for everybody', pt: 'para todos' },
    EMERGENCY_ONLY: { en: 'only for emergency users', pt: 'só para usuários de emergência' },
  },
  secondFactor: {
    OPTIONAL: { en: 'Optional', pt: 'Opcional' },
    ADMINS: { en: 'Required for administrators', pt: 'Obrigatório para administradores' },
    ALL: { en: 'Required for everybody', pt: 'Obrigatório para todos' },
  },
} as const satisfies Texts;
