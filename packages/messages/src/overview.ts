import type { Texts } from './text.ts';

/** Everything that runs in production-like environments. */
export const overview = {
  title: { en: 'What runs', pt: 'O que está no ar' },
  intro: {
    en: 'The experiments of production-like environments in all your applications, the last changed first.',
    pt: 'Os experimentos dos ambientes de produção em todas as suas aplicações, os alterados por último primeiro.',
  },
  empty: {
    en: 'No experiment runs in a production-like environment yet.',
    pt: 'Nenhum experimento está em um ambiente de produção ainda.',
  },
  count: {
    en: '{total, plural, one {# experiment} other {# experiments}}',
    pt: '{total, plural, one {# experimento} other {# experimentos}}',
  },
  toggle: { en: 'Toggle', pt: 'Toggle' },
  place: { en: 'Application', pt: 'Aplicação' },
  outcome: { en: 'Users get', pt: 'Usuários recebem' },
  anyApplication: { en: 'All', pt: 'Todas' },
  rules: { en: 'Rules', pt: 'Regras' },
  anyStatus: { en: 'Any state', pt: 'Qualquer estado' },
  status: {
    ACTIVE: { en: 'Rules apply', pt: 'Regras valem' },
    PAUSED: { en: 'Rules paused', pt: 'Regras pausadas' },
  },
  person: { en: 'Changed by', pt: 'Alterado por' },
  anyPerson: { en: 'Anyone', pt: 'Todos' },
  measured: { en: 'Only with results', pt: 'Só com resultados' },
  search: { en: 'Toggle, application, environment', pt: 'Toggle, aplicação, ambiente' },
  pauseTitle: { en: 'Pause experiments', pt: 'Pausar experimentos' },
  name: {
    en: '{toggle} ({application}, {environment})',
    pt: '{toggle} ({application}, {environment})',
  },
} satisfies Texts;
