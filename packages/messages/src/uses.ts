import type { Texts } from './text.ts';

export const uses = {
  environment: { en: 'Environment', pt: 'Ambiente' },
  period: { en: 'Days', pt: 'Dias' },
  days: {
    en: '{days, plural, one {# day} other {# days}}',
    pt: '{days, plural, one {# dia} other {# dias}}',
  },
  perDay: { en: 'about {count, number} a day', pt: 'cerca de {count, number} por dia' },
  last: { en: 'last used {time}', pt: 'último uso {time}' },
  none: {
    en: 'No use has been reported in these {days} days.',
    pt: 'Nenhum uso foi informado nestes {days} dias.',
  },
  since: { en: 'Uses are counted since {time}.', pt: 'Os usos são contados desde {time}.' },
  bars: {
    en: '{total, number} uses in {days, plural, one {# day} other {# days}}',
    pt: '{total, number} usos em {days, plural, one {# dia} other {# dias}}',
  },
  table: { en: 'Table', pt: 'Tabela' },
  day: { en: 'Day', pt: 'Dia' },
  who: { en: 'Who asks', pt: 'Quem pede' },
  lastUse: { en: 'Last use', pt: 'Último uso' },
  unnamed: { en: '(unnamed)', pt: '(sem nome)' },
  browsers: { en: 'browsers', pt: 'navegadores' },
  otherClients: { en: 'other clients', pt: 'outros clientes' },
  otherValue: { en: 'another value', pt: 'outro valor' },
  untrusted: { en: 'anybody could have sent these', pt: 'qualquer um pode ter enviado estes' },
  silent: {
    en: '{client} gets all toggles at once and does not report uses',
    pt: '{client} recebe todos os toggles de uma vez e não informa usos',
  },
  capped: {
    en: 'The sums are exact; details were too many to keep.',
    pt: 'As somas são exatas; os detalhes eram muitos para guardar.',
  },
} satisfies Texts;
