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
    en: 'You have used {percent, number}% of your limit.',
    pt: 'Você já usou {percent, number}% do seu limite.',
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
  production: {
    title: {
      en: 'Changes in production, last 7 days',
      pt: 'Alterações em produção, últimos 7 dias',
    },
    all: { en: 'See all', pt: 'Ver tudo' },
    none: { en: 'Nothing was changed in production.', pt: 'Nada foi alterado em produção.' },
  },
  favourites: {
    title: { en: 'Favourites', pt: 'Favoritos' },
    none: {
      en: 'Press the star beside a toggle or an application to have it here.',
      pt: 'Clique na estrela ao lado de um toggle ou de uma aplicação para tê-los aqui.',
    },
  },
  recent: { title: { en: 'Opened last', pt: 'Abertos por último' } },
  environments: {
    title: { en: 'Environments', pt: 'Ambientes' },
    asked: { en: 'last request', pt: 'última requisição' },
    never: { en: 'no request yet', pt: 'nenhuma requisição ainda' },
  },
  attention: {
    title: { en: 'Needs attention', pt: 'Requer atenção' },
    none: { en: 'Nothing right now.', pt: 'Nada no momento.' },
    limit: {
      en: '{what}: {count, number} of {max, number} used',
      pt: '{what}: {count, number} de {max, number} em uso',
    },
    noKey: { en: '{environment} has no key', pt: '{environment} não tem chave' },
    invitations: {
      en: '{count, plural, one {# invitation has} other {# invitations have}} been unanswered for more than {days} days',
      pt: '{count, plural, one {# convite está} other {# convites estão}} sem resposta há mais de {days} dias',
    },
    more: { en: 'and {count, number} more', pt: 'e mais {count, number}' },
    paused: {
      en: '{name} in {environment} has been paused for more than {days} days',
      pt: '{name} em {environment} está pausado há mais de {days} dias',
    },
    stale: {
      en: '{count, plural, one {# toggle of {application} is} other {# toggles of {application} are}} stale',
      pt: '{count, plural, one {# toggle de {application} está obsoleto} other {# toggles de {application} estão obsoletos}}',
    },
  },
} satisfies Texts;
