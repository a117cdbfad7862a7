import type { Texts } from './text.ts';

/** The list of analyses: what was learned. */
export const analyses = {
  title: { en: 'Results', pt: 'Resultados' },
  empty: {
    en: 'What experiments taught you is kept here, also when the toggle is gone. Start an analysis at an experiment.',
    pt: 'Aqui fica o que os experimentos ensinaram, mesmo quando o toggle já não existe. Inicie uma análise em um experimento.',
  },
  nothing: { en: 'No analysis matches.', pt: 'Nenhuma análise corresponde.' },
  count: {
    en: '{total, plural, one {# analysis} other {# analyses}}',
    pt: '{total, plural, one {# análise} other {# análises}}',
  },
  search: {
    en: 'Search in toggles, hypotheses and notes',
    pt: 'Buscar em toggles, hipóteses e notas',
  },
  state: { en: 'State', pt: 'Estado' },
  anyState: { en: 'Any state', pt: 'Qualquer estado' },
  environment: { en: 'Environment', pt: 'Ambiente' },
  anyEnvironment: { en: 'Any environment', pt: 'Qualquer ambiente' },
  oneEnvironment: { en: 'One environment', pt: 'Um ambiente' },
  owner: { en: 'Owner', pt: 'Responsável' },
  anyOwner: { en: 'Anyone', pt: 'Qualquer pessoa' },
  more: { en: 'Load more', pt: 'Carregar mais' },
  loadedMore: {
    en: '{count, plural, one {# more analysis loaded} other {# more analyses loaded}}',
    pt: '{count, plural, one {Mais # análise carregada} other {Mais # análises carregadas}}',
  },
  deleted: { en: 'Experiment deleted', pt: 'Experimento excluído' },
  running: {
    en: 'For {days, plural, one {# day} other {# days}}, since {from}',
    pt: 'Há {days, plural, one {# dia} other {# dias}}, desde {from}',
  },
  ran: {
    en: '{days, plural, one {# day} other {# days}}, {from} to {to}',
    pt: '{days, plural, one {# dia} other {# dias}}, de {from} a {to}',
  },
  noResults: { en: 'No results', pt: 'Sem resultados' },
  lift: {
    en: '{metric}: {lift} (between {low} and {high})',
    pt: '{metric}: {lift} (entre {low} e {high})',
  },
  shipped: {
    en: '{name} gave “{value}” to everyone.',
    pt: '{name} deu “{value}” a todos.',
  },
  gone: {
    en: 'The experiment of this analysis was deleted. What it taught stays here.',
    pt: 'O experimento desta análise foi excluído. O que ele ensinou fica aqui.',
  },
} satisfies Texts;
