import type { Texts } from './text.ts';

export const results = {
  title: { en: 'Results', pt: 'Resultados' },
  users: { en: 'Users', pt: 'Usuários' },
  difference: { en: 'Difference to {value}', pt: 'Diferença em relação a {value}' },
  chanceToBeBetter: { en: 'Chance to be better', pt: 'Chance de ser melhor' },
  splitMismatch: {
    en: 'Traffic does not match the split. Do not draw conclusions until the cause is found.',
    pt: 'O tráfego não corresponde à divisão. Não tire conclusões até encontrar a causa.',
  },
  tooEarly: { en: 'Too early to tell', pt: 'Cedo demais para concluir' },
  empty: { en: 'No exposures recorded yet.', pt: 'Nenhuma exposição registrada ainda.' },
} satisfies Texts;
