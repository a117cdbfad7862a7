import type { Texts } from './text.ts';

export const analysis = {
  noun: { en: 'Analysis', pt: 'Análise' },
  ofRule: { en: 'Rule #{n}', pt: 'Regra #{n}' },
  state: {
    DRAFT: { en: 'Draft', pt: 'Rascunho' },
    RUNNING: { en: 'Running', pt: 'Em andamento' },
    CLOSING: { en: 'Closing', pt: 'Em encerramento' },
    STOPPED: { en: 'Stopped', pt: 'Encerrada' },
  },
  closingHint: {
    en: 'No new users. Events still count until {date}, then comes the final look.',
    pt: 'Sem novos usuários. Os eventos ainda contam até {date}; depois vem a análise final.',
  },
  start: { en: 'Start analysis', pt: 'Iniciar análise' },
  startNoPlanPrice: {
    en: 'Without a plan you need about {factor} times as many users for the same certainty.',
    pt: 'Sem plano, é preciso cerca de {factor} vezes o número de usuários para ter a mesma certeza.',
  },
  started: {
    en: 'The analysis has started. The plan is frozen.',
    pt: 'A análise foi iniciada. O plano está congelado.',
  },
  savePlan: { en: 'Save without starting', pt: 'Salvar sem iniciar' },
  planSaved: {
    en: 'The plan is saved. Nothing is measured yet.',
    pt: 'O plano foi salvo. Nada é medido ainda.',
  },
  planned: {
    en: 'An analysis is planned and not started: rule #{n}.',
    pt: 'Há uma análise planejada e não iniciada: regra #{n}.',
  },
  openPlan: { en: 'Open the plan', pt: 'Abrir o plano' },
  deletePlan: { en: 'Delete the plan', pt: 'Excluir o plano' },
  deletePlanConfirm: {
    en: 'The plan for rule #{n} will be deleted.',
    pt: 'O plano da regra #{n} será excluído.',
  },
  planDeleted: { en: 'Plan deleted.', pt: 'Plano excluído.' },
  editOpenPlan: {
    en: 'Change hypothesis, secondary metrics and segments',
    pt: 'Alterar hipótese, métricas secundárias e segmentos',
  },
  editOpenPlanHint: {
    en: 'The rest of the plan is frozen. A metric that is added now is marked as added after the start.',
    pt: 'O restante do plano está congelado. Uma métrica incluída agora fica marcada como adicionada após o início.',
  },
  addedSegmentsHint: {
    en: 'Counts users who get their first value from now on. {count, plural, =0 {} other {The plan has: {names}.}}',
    pt: 'Conta os usuários que recebem o primeiro valor a partir de agora. {count, plural, =0 {} other {O plano tem: {names}.}}',
  },
  openPlanSaved: { en: 'The plan is changed.', pt: 'O plano foi alterado.' },
  stop: { en: 'Stop analysis', pt: 'Encerrar análise' },
  stopWait: {
    en: 'Wait until the last time window closes ({date})',
    pt: 'Aguardar o fim da última janela de tempo ({date})',
  },
  stopNow: { en: 'Stop at once, without a final look', pt: 'Encerrar já, sem análise final' },
  stopReason: { en: 'Reason', pt: 'Motivo' },
  stoppedBecause: {
    SHIPPED: { en: '“{value}” was given to everyone.', pt: '“{value}” foi dado a todos.' },
    USER: { en: 'Stopped by {name}.', pt: 'Encerrada por {name}.' },
    EXPERIMENT_DELETED: { en: 'The experiment was deleted.', pt: 'O experimento foi excluído.' },
    ENVIRONMENT_DELETED: { en: 'The environment was deleted.', pt: 'O ambiente foi excluído.' },
    RULE_GONE: {
      en: 'The measured rule was removed, or no longer splits users between the control and another value.',
      pt: 'A regra medida foi removida ou não divide mais os usuários entre o controle e outro valor.',
    },
  },
  phaseReason: {
    START: { en: 'Start', pt: 'Início' },
    WEIGHTS: { en: 'The split changed', pt: 'A divisão mudou' },
    VALUES: { en: 'The values of the toggle changed', pt: 'Os valores do toggle mudaram' },
    RESTART: { en: 'The experiment was restarted', pt: 'O experimento foi retomado' },
    REQUESTED: { en: 'Asked for by {name}', pt: 'Solicitada por {name}' },
  },
  newPhase: { en: 'New phase', pt: 'Nova fase' },
  newPhaseHint: {
    en: 'Begins again with no users. Earlier phases stay readable.',
    pt: 'Recomeça sem usuários. As fases anteriores continuam disponíveis.',
  },
  rerandomise: {
    en: 'Assign users anew (everybody may get another value)',
    pt: 'Redistribuir os usuários (qualquer um pode receber outro valor)',
  },
  newUsersOnly: {
    en: 'Only users who are new to this experiment',
    pt: 'Só usuários novos neste experimento',
  },
  newUsersOnlyHint: {
    en: 'Leaves out, for all values alike, whoever was in an earlier phase. Choose it where memory matters, such as prices.',
    pt: 'Deixa de fora, em todos os valores, quem esteve em uma fase anterior. Escolha onde a lembrança importa, como em preços.',
  },
  ship: { en: 'Give everyone “{value}”', pt: 'Dar “{value}” a todos' },
  shipTitle: { en: 'Give everyone “{value}”?', pt: 'Dar “{value}” a todos?' },
  shipText: {
    en: 'Rule #{n} will return “{value}” to all whom it matches, and the analysis stops.',
    pt: 'A regra #{n} retornará “{value}” a todos que ela atender, e a análise será encerrada.',
  },
  shipBefore: { en: 'Now', pt: 'Agora' },
  shipAfter: { en: 'Then', pt: 'Depois' },
  shipAffected: {
    en: '{percent} of the users of this rule get another value than now.',
    pt: '{percent} dos usuários desta regra passam a receber outro valor.',
  },
  shipDependents: {
    en: 'These toggles depend on {toggle}:',
    pt: 'Estes toggles dependem de {toggle}:',
  },
  shipReason: {
    en: 'The results do not name “{value}” the winner. Why do you choose it?',
    pt: 'Os resultados não apontam “{value}” como vencedor. Por que você o escolhe?',
  },
  shipped: { en: 'Everyone gets “{value}” now.', pt: 'Agora todos recebem “{value}”.' },
  shipUndone: {
    en: 'The rules are as before. A new phase has begun.',
    pt: 'As regras voltaram a ser como antes. Uma nova fase começou.',
  },
  role: {
    GOAL: { en: 'Goal', pt: 'Objetivo' },
    GUARDRAIL: { en: 'Guardrail', pt: 'Proteção' },
    SECONDARY: { en: 'Secondary', pt: 'Secundária' },
  },
  roleHint: {
    GOAL: { en: 'The one metric that decides.', pt: 'A única métrica que decide.' },
    GUARDRAIL: { en: 'Must not get worse than its margin.', pt: 'Não pode piorar além da margem.' },
    SECONDARY: {
      en: 'For ideas; never part of the verdict.',
      pt: 'Para ideias; nunca faz parte do veredito.',
    },
  },
  error: {
    NO_SPLIT_RULE: {
      en: 'Choose a rule with a split of at least two values!',
      pt: 'Escolha uma regra com divisão de pelo menos dois valores!',
    },
    ANALYSIS_EXISTS: {
      en: 'This rule is already being measured!',
      pt: 'Esta regra já está em medição!',
    },
    INVALID_CONTROL: {
      en: 'The control must be one of the values of the split!',
      pt: 'O controle deve ser um dos valores da divisão!',
    },
    NO_GOAL: { en: 'Choose the goal!', pt: 'Escolha o objetivo!' },
    UNKNOWN_METRIC: {
      en: 'One of the metrics does not exist any more!',
      pt: 'Uma das métricas não existe mais!',
    },
    DUPLICATE_METRIC: { en: 'A metric has one role only!', pt: 'Uma métrica tem um único papel!' },
    TOO_MANY_METRICS: {
      en: 'At most {limit, number} metrics can have this role!',
      pt: 'No máximo {limit, number} métricas podem ter este papel!',
    },
    TOO_MANY_SEGMENTS: {
      en: 'At most {limit, number} segments!',
      pt: 'No máximo {limit, number} segmentos!',
    },
    INVALID_SEGMENT: {
      en: 'A segment must be a property of this application!',
      pt: 'Um segmento deve ser uma propriedade desta aplicação!',
    },
    INVALID_ALPHA: {
      en: 'The error rate is 1, 5 or 10 percent!',
      pt: 'A taxa de erro é de 1, 5 ou 10 por cento!',
    },
    INVALID_POWER: { en: 'The power is 80 or 90 percent!', pt: 'O poder é de 80 ou 90 por cento!' },
    INVALID_MDE: {
      en: 'The smallest difference is more than 0 and at most {limit, number} percent!',
      pt: 'A menor diferença é maior que 0 e de no máximo {limit, number} por cento!',
    },
    INVALID_PLANNED_UNITS: {
      en: 'The planned users are a whole number of at least {limit, number}!',
      pt: 'Os usuários planejados são um número inteiro de pelo menos {limit, number}!',
    },
    HYPOTHESIS_TOO_LONG: {
      en: 'The hypothesis has more than {limit, number} characters!',
      pt: 'A hipótese tem mais de {limit, number} caracteres!',
    },
    PLAN_FROZEN: {
      en: 'The plan cannot be changed after the start!',
      pt: 'O plano não pode ser alterado após o início!',
    },
    WRONG_ANALYSIS_STATE: {
      en: 'The analysis is in another state now: {state}.',
      pt: 'A análise está em outro estado agora: {state}.',
    },
    EXPERIMENT_NOT_ACTIVE: {
      en: 'Restart the experiment first: while it is paused, everyone gets the default value.',
      pt: 'Retome primeiro o experimento: enquanto está pausado, todos recebem o valor padrão.',
    },
    EMPTY_REASON: { en: 'Say why!', pt: 'Informe o motivo!' },
    UNKNOWN_VALUE: { en: 'The split has no such value!', pt: 'A divisão não tem esse valor!' },
    NOT_FOUND: { en: 'Analysis not found!', pt: 'Análise não encontrada!' },
    INVALID_CHARACTERS: {
      en: 'This text cannot have invisible characters!',
      pt: 'Este texto não pode ter caracteres invisíveis!',
    },
    LIMIT_EXCEEDED: {
      en: 'This can have at most {limit, number} characters!',
      pt: 'Isto pode ter no máximo {limit, number} caracteres!',
    },
  },
} satisfies Texts;
