import type { Texts } from './text.ts';

export const expression = {
  EQUALS: { en: 'Equals', pt: 'É igual a' },
  NOT_EQUALS: { en: 'Does not equal', pt: 'É diferente de' },
  IN: { en: 'Is one of', pt: 'É um destes' },
  STARTS_WITH: { en: 'Starts with', pt: 'Começa com' },
  ENDS_WITH: { en: 'Ends with', pt: 'Termina com' },
  CONTAINS: { en: 'Contains', pt: 'Contém' },
  DOES_NOT_CONTAIN: { en: 'Does not contain', pt: 'Não contém' },
  GREATER_THAN: { en: 'Is greater than', pt: 'É maior que' },
  GREATER_THAN_OR_EQUALS: { en: 'Is greater than or equals', pt: 'É maior ou igual a' },
  LESS_THAN: { en: 'Is less than', pt: 'É menor que' },
  LESS_THAN_OR_EQUALS: { en: 'Is less than or equals', pt: 'É menor ou igual a' },
  REGEX: { en: 'Matches regular expression', pt: 'Corresponde à expressão regular' },
  IS_TRUE: { en: 'Is True', pt: 'É verdadeiro' },
  IS_FALSE: { en: 'Is False', pt: 'É falso' },
  date: {
    GREATER_THAN: { en: 'Is after', pt: 'É posterior a' },
    GREATER_THAN_OR_EQUALS: { en: 'Is on or after', pt: 'É a partir de' },
    LESS_THAN: { en: 'Is before', pt: 'É anterior a' },
    LESS_THAN_OR_EQUALS: { en: 'Is on or before', pt: 'É até' },
  },
} satisfies Texts;
