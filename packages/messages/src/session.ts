import type { Texts } from './text.ts';

export const session = {
  endsSoon: {
    en: 'Your session ends soon. What you are editing would be lost.',
    pt: 'Sua sessão termina em breve. O que você está editando seria perdido.',
  },
  stay: { en: 'Stay logged in', pt: 'Continuar na sessão' },
} satisfies Texts;
