import type { Texts } from './text.ts';

export const metric = {
  edit: {
    better: {
      UP: { en: 'up', pt: 'aumenta' },
      DOWN: { en: 'down', pt: 'diminui' },
    },
    cap: {
      NONE: { en: 'none', pt: 'nenhum' },
      ABSOLUTE: { en: 'a number', pt: 'um número' },
      PERCENTILE: { en: 'a percentile, fixed at the start', pt: 'um percentil, fixado no início' },
    },
  },
  kind: {
    CONVERSION: { en: 'Conversion', pt: 'Conversão' },
    COUNT: { en: 'Count', pt: 'Contagem' },
    MEAN: { en: 'Mean', pt: 'Média' },
    RATIO: { en: 'Ratio', pt: 'Razão' },
    RETENTION: { en: 'Retention', pt: 'Retenção' },
  },
} satisfies Texts;
