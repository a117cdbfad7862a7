import type { Texts } from './text.ts';

export const planner = {
  title: { en: 'Start analysis', pt: 'Iniciar análise' },
  hypothesis: { en: 'Hypothesis', pt: 'Hipótese' },
  hypothesisHint: { en: 'What do you expect, and why?', pt: 'O que você espera, e por quê?' },
  rule: { en: 'Rule to measure', pt: 'Regra a medir' },
  control: { en: 'Control', pt: 'Controle' },
  goal: { en: 'Goal', pt: 'Objetivo' },
  guardrails: { en: 'Guardrails', pt: 'Proteções' },
  secondary: { en: 'Secondary metrics', pt: 'Métricas secundárias' },
  newMetricFor: { en: 'New metric: {field}', pt: 'Nova métrica: {field}' },
  segments: { en: 'Segments', pt: 'Segmentos' },
  segmentsHint: {
    en: 'Up to 3 properties. One that is added after the start counts users from then on.',
    pt: 'Até 3 propriedades. Uma incluída após o início conta os usuários a partir de então.',
  },
  eventsAway: {
    en: 'What happened in the last 14 days cannot be read now. Enter the level and the users a day yourself, or try again later.',
    pt: 'O que aconteceu nos últimos 14 dias não pode ser lido agora. Informe o nível e os usuários por dia, ou tente de novo mais tarde.',
  },
  baseline: { en: 'Level today', pt: 'Nível atual' },
  baselineMeasured: { en: 'from the last 14 days', pt: 'dos últimos 14 dias' },
  baselineTyped: { en: 'typed in', pt: 'informado' },
  spread: { en: 'Standard deviation', pt: 'Desvio padrão' },
  mde: { en: 'Smallest difference that matters', pt: 'Menor diferença relevante' },
  mdeHint: {
    en: 'Relative to the control. Half of it needs four times as many users.',
    pt: 'Relativa ao controle. A metade disso exige quatro vezes mais usuários.',
  },
  dailyUnits: {
    en: 'New values of {property} a day',
    pt: 'Valores novos de {property} por dia',
  },
  traffic: { en: 'New users a day', pt: 'Novos usuários por dia' },
  alpha: { en: 'Error rate', pt: 'Taxa de erro' },
  power: { en: 'Power', pt: 'Poder' },
  hybrid: { en: 'With a plan', pt: 'Com plano' },
  anytime: { en: 'Without a plan', pt: 'Sem plano' },
  needs: {
    en: '{users, plural, one {# user} other {# users}}, about {days, plural, one {# day} other {# days}}',
    pt: '{users, plural, one {# usuário} other {# usuários}}, cerca de {days, plural, one {# dia} other {# dias}}',
  },
  goalAlone: { en: 'For the goal alone: {needs}', pt: 'Só para o objetivo: {needs}' },
  hybridHint: {
    en: 'You may stop early on a clear effect, and there is one final look at the planned end.',
    pt: 'Você pode encerrar antes com um efeito claro, e há uma única análise final no término planejado.',
  },
  anytimeHint: {
    en: 'Valid whenever you look, with no end fixed.',
    pt: 'Válido sempre que você consultar, sem término fixo.',
  },
  warning: {
    long: {
      en: '{days, number} days are more than 8 weeks. Choose a larger difference, a goal nearer to the change, or more traffic.',
      pt: '{days, number} dias são mais de 8 semanas. Escolha uma diferença maior, um objetivo mais próximo da mudança ou mais tráfego.',
    },
    short: {
      en: 'Let it run for at least {days, number} days, so that every weekday counts once.',
      pt: 'Deixe rodar pelo menos {days, number} dias, para que cada dia da semana conte uma vez.',
    },
    unequal: {
      en: '{split} needs {factor} times as many users as an even split.',
      pt: '{split} exige {factor} vezes o número de usuários de uma divisão igual.',
    },
    manyValues: {
      en: '{count, number} values are compared with the control: each comparison gets a stricter limit.',
      pt: '{count, number} valores são comparados com o controle: cada comparação tem um limite mais rigoroso.',
    },
    noGuardrail: {
      en: 'No guardrail: nothing will warn you of harm elsewhere. {metric} as one takes {needed, plural, one {# user} other {# users}} to be proved safe within {margin}; the goal needs no more for it.',
      pt: 'Sem proteção: nada avisará sobre prejuízo em outras métricas. {metric} como proteção exige {needed, plural, one {# usuário} other {# usuários}} para ser provada a salvo dentro de {margin}; o objetivo não exige mais por isso.',
    },
  },
  guardrailChance: {
    en: 'A plan of {planned, plural, one {# user} other {# users}} proves {metric} safe within {margin} with a chance of {chance}; it takes {needed, plural, one {# user} other {# users}} to prove it.',
    pt: 'Um plano de {planned, plural, one {# usuário} other {# usuários}} prova {metric} a salvo dentro de {margin} com chance de {chance}; {needed, plural, one {é preciso # usuário} other {são precisos # usuários}} para provar.',
  },
  guardrailUnknown: {
    en: 'Too little is known of {metric} to say what the plan tells of it.',
    pt: 'Sabe-se pouco sobre {metric} para dizer o que o plano mostrará dela.',
  },
  sizeForGuardrails: {
    en: 'Size the plan for the guardrails, too',
    pt: 'Dimensionar o plano também para as proteções',
  },
  cupedOn: {
    en: 'Earlier behaviour will be used to see more with the same users.',
    pt: 'O comportamento anterior será usado para ver mais com os mesmos usuários.',
  },
  cupedOff: {
    en: 'Too few users have earlier events; they are not used.',
    pt: 'Poucos usuários têm eventos anteriores; eles não serão usados.',
  },
  frozen: {
    en: 'These choices cannot be changed after the start. The hypothesis and secondary metrics can; segments can be added.',
    pt: 'Estas escolhas não podem ser alteradas após o início. A hipótese e as métricas secundárias podem; segmentos podem ser incluídos.',
  },
  fromPages: { en: 'Count events from pages', pt: 'Contar eventos de páginas' },
  trustedExposures: {
    en: 'Only exposures that servers sent',
    pt: 'Só exposições enviadas por servidores',
  },
  bots: {
    en: 'Leave out users with more than 1,000 events a day',
    pt: 'Excluir usuários com mais de 1.000 eventos por dia',
  },
  add: { en: 'Type to find one', pt: 'Digite para encontrar' },
  remove: { en: 'Remove {name}', pt: 'Remover {name}' },
  chooseGoal: { en: 'Choose a metric', pt: 'Escolha uma métrica' },
  needsUsers: {
    en: '{users, plural, one {# user} other {# users}}',
    pt: '{users, plural, one {# usuário} other {# usuários}}',
  },
  incomplete: {
    en: 'Fill in the level today and the smallest difference, or start without a plan.',
    pt: 'Informe o nível atual e a menor diferença, ou inicie sem plano.',
  },
} satisfies Texts;
