import type { Texts } from './text.ts';

export const changeRequest = {
  title: { en: 'Change requests', pt: 'Solicitações de mudança' },
  of: { en: '#{number} {title}', pt: '#{number} {title}' },
  ofImport: { en: 'Import of {application}', pt: 'Importação de {application}' },
  empty: {
    en: 'No change waits here. Save an experiment “at a time”, “in steps” or as a draft, and it appears in this list.',
    pt: 'Nenhuma mudança espera aqui. Salve um experimento “em um horário”, “em etapas” ou como rascunho, e ele aparece nesta lista.',
  },
  applied: {
    en: 'Step {step} of {steps} applied {time}',
    pt: 'Etapa {step} de {steps} aplicada {time}',
  },
  skipped: {
    en: 'Step {step} of {steps} skipped: a later one was due as well',
    pt: 'Etapa {step} de {steps} pulada: uma posterior também estava vencida',
  },
  view: {
    waiting: { en: 'Waiting for me', pt: 'Esperando por mim' },
    open: { en: 'Open', pt: 'Abertas' },
    coming: { en: 'To come', pt: 'Por vir' },
    closed: { en: 'Closed', pt: 'Encerradas' },
  },
  state: {
    DRAFT: { en: 'Draft', pt: 'Rascunho' },
    IN_REVIEW: { en: 'In review', pt: 'Em análise' },
    APPROVED: { en: 'Approved', pt: 'Aprovada' },
    SCHEDULED: { en: 'Scheduled', pt: 'Agendada' },
    RUNNING: { en: 'Running', pt: 'Em andamento' },
    HELD: { en: 'Held', pt: 'Retida' },
    DONE: { en: 'Done', pt: 'Concluída' },
    ROLLED_BACK: { en: 'Rolled back', pt: 'Desfeita' },
    REJECTED: { en: 'Rejected', pt: 'Rejeitada' },
    WITHDRAWN: { en: 'Withdrawn', pt: 'Retirada' },
    EXPIRED: { en: 'Expired', pt: 'Expirada' },
  },
  action: {
    submit: { en: 'Request approval', pt: 'Solicitar aprovação' },
    apply: { en: 'Apply now', pt: 'Aplicar agora' },
    advance: { en: 'Next step now', pt: 'Próxima etapa agora' },
    hold: { en: 'Hold', pt: 'Reter' },
    resume: { en: 'Resume', pt: 'Retomar' },
    withdraw: { en: 'Withdraw…', pt: 'Retirar…' },
    takeOver: { en: 'Take over', pt: 'Assumir' },
  },
  list: {
    request: { en: 'Request', pt: 'Solicitação' },
    state: { en: 'State', pt: 'Estado' },
    environments: { en: 'Environments', pt: 'Ambientes' },
    next: { en: 'Next', pt: 'Próxima etapa' },
    changed: { en: 'Changed', pt: 'Alterada' },
    nothing: { en: 'Nothing here.', pt: 'Nada aqui.' },
  },
  edit: {
    CREATE: { en: 'Create {name}', pt: 'Criar {name}' },
    UPDATE: { en: 'Change {name}', pt: 'Alterar {name}' },
    DELETE: { en: 'Delete {name}', pt: 'Excluir {name}' },
    PAUSE: { en: 'Pause {name}', pt: 'Pausar {name}' },
    RESTART: { en: 'Restart {name}', pt: 'Retomar {name}' },
    RESTORE: { en: 'Restore {name}', pt: 'Restaurar {name}' },
    SHIP: { en: 'Give everyone one value of {name}', pt: 'Dar um só valor de {name} a todos' },
  },
  filedBy: { en: '{person}, applied {start}', pt: '{person}, aplicada {start}' },
  steps: { en: 'Steps', pt: 'Etapas' },
  waiting: { en: 'Step {step} of {steps}', pt: 'Etapa {step} de {steps}' },
  heldFor: { en: '{state}: {reason}', pt: '{state}: {reason}' },
  start: {
    MANUAL: { en: 'by hand', pt: 'manualmente' },
    ON_APPROVAL: { en: 'at once when approved', pt: 'assim que aprovada' },
    AT: { en: 'at a time', pt: 'em um horário' },
  },
  heldBecause: {
    CONFLICT: { en: 'somebody changed the same part', pt: 'alguém mudou a mesma parte' },
    GONE: { en: 'what it changes was deleted', pt: 'o que ela muda foi excluído' },
    REFUSED: { en: 'it could not be applied', pt: 'não pôde ser aplicada' },
    MISSED: { en: 'its time passed too long ago', pt: 'o horário passou faz tempo demais' },
    ACCESS_LOST: { en: 'its author lost access', pt: 'quem a fez perdeu o acesso' },
    PAUSED: { en: 'the experiment was paused', pt: 'o experimento foi pausado' },
    GUARDRAIL_HARM: { en: 'a guardrail got worse', pt: 'uma métrica de proteção piorou' },
    SAMPLE_RATIO: {
      en: 'the users are not split as planned',
      pt: 'os usuários não estão divididos como planejado',
    },
    ASSIGNMENT: {
      en: 'systems report other values than they were given',
      pt: 'sistemas informam valores diferentes dos recebidos',
    },
    NO_EVIDENCE: { en: 'there is too little data', pt: 'há dados de menos' },
    BY_HAND: { en: 'somebody held it', pt: 'alguém a reteve' },
    FAILED: { en: 'an unexpected error occurred', pt: 'ocorreu um erro inesperado' },
  },
  error: {
    EMPTY_TITLE: {
      en: 'Title cannot be empty nor blank!',
      pt: 'O título não pode ficar vazio nem em branco!',
    },
    TITLE_TOO_LONG: {
      en: 'The title can have at most {limit, number} characters!',
      pt: 'O título pode ter no máximo {limit, number} caracteres!',
    },
    REASON_TOO_LONG: {
      en: 'The reason can have at most {limit, number} characters!',
      pt: 'O motivo pode ter no máximo {limit, number} caracteres!',
    },
    NO_EDITS: { en: 'There is nothing to change!', pt: 'Não há nada a mudar!' },
    INVALID_EDIT: { en: 'This change is not possible!', pt: 'Esta mudança não é possível!' },
    INVALID_STEPS: {
      en: 'The steps must rise, and there can be {limit, number} at most!',
      pt: 'As etapas devem crescer, e pode haver no máximo {limit, number}!',
    },
    INVALID_TIME: {
      en: 'The time must be in the future, within {days, number} days, and after the step before!',
      pt: 'O horário deve ser futuro, dentro de {days, number} dias, e depois da etapa anterior!',
    },
    INVALID_GUARD: {
      en: 'A guard needs a guardrail, and steps of one rule only!',
      pt: 'Um vigia precisa de uma métrica de proteção e de etapas de uma só regra!',
    },
    INVALID_SOURCE: {
      en: 'This cannot be made a change request!',
      pt: 'Isto não pode virar uma solicitação de mudança!',
    },
    EMPTY_COMMENT: { en: 'Please say why you reject it!', pt: 'Diga por que rejeita!' },
    COMMENT_TOO_LONG: {
      en: 'The comment can have at most {limit, number} characters!',
      pt: 'O comentário pode ter no máximo {limit, number} caracteres!',
    },
    OWN_REQUEST: {
      en: 'You cannot approve what you changed yourself!',
      pt: 'Você não pode aprovar o que você mesmo mudou!',
    },
    WRONG_REQUEST_STATE: {
      en: 'This is not possible any more: the request is {state}!',
      pt: 'Isto não é mais possível: a solicitação está {state}!',
    },
    EDITS_CONFLICT: {
      en: 'Choose for each part which change stays!',
      pt: 'Escolha, para cada parte, qual mudança fica!',
    },
    VERSION_CONFLICT: {
      en: 'The request changed since you opened it. Look at it again, then decide!',
      pt: 'A solicitação mudou desde que você a abriu. Veja de novo e decida!',
    },
    INVALID_CHARACTERS: {
      en: 'Characters that cannot be seen are not allowed!',
      pt: 'Não são permitidos caracteres que não se veem!',
    },
  },
} as const satisfies Texts;
