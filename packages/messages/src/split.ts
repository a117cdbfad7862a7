import type { Texts } from './text.ts';

export const split = {
  percentageOf: { en: 'Percentage of {value}', pt: 'Porcentagem de {value}' },
  valueText: { en: '{value}: {percent, number}%', pt: '{value}: {percent, number}%' },
  even: { en: 'Even split', pt: 'Dividir igualmente' },
  fix: { en: 'Fix total', pt: 'Ajustar total' },
  total: { en: 'Total {total, number}%', pt: 'Total {total, number}%' },
  missing: {
    en: 'Total {total, number}%: {left, number}% left to assign',
    pt: 'Total {total, number}%: {left, number}% a distribuir',
  },
  excess: {
    en: 'Total {total, number}%: {over, number}% too much',
    pt: 'Total {total, number}%: {over, number}% a mais',
  },
  pin: {
    en: 'Pin {value}: other changes leave it alone',
    pt: 'Fixar {value}: outras alterações não o mudam',
  },
  whole: {
    en: 'Everyone gets {value}: an exact value says the same.',
    pt: 'Todos recebem {value}: um valor exato diz o mesmo.',
  },
  useExact: { en: 'Use the exact value', pt: 'Usar o valor exato' },
  by: { en: 'Same value for each', pt: 'O mesmo valor para cada' },
  byLabel: { en: 'Rule #{n}: what the split divides', pt: 'Regra #{n}: o que a divisão separa' },
  byUid: { en: 'user (uid)', pt: 'usuário (uid)' },
  inWords: { en: '{shares} by {property}', pt: '{shares} por {property}' },
  without: {
    en: 'Whoever has no {property} cannot be divided: {value}, with an error code.',
    pt: 'Quem não tem {property} não pode ser dividido: {value}, com um código de erro.',
  },
  onlyThose: { en: 'Only for users with {property}', pt: 'Só para usuários com {property}' },
  onlyAbove: {
    en: 'To divide only users with {property}, add a rule for them above.',
    pt: 'Para dividir só usuários com {property}, adicione acima uma regra para eles.',
  },
  byGone: {
    en: 'a property that no longer exists',
    pt: 'uma propriedade que não existe mais',
  },
  bar: { en: 'Split: {shares}', pt: 'Divisão: {shares}' },
} satisfies Texts;
