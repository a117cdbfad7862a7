import type { Texts } from './text.ts';

export const lifecycle = {
  state: {
    ACTIVE: { en: 'Active', pt: 'Ativo' },
    NEW: { en: 'New', pt: 'Novo' },
    PERMANENT: { en: 'Permanent', pt: 'Permanente' },
    LAUNCHED: { en: 'Launched', pt: 'Lançado' },
    IDLE: { en: 'Idle', pt: 'Sem uso' },
    READY_TO_REMOVE: { en: 'Ready to remove', pt: 'Pronto para remover' },
    UNKNOWN: { en: 'Cannot tell', pt: 'Não é possível saber' },
  },
  overdue: { en: 'Overdue', pt: 'Vencido' },
  filter: {
    label: { en: 'Lifecycle', pt: 'Ciclo de vida' },
    any: { en: 'Any lifecycle', pt: 'Qualquer ciclo de vida' },
    stale: { en: 'Stale', pt: 'Obsoletos' },
  },
  reason: {
    OVERDUE: { en: 'It was to be removed by {day}.', pt: 'Devia ser removido até {day}.' },
    IN_USE: { en: '{environment}: last used {time}', pt: '{environment}: último uso {time}' },
    COUNTING_SINCE: {
      en: '{environment}: uses have been counted only since {time}',
      pt: '{environment}: os usos só são contados desde {time}',
    },
    NO_REQUESTS: {
      en: '{environment}: nobody has asked for any toggle for {days, plural, one {# day} other {# days}}',
      pt: '{environment}: ninguém pede nenhum toggle há {days, plural, one {# dia} other {# dias}}',
    },
    CANNOT_TELL: {
      en: '{environment}: {clients} get all toggles at once and do not report which ones they use',
      pt: '{environment}: {clients} recebem todos os toggles de uma vez e não informam quais usam',
    },
    NEVER_USED: {
      en: '{environment}: not used since counting began, {time}',
      pt: '{environment}: sem uso desde o início da contagem, {time}',
    },
    UNUSED_SINCE: {
      en: '{environment}: not used for {days, plural, one {# day} other {# days}}',
      pt: '{environment}: sem uso há {days, plural, one {# dia} other {# dias}}',
    },
    SAME_VALUE_SINCE: {
      en: 'Everyone has got "{value}" for {days, plural, one {# day} other {# days}}. Remove it from the code, then archive it.',
      pt: 'Todos recebem "{value}" há {days, plural, one {# dia} other {# dias}}. Remova do código e depois arquive.',
    },
    HAS_DEPENDENTS: {
      en: '{count, plural, one {# toggle depends} other {# toggles depend}} on it',
      pt: '{count, plural, one {# toggle depende} other {# toggles dependem}} dele',
    },
    HAS_REFERENCES: {
      en: 'The code still names it in {count, plural, one {# place} other {# places}}',
      pt: 'O código ainda o cita em {count, plural, one {# lugar} other {# lugares}}',
    },
    SCAN_TOO_OLD: {
      en: 'The code was last scanned {time}',
      pt: 'O código foi verificado pela última vez {time}',
    },
    NO_REPOSITORY: { en: 'No code was scanned', pt: 'Nenhum código foi verificado' },
    ANALYSIS_RUNNING: { en: 'An analysis is running', pt: 'Há uma análise em andamento' },
    CHANGE_PENDING: { en: 'A planned change names it', pt: 'Uma alteração planejada o cita' },
  },
  neverAsked: {
    en: '{environment}: nobody has asked for any toggle yet',
    pt: '{environment}: ninguém pediu nenhum toggle ainda',
  },
  client: {
    browsers: { en: 'browsers', pt: 'navegadores' },
    others: { en: 'other clients', pt: 'outros clientes' },
  },
  ready: {
    en: 'Not used for {days, plural, one {# day} other {# days}}; nothing depends on it. It can be archived.',
    pt: 'Sem uso há {days, plural, one {# dia} other {# dias}}; nada depende dele. Pode ser arquivado.',
  },
  field: {
    lifetime: { en: 'Lifetime', pt: 'Duração' },
    removeBy: { en: 'Remove by', pt: 'Remover até' },
  },
  lifetime: {
    TEMPORARY: { en: 'Temporary: to be removed some day', pt: 'Temporário: será removido um dia' },
    PERMANENT: {
      en: 'Permanent: stays, and is never called stale',
      pt: 'Permanente: fica e nunca é considerado obsoleto',
    },
  },
  removeByDay: { en: 'remove by {day}', pt: 'remover até {day}' },
  snoozedUntilDay: { en: 'snoozed until {day}', pt: 'adiado até {day}' },
  editLifetime: { en: 'Change lifetime', pt: 'Alterar duração' },
  setting: {
    title: { en: 'Lifecycle of toggles', pt: 'Ciclo de vida dos toggles' },
    idleAfter: {
      en: 'A toggle is idle when no program has used it for {days, plural, one {# day} other {# days}}.',
      pt: 'Um toggle está sem uso quando nenhum programa o usa há {days, plural, one {# dia} other {# dias}}.',
    },
    idleDays: {
      en: 'Days without use after which a toggle is idle',
      pt: 'Dias sem uso após os quais um toggle é considerado sem uso',
    },
    digest: { en: 'Message about stale toggles', pt: 'Mensagem sobre toggles obsoletos' },
    digestHint: {
      en: 'Names those that have become stale since the last one. It needs a webhook.',
      pt: 'Cita os que ficaram obsoletos desde a última. Precisa de um webhook.',
    },
    toldWeekly: {
      en: 'On Mondays the webhook, if there is one, hears which toggles have become stale.',
      pt: 'Às segundas-feiras, o webhook, se houver, recebe quais toggles ficaram obsoletos.',
    },
  },
} satisfies Texts;
