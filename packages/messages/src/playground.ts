import type { Texts } from './text.ts';

export const playground = {
  title: {
    en: 'Why did this user get this value?',
    pt: 'Por que este usuário recebeu este valor?',
  },
  userId: { en: 'User id (uid)', pt: 'ID do usuário (uid)' },
  evaluate: { en: 'Evaluate', pt: 'Avaliar' },
  notMatched: { en: 'Not matched', pt: 'Não atendida' },
  notReached: { en: 'Not reached', pt: 'Não alcançada' },
  noExperiment: {
    en: 'No experiment in {environment}: default value',
    pt: 'Nenhum experimento em {environment}: valor padrão',
  },
  pausedExperiment: {
    en: 'Experiment paused: default value',
    pt: 'Experimento pausado: valor padrão',
  },
  missingProperty: {
    en: 'The request has no value for {property}.',
    pt: 'A requisição não tem valor para {property}.',
  },
  bucket: {
    en: 'Bucket {bucket, number} of {buckets, number}',
    pt: 'Faixa {bucket, number} de {buckets, number}',
  },
  bucketBy: {
    en: 'Bucket {bucket, number} of {buckets, number}, by {property} “{value}”',
    pt: 'Faixa {bucket, number} de {buckets, number}, por {property} “{value}”',
  },
  noUnit: {
    en: '{property} was not sent, so the split could not decide.',
    pt: '{property} não foi enviada, por isso a divisão não pôde decidir.',
  },
  ruleMatched: { en: 'Rule #{n} matched: {words}', pt: 'A regra #{n} foi atendida: {words}' },
  matchedShort: { en: 'Matched', pt: 'Atendida' },
  seen: { en: 'the user has {value}', pt: 'o usuário tem {value}' },
  unreadable: {
    en: '{value} is not a value of {property}’s type',
    pt: '{value} não é um valor do tipo de {property}',
  },
  invalidCondition: {
    en: 'the condition is not valid any more',
    pt: 'a condição não é mais válida',
  },
  holds: { en: 'holds', pt: 'atendida' },
  holdsNot: { en: 'does not hold', pt: 'não atendida' },
  inGroup: { en: 'in {group}', pt: 'em {group}' },
  notInGroup: { en: 'not in {group}', pt: 'fora de {group}' },
  dependency: { en: '{toggle} returns {value}', pt: '{toggle} retorna {value}' },
  cycle: { en: 'the toggle depends on itself', pt: 'o toggle depende de si mesmo' },
  unknownToggle: { en: 'the toggle does not exist any more', pt: 'o toggle não existe mais' },
  noUid: {
    en: 'Rule #{n} splits users by their id, and none was given: default value',
    pt: 'A regra #{n} divide os usuários pelo ID, e nenhum foi informado: valor padrão',
  },
  rules: { en: 'Rules of {toggle}, in order', pt: 'Regras de {toggle}, em ordem' },
  returns: {
    en: '<toggle></toggle> returns <value></value>',
    pt: '<toggle></toggle> retorna <value></value>',
  },
  intro: {
    en: 'Ask as one of your apps would, and see which rule decided.',
    pt: 'Pergunte como um dos seus sistemas perguntaria e veja qual regra decidiu.',
  },
  environment: { en: 'Environment', pt: 'Ambiente' },
  toggle: { en: 'Toggle', pt: 'Toggle' },
  everyToggle: { en: 'Every toggle', pt: 'Todos os toggles' },
  noToggle: { en: 'No toggle has this name.', pt: 'Nenhum toggle tem este nome.' },
  otherProperties: {
    en: 'Show the other properties',
    pt: 'Mostrar as outras propriedades',
  },
  undecided: {
    en: '{count, plural, one {# toggle without an experiment returns its default value} other {# toggles without an experiment return their default values}}',
    pt: '{count, plural, one {# toggle sem experimento retorna o valor padrão} other {# toggles sem experimento retornam os valores padrão}}',
  },
  noValue: { en: 'not sent', pt: 'não enviado' },
  results: { en: 'Results', pt: 'Resultados' },
  why: { en: 'Why', pt: 'Por quê' },
  showRules: { en: 'Show every rule', pt: 'Mostrar todas as regras' },
  hideRules: { en: 'Hide the rules', pt: 'Ocultar as regras' },
  noToggles: {
    en: 'This application has no toggles yet.',
    pt: 'Esta aplicação ainda não tem toggles.',
  },
  compareWith: { en: 'Compare with', pt: 'Comparar com' },
  noComparison: { en: 'Nothing', pt: 'Nada' },
  difference: { en: 'Difference', pt: 'Diferença' },
  differs: { en: 'Differs', pt: 'Diferente' },
  same: { en: 'Same value', pt: 'Mesmo valor' },
  differing: {
    en: '{count, plural, =0 {Every toggle returns the same value in both environments.} one {# toggle returns different values.} other {# toggles return different values.}}',
    pt: '{count, plural, =0 {Todos os toggles retornam o mesmo valor nos dois ambientes.} one {# toggle retorna valores diferentes.} other {# toggles retornam valores diferentes.}}',
  },
  copyLink: { en: 'link to this question', pt: 'link para esta pergunta' },
  value: { en: 'Value', pt: 'Valor' },
  listHint: { en: 'Texts separated by commas', pt: 'Textos separados por vírgulas' },
} satisfies Texts;
