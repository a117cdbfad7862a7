import type { Texts } from './text.ts';

export const usage = {
  title: { en: 'Used in', pt: 'Usado em' },
  none: { en: 'nothing yet', pt: 'nada ainda' },
  places: {
    en: '{count, plural, one {# place} other {# places}}',
    pt: '{count, plural, one {# lugar} other {# lugares}}',
  },
  placesOf: {
    en: '{name} is used in {count, plural, one {# place} other {# places}}',
    pt: '{name} é usado em {count, plural, one {# lugar} other {# lugares}}',
  },
  more: { en: 'and {count, number} more', pt: 'e mais {count, number}' },
  inTheWay: {
    en: 'It is used here. As long as it is, the deletion will be refused:',
    pt: 'Está em uso aqui. Enquanto estiver, a exclusão será recusada:',
  },
} satisfies Texts;
