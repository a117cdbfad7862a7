import type { Texts } from './text.ts';

/** When and how edits are applied. */
export const apply = {
  label: { en: 'Apply', pt: 'Aplicar' },
  review: { en: 'Review the changes of {name}', pt: 'Revisar as mudanças de {name}' },
  touches: {
    en: 'Users may get something else in {environments}.',
    pt: 'Usuários podem receber algo diferente em {environments}.',
  },
  touchesNobody: {
    en: 'No user gets anything else.',
    pt: 'Nenhum usuário recebe algo diferente.',
  },
  now: { en: 'Now', pt: 'Agora' },
  whenApproved: {
    en: 'When approved ({count, number} of {people})',
    pt: 'Quando aprovada ({count, number} de {people})',
  },
  whenApprovedByAny: { en: 'When approved', pt: 'Quando aprovada' },
  atOnce: { en: 'at once when approved', pt: 'assim que aprovada' },
  at: { en: 'At', pt: 'Em' },
  time: { en: 'Day and time', pt: 'Dia e horário' },
  whichTime: { en: 'Choose a day and a time!', pt: 'Escolha um dia e um horário!' },
  utc: { en: '{offset}, {time} UTC', pt: '{offset}, {time} UTC' },
  doubled: {
    en: 'The clocks change then: {time} happens twice. Which one?',
    pt: 'O relógio muda nesse momento: {time} acontece duas vezes. Qual delas?',
  },
  removed: {
    en: 'The clocks change then: {time} does not exist. Do you mean {other}?',
    pt: 'O relógio muda nesse momento: {time} não existe. Quis dizer {other}?',
  },
  removedYes: { en: 'Yes, {other}', pt: 'Sim, {other}' },
  schedule: { en: 'Schedule', pt: 'Agendar' },
  begin: { en: 'Begin', pt: 'Começar' },
  /** What watches a ramp. */
  guard: {
    label: { en: 'Guard', pt: 'Vigia' },
    goal: { en: 'Goal', pt: 'Objetivo' },
    choose: { en: 'Choose a metric', pt: 'Escolha uma métrica' },
    guardrails: { en: 'Guardrails', pt: 'Proteções' },
    needs: { en: 'Next step when', pt: 'Próxima etapa quando' },
    need: {
      NOT_HARMED: { en: 'not harmed', pt: 'não piorar' },
      SAFE: { en: 'proved safe', pt: 'houver prova de segurança' },
    },
    units: { en: 'Users each', pt: 'Usuários cada' },
    ifHarmed: { en: 'If harmed', pt: 'Se piorar' },
    harmed: {
      ROLL_BACK: { en: 'roll back', pt: 'desfazer' },
      HOLD: { en: 'hold', pt: 'reter' },
    },
    falseAlarms: {
      en: 'False alarms: at most {percent, number}% in all',
      pt: 'Alarmes falsos: no máximo {percent, number}% ao todo',
    },
    nothingToCompare: {
      en: 'At 100% nobody is left to compare with. Give the step before it more time.',
      pt: 'Com 100% não resta ninguém para comparar. Dê mais tempo à etapa anterior.',
    },
    watch: {
      en: 'After the last step it watches for {wait}.',
      pt: 'Depois da última etapa ele observa por {wait}.',
    },
    invalid: {
      en: 'Choose a goal and a guardrail, and at least {limit, number} users!',
      pt: 'Escolha um objetivo e uma proteção, e ao menos {limit, number} usuários!',
    },
  },
  inSteps: {
    label: { en: 'In steps…', pt: 'Em etapas…' },
    whichRule: { en: 'Rule', pt: 'Regra' },
    rule: { en: '#{number} {name}', pt: '#{number} {name}' },
    value: { en: 'Value that grows', pt: 'Valor que cresce' },
    from: { en: 'instead of', pt: 'em vez de' },
    percent: { en: 'Percentage of step {step}', pt: 'Porcentagem da etapa {step}' },
    wait: { en: 'Time of step {step}', pt: 'Tempo da etapa {step}' },
    for: { en: 'for {wait}', pt: 'por {wait}' },
    add: { en: 'Add step', pt: 'Adicionar etapa' },
    remove: { en: 'Remove step {step}', pt: 'Remover etapa {step}' },
    moves: {
      en: '{share, number}% of the users of this rule get “{to}” instead of “{from}”.',
      pt: '{share, number}% dos usuários desta regra recebem “{to}” em vez de “{from}”.',
    },
    othersMove: {
      en: 'With more than two values, {share, number}% also move from “{from}” to “{to}”.',
      pt: 'Com mais de dois valores, {share, number}% também passam de “{from}” para “{to}”.',
    },
    invalid: {
      en: 'The shares must rise from what users get now, to what both values have together at most!',
      pt: 'As parcelas devem crescer a partir do que os usuários recebem agora, até o que os dois valores têm juntos!',
    },
  },
} as const satisfies Texts;
