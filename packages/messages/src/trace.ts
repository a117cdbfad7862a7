import type { Texts } from './text.ts';

/** The texts of how a rule with several conditions came about. */
export const trace = {
  any: { en: 'Any of {count} conditions', pt: 'Qualquer uma de {count} condições' },
  all: { en: 'All of {count} conditions', pt: 'Todas as {count} condições' },
} satisfies Texts;
