import type { Texts } from './text.ts';

export const dashboard = {
  title: { en: 'Dashboard', pt: 'Painel' },
  applications: { en: 'Applications', pt: 'Aplicações' },
  toggles: { en: 'Toggles', pt: 'Toggles' },
  users: { en: 'Users', pt: 'Usuários' },
  limited: { en: '{count, number}/{max, number}', pt: '{count, number}/{max, number}' },
  unlimitedCount: {
    en: '{count, number}<muted>/Unlimited</muted>',
    pt: '{count, number}<muted>/Ilimitado</muted>',
  },
  nearLimit: {
    en: 'You have used {percent}% of your limit.',
    pt: 'Você já usou {percent}% do seu limite.',
  },
  atLimit: {
    en: 'Limit reached: no more can be created.',
    pt: 'Limite atingido: não é possível criar mais.',
  },
  noApplications: {
    text: {
      en: 'None of the applications has been opened to you. An administrator can do that:',
      pt: 'Nenhuma aplicação foi liberada para você. Um administrador pode fazer isso:',
    },
  },
  recent: {
    title: { en: 'Recently changed', pt: 'Alterações recentes' },
    all: { en: 'See all', pt: 'Ver tudo' },
    none: { en: 'Nothing has happened here yet.', pt: 'Nada aconteceu por aqui ainda.' },
  },
  attention: {
    title: { en: 'Needs attention', pt: 'Requer atenção' },
    none: { en: 'Nothing right now.', pt: 'Nada no momento.' },
    limit: {
      en: '{what}: {count, number} of {max, number} used',
      pt: '{what}: {count, number} de {max, number} em uso',
    },
    paused: {
      en: '{name} in {environment} has been paused for more than {days} days',
      pt: '{name} em {environment} está pausado há mais de {days} dias',
    },
  },
} satisfies Texts;
