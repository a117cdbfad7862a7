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
  bar: { en: 'Split: {shares}', pt: 'Divisão: {shares}' },
} satisfies Texts;
