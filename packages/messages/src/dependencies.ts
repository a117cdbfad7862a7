import type { Texts } from './text.ts';

export const dependencies = {
  needs: { en: 'needs <toggles></toggles>', pt: 'precisa de <toggles></toggles>' },
  neededBy: {
    en: 'is needed by <toggles></toggles>',
    pt: 'é necessário para <toggles></toggles>',
  },
  through: { en: 'through {toggles}', pt: 'por meio de {toggles}' },
} satisfies Texts;
