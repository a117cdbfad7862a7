import type { Texts } from './text.ts';

export const session = {
  endsSoon: {
    en: 'Your session ends soon.',
    pt: 'Sua sessão termina em breve.',
  },
  stay: { en: 'Stay logged in', pt: 'Continuar na sessão' },
} satisfies Texts;
