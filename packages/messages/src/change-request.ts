import type { Texts } from './text.ts';

export const changeRequest = {
  title: { en: 'Change requests', pt: 'Solicitações de mudança' },
  of: { en: '#{number} {title}', pt: '#{number} {title}' },
  promotion: {
    title: { en: 'Promote to {to}', pt: 'Promover para {to}' },
    intro: {
      en: '{to} gets the rules that {count, plural, one {# toggle has} other {# toggles have}} in {from}. Users stay on their sides of splits; nothing is deleted. This makes a draft of a change request; nothing changes yet.',
      pt: '{to} recebe as regras que {count, plural, one {# toggle tem} other {# toggles têm}} em {from}. Os usuários ficam nos seus lados das divisões; nada é excluído. Isto cria um rascunho de solicitação de mudança; nada muda ainda.',
    },
    name: { en: 'Title', pt: 'Título' },
    ofOne: { en: 'Promote {toggle} to {to}', pt: 'Promover {toggle} para {to}' },
    ofMany: {
      en: 'Promote {count, plural, one {# toggle} other {# toggles}} to {to}',
      pt: 'Promover {count, plural, one {# toggle} other {# toggles}} para {to}',
    },
    copyStatus: { en: 'copy status', pt: 'copiar o status' },
    copyStatusHint: {
      en: 'Otherwise what is active or paused in {to} stays so.',
      pt: 'Caso contrário, o que está ativo ou pausado em {to} continua assim.',
    },
    draft: { en: 'Make a draft', pt: 'Criar rascunho' },
    tooMany: {
      en: 'A change request can have at most {limit, number} changes!',
      pt: 'Uma solicitação de mudança pode ter no máximo {limit, number} alterações!',
    },
    inactive: { en: '{toggle} is not active in {to}.', pt: '{toggle} não está ativo em {to}.' },
    paused: { en: '{toggle} is paused in {to}.', pt: '{toggle} está pausado em {to}.' },
    add: { en: 'Add {toggle}', pt: 'Incluir {toggle}' },
    addWithStatus: {
      en: 'Add {toggle} and copy the status of all',
      pt: 'Incluir {toggle} e copiar o status de todos',
    },
  },
  revert: {
    title: { en: 'Revert #{number} {title}', pt: 'Reverter #{number} {title}' },
    drafted: {
      en: 'Draft #{number} takes back what the request has changed. Look at it, then submit it.',
      pt: 'O rascunho #{number} desfaz o que a solicitação mudou. Confira e depois envie.',
    },
  },
  ofImport: { en: 'Import of {application}', pt: 'Importação de {application}' },
  empty: {
    en: 'No change waits here. Save an experiment “at a time”, “in steps” or as a draft, and it appears in this list.',
    pt: 'Nenhuma mudança espera aqui. Salve um experimento “em um horário”, “em etapas” ou como rascunho, e ele aparece nesta lista.',
  },
  somebody: { en: 'Somebody', pt: 'Alguém' },
  noDifference: {
    en: 'Nothing: it is so already.',
    pt: 'Nada: já está assim.',
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
    edit: { en: 'Edit…', pt: 'Editar…' },
    saveDraft: { en: 'Save as draft', pt: 'Salvar como rascunho' },
    submit: { en: 'Request approval', pt: 'Solicitar aprovação' },
    apply: { en: 'Apply now', pt: 'Aplicar agora' },
    advance: { en: 'Next step now', pt: 'Próxima etapa agora' },
    hold: { en: 'Hold', pt: 'Reter' },
    resume: { en: 'Resume', pt: 'Retomar' },
    withdraw: { en: 'Withdraw…', pt: 'Retirar…' },
    revert: { en: 'Revert…', pt: 'Reverter…' },
    takeOver: { en: 'Take over', pt: 'Assumir' },
    file: { en: 'Submit', pt: 'Enviar' },
    approve: { en: 'Approve', pt: 'Aprovar' },
    reject: { en: 'Reject…', pt: 'Rejeitar…' },
    rollBack: { en: 'Roll back', pt: 'Desfazer' },
    fileAgain: { en: 'File again', pt: 'Solicitar de novo' },
    deleteDraft: { en: 'Delete draft…', pt: 'Excluir rascunho…' },
    mine: { en: 'Keep this change', pt: 'Manter esta mudança' },
    theirs: { en: 'Keep what is stored', pt: 'Manter o que está salvo' },
  },
  list: {
    request: { en: 'Request', pt: 'Solicitação' },
    state: { en: 'State', pt: 'Estado' },
    environments: { en: 'Environments', pt: 'Ambientes' },
    next: { en: 'Next', pt: 'Próxima etapa' },
    changed: { en: 'Changed', pt: 'Alterada' },
    nothing: { en: 'Nothing here.', pt: 'Nada aqui.' },
    environment: { en: 'Environment', pt: 'Ambiente' },
    more: { en: 'more', pt: 'mais' },
    loadedMore: {
      en: '{count, plural, one {# more request loaded} other {# more requests loaded}}',
      pt: '{count, plural, one {mais # solicitação carregada} other {mais # solicitações carregadas}}',
    },
  },
  edit: {
    CREATE: { en: 'Create {name}', pt: 'Criar {name}' },
    UPDATE: { en: 'Change {name}', pt: 'Alterar {name}' },
    DELETE: { en: 'Delete {name}', pt: 'Excluir {name}' },
    PAUSE: { en: 'Pause {name}', pt: 'Pausar {name}' },
    RESTART: { en: 'Restart {name}', pt: 'Retomar {name}' },
    RESTORE: { en: 'Restore {name}', pt: 'Restaurar {name}' },
    SHIP: { en: 'Give everyone one value of {name}', pt: 'Dar um só valor de {name} a todos' },
    view: { en: 'View', pt: 'Ver' },
    open: { en: 'View {name}', pt: 'Ver {name}' },
    gone: {
      en: 'It goes, and can be restored for a while.',
      pt: 'Deixa de existir, e pode ser restaurado por um tempo.',
    },
    experimentGone: {
      en: 'All rules go: everyone gets the default value.',
      pt: 'Todas as regras saem: todos recebem o valor padrão.',
    },
    rerandomised: {
      en: 'All users are assigned anew.',
      pt: 'Todos os usuários são sorteados de novo.',
    },
  },
  steps: { en: 'Steps', pt: 'Etapas' },
  waiting: { en: 'Step {step} of {steps}', pt: 'Etapa {step} de {steps}' },
  notApplied: { en: '{step}: not applied', pt: '{step}: não aplicada' },
  dueAt: { en: '{step}, {time}', pt: '{step}, {time}' },
  dueAfter: { en: '{step}, {wait} after the one before', pt: '{step}, {wait} depois da anterior' },
  wait: {
    days: {
      en: '{count, plural, one {# day} other {# days}}',
      pt: '{count, plural, one {# dia} other {# dias}}',
    },
    hours: {
      en: '{count, plural, one {# hour} other {# hours}}',
      pt: '{count, plural, one {# hora} other {# horas}}',
    },
    minutes: {
      en: '{count, plural, one {# minute} other {# minutes}}',
      pt: '{count, plural, one {# minuto} other {# minutos}}',
    },
    seconds: {
      en: '{count, plural, one {# second} other {# seconds}}',
      pt: '{count, plural, one {# segundo} other {# segundos}}',
    },
  },
  about: {
    author: { en: 'Author', pt: 'Autoria' },
    byToken: { en: '{name} (token ‘{token}’)', pt: '{name} (token ‘{token}’)' },
    applied: { en: 'Applied', pt: 'Aplicada' },
    approvals: { en: 'Approvals', pt: 'Aprovações' },
    approvedBy: { en: 'Approved by {people}', pt: 'Aprovada por {people}' },
    reason: { en: 'Reason', pt: 'Motivo' },
  },
  approvals: {
    en: '{given, number} of {needed, plural, one {# approval} other {# approvals}} for {environment}',
    pt: '{given, number} de {needed, plural, one {# aprovação} other {# aprovações}} para {environment}',
  },
  tooFew: {
    nobody: {
      en: '{environment}: this can never be approved. It needs {needed, plural, one {# approval} other {# approvals}}, and nobody can give one.',
      pt: '{environment}: isto nunca poderá ser aprovado. Exige {needed, plural, one {# aprovação} other {# aprovações}}, e ninguém pode dar nenhuma.',
    },
    some: {
      en: '{environment}: this can never be approved. It needs {needed, plural, one {# approval} other {# approvals}}, and only {people} can give one.',
      pt: '{environment}: isto nunca poderá ser aprovado. Exige {needed, plural, one {# aprovação} other {# aprovações}}, e só pode aprovar: {people}.',
    },
    wayOut: {
      en: 'An administrator can make somebody else an approver, ask for fewer approvals, or bypass the rules.',
      pt: 'Quem administra pode dar a mais alguém o papel de aprovar, exigir menos aprovações, ou ignorar as regras.',
    },
  },
  approvalFell: {
    en: '{person} changed #{number} after your approval. Please look at it again.',
    pt: '{person} mudou #{number} depois da sua aprovação. Veja de novo.',
  },
  lookedAgain: { en: 'I have looked at it', pt: 'Já vi' },
  waitsFor: {
    TIME: { en: 'Next step {time}.', pt: 'Próxima etapa {time}.' },
    WATCH: {
      en: 'All steps are applied. The guard watches until {time}.',
      pt: 'Todas as etapas foram aplicadas. O vigia observa até {time}.',
    },
    UNITS: {
      en: 'Waiting for users: {least, number} of {needed, number} with “{value}”.',
      pt: 'À espera de usuários: {least, number} de {needed, number} com “{value}”.',
    },
    EVENTS: {
      en: 'Waiting for events: there are still too few of {metric} to say anything.',
      pt: 'À espera de eventos: ainda há poucos de {metric} para dizer algo.',
    },
    DATA: {
      en: 'Waiting for results: nothing was counted since {time}.',
      pt: 'À espera de resultados: nada foi contado desde {time}.',
    },
    NOTHING: {
      en: 'Waiting for results: nothing was counted in this step yet.',
      pt: 'À espera de resultados: nada foi contado nesta etapa ainda.',
    },
    SAFE: {
      en: 'Waiting until {metric} is safe.',
      pt: 'À espera de que {metric} esteja segura.',
    },
  },
  guard: {
    title: { en: 'Guard', pt: 'Vigia' },
    needs: {
      NOT_HARMED: {
        en: 'The next step waits until each value has {units, number} users and no guardrail got worse.',
        pt: 'A etapa seguinte espera até que cada valor tenha {units, number} usuários e nenhuma métrica de proteção tenha piorado.',
      },
      SAFE: {
        en: 'The next step waits until each value has {units, number} users and all guardrails are safe.',
        pt: 'A etapa seguinte espera até que cada valor tenha {units, number} usuários e todas as métricas de proteção estejam seguras.',
      },
    },
    onHarm: {
      ROLL_BACK: {
        en: 'If one gets worse, everything is rolled back.',
        pt: 'Se uma piorar, tudo é desfeito.',
      },
      HOLD: {
        en: 'If one gets worse, the request is held.',
        pt: 'Se uma piorar, a solicitação é retida.',
      },
    },
    watch: {
      en: 'It watches for {wait} after the last step.',
      pt: 'Ele observa por {wait} depois da última etapa.',
    },
    of: { en: '{metric} with “{value}”', pt: '{metric} com “{value}”' },
    state: {
      SAFE: { en: 'safe', pt: 'segura' },
      OPEN: {
        en: 'not worse so far, not proved safe',
        pt: 'não piorou até agora, sem prova de que é segura',
      },
      HARMED: { en: 'worse', pt: 'pior' },
      SHUT: { en: 'too little data', pt: 'dados de menos' },
    },
    users: { en: 'Users', pt: 'Usuários' },
    count: { en: '{value}: {users, number}', pt: '{value}: {users, number}' },
    counted: { en: 'Counted', pt: 'Contado' },
    notYet: { en: 'Nothing in this step yet', pt: 'Nada nesta etapa ainda' },
    since: {
      en: 'Since step {step} everyone who meets it counts, also users who had another value before: {marked, number}.',
      pt: 'Desde a etapa {step} contam todos os que a encontram, também quem tinha outro valor antes: {marked, number}.',
    },
    results: { en: 'Results', pt: 'Resultados' },
  },
  harmGoesOn: {
    en: '{metric} is harmed, but {person} edited rule {number}: nothing was rolled back. Decide now.',
    pt: '{metric} piorou, mas {person} editou a regra {number}: nada foi desfeito. Decida agora.',
  },
  frozen: {
    step: { en: '{step}: frozen until {until}', pt: '{step}: congelado até {until}' },
    coming: {
      en: '{environment}: frozen from {from} until {until}. The next step is due {due} and waits.',
      pt: '{environment}: congelado de {from} até {until}. A próxima etapa é para {due} e espera.',
    },
    comingTooLong: {
      en: '{environment}: frozen from {from} until {until}. The next step is due {due} and waits, but no longer than {missed}: if the freeze has not ended by then, the request is held.',
      pt: '{environment}: congelado de {from} até {until}. A próxima etapa é para {due} e espera, mas só até {missed}: se o congelamento não terminar até lá, a solicitação fica retida.',
    },
    waits: {
      en: '{environment}: frozen until {until}. The step waits.',
      pt: '{environment}: congelado até {until}. A etapa espera.',
    },
    tooLong: {
      en: '{environment}: frozen until {until}. The step waits, but no longer than {missed}: if the freeze has not ended by then, the request is held.',
      pt: '{environment}: congelado até {until}. A etapa espera, mas só até {missed}: se o congelamento não terminar até lá, a solicitação fica retida.',
    },
  },
  expired: {
    en: 'Nobody touched it for {days, number} days, so it ended.',
    pt: 'Ninguém mexeu nela por {days, number} dias, e ela se encerrou.',
  },
  nothingApplied: { en: 'Nothing of it was applied.', pt: 'Nada dela foi aplicado.' },
  appliedStays: {
    en: 'What was applied stays: steps {steps}.',
    pt: 'O que foi aplicado fica: etapas {steps}.',
  },
  withdrawn: {
    kept: {
      en: 'Withdrawn. What was applied stays: steps {steps}.',
      pt: 'Retirada. O que foi aplicado fica: etapas {steps}.',
    },
  },
  rolledBackByHand: {
    en: 'Rolled back by {person}. Everyone has what they had before {time}.',
    pt: 'Desfeita por {person}. Todos têm o que tinham antes de {time}.',
  },
  filed: { en: '#{number} waits for approval', pt: '#{number} espera aprovação' },
  scheduled: {
    en: '#{number} will be applied {time}',
    pt: '#{number} será aplicada {time}',
  },
  keptAsDraft: { en: 'Kept as draft #{number}.', pt: 'Guardada como rascunho #{number}.' },
  comingNext: {
    en: 'next: {next}, {time} (#{number})',
    pt: 'depois: {next}, {time} (#{number})',
  },
  comingShort: { en: 'next: {day} (#{number})', pt: 'depois: {day} (#{number})' },
  willHold: {
    en: '#{number} ({person}, {time}) changes {part} too and will be held.',
    pt: '#{number} ({person}, {time}) também muda {part} e será retida.',
  },
  rolledBack: {
    en: 'Rolled back: {metric} got worse with “{value}”. Everyone has what they had before {time}.',
    pt: 'Desfeita: {metric} piorou com “{value}”. Todos têm o que tinham antes de {time}.',
  },
  filedAgain: {
    en: 'Copied as draft #{number}. Nothing is submitted yet.',
    pt: 'Copiada como rascunho #{number}. Nada foi enviado ainda.',
  },
  draftDeleted: { en: 'Draft deleted.', pt: 'Rascunho excluído.' },
  change: {
    title: { en: 'Edit change request #{number}', pt: 'Editar solicitação de mudança #{number}' },
    name: { en: 'Title', pt: 'Título' },
    lateBy: { en: 'May be late by', pt: 'Pode atrasar até' },
    laterHeld: { en: 'Later than that it is held.', pt: 'Depois disso ela é retida.' },
    atOnce: {
      en: 'at once: no approval is needed',
      pt: 'na hora: não é preciso aprovação',
    },
    falls: {
      en: 'With this change the approvals given so far fall when you save.',
      pt: 'Com esta mudança, as aprovações já dadas caem quando você salvar.',
    },
    noApprover: {
      en: 'Whoever changes when it is applied cannot approve it.',
      pt: 'Quem muda quando ela é aplicada não pode aprová-la.',
    },
    goesOn: {
      en: 'It is held. When you save, it goes on as it says here.',
      pt: 'Ela está retida. Quando você salvar, ela segue como está aqui.',
    },
  },
  moreActions: { en: 'More actions', pt: 'Mais ações' },
  withdraw: {
    title: { en: 'Withdraw request', pt: 'Retirar solicitação' },
    text: {
      en: 'Withdraw {name}? It will not be applied.',
      pt: 'Retirar {name}? Ela não será aplicada.',
    },
    kept: {
      en: 'Withdraw {name}? What was applied stays; the other steps will not be applied.',
      pt: 'Retirar {name}? O que foi aplicado fica; as outras etapas não serão aplicadas.',
    },
  },
  deleteDraft: {
    title: { en: 'Delete draft', pt: 'Excluir rascunho' },
    text: { en: 'Delete the draft {name}?', pt: 'Excluir o rascunho {name}?' },
  },
  reject: {
    title: { en: 'Reject', pt: 'Rejeitar' },
    text: {
      en: 'One rejection ends the request. Its author can file it again.',
      pt: 'Uma rejeição encerra a solicitação. Quem a fez pode solicitar de novo.',
    },
    why: { en: 'Why?', pt: 'Por quê?' },
  },
  problems: {
    title: {
      en: 'It cannot be submitted as it is:',
      pt: 'Do jeito que está, ela não pode ser enviada:',
    },
    again: { en: 'Check again', pt: 'Verificar de novo' },
    one: { en: 'Step {step}, {name}: {text}', pt: 'Etapa {step}, {name}: {text}' },
  },
  conflict: {
    title: { en: 'Which change stays?', pt: 'Qual mudança fica?' },
    part: { en: '{name}: {part}', pt: '{name}: {part}' },
    rule: { en: 'rule #{number}', pt: 'regra #{number}' },
    rules: { en: 'the rules', pt: 'as regras' },
    order: { en: 'order of the rules', pt: 'ordem das regras' },
    salt: { en: 'salt', pt: 'sal' },
    deleted: { en: 'Deleted', pt: 'Excluída' },
    resume: { en: 'Resume with these', pt: 'Retomar com estas' },
    submit: { en: 'Submit with these', pt: 'Enviar com estas' },
  },
  conversation: {
    title: {
      en: '{count, plural, =0 {Conversation} other {Conversation (#)}}',
      pt: '{count, plural, =0 {Conversa} other {Conversa (#)}}',
    },
    APPROVED: { en: '{person} approved', pt: '{person} aprovou' },
    FELL: {
      en: '{person} approved an earlier content',
      pt: '{person} aprovou um conteúdo anterior',
    },
    REJECTED: { en: '{person} rejected', pt: '{person} rejeitou' },
    COMMENT: { en: '{person} wrote', pt: '{person} escreveu' },
    comment: { en: 'Comment', pt: 'Comentário' },
    send: { en: 'Send comment', pt: 'Enviar comentário' },
  },
  held: {
    CONFLICT: {
      en: 'Held: {person} changed the same part. Nothing was overwritten.',
      pt: 'Retida: {person} mudou a mesma parte. Nada foi sobrescrito.',
    },
    GONE: {
      en: 'Held: {name} was deleted by {person}.',
      pt: 'Retida: {name} foi excluído por {person}.',
    },
    REFUSED: {
      en: 'Held: step {step} could not be applied. {problem}',
      pt: 'Retida: a etapa {step} não pôde ser aplicada. {problem}',
    },
    MISSED: {
      en: 'Held: it was due {time}, and that is too long ago to apply it without a person.',
      pt: 'Retida: era para {time}, e faz tempo demais para aplicá-la sem uma pessoa.',
    },
    ACCESS_LOST: {
      en: 'Held: {person} may no longer change {environment}. Somebody else can take it over.',
      pt: 'Retida: {person} já não pode mudar {environment}. Outra pessoa pode assumi-la.',
    },
    PAUSED: { en: 'Held: {person} paused {toggle}.', pt: 'Retida: {person} pausou {toggle}.' },
    GUARDRAIL_HARM: {
      en: 'Held: {metric} got worse with “{value}”. Harm goes on: roll back, or decide otherwise.',
      pt: 'Retida: {metric} piorou com “{value}”. O dano continua: desfaça, ou decida de outro modo.',
    },
    SAMPLE_RATIO: {
      en: 'Held: the users are not split as planned, so the figures prove nothing. Harm may go on unseen.',
      pt: 'Retida: os usuários não estão divididos como planejado, e os números não provam nada. Pode haver dano sem ser visto.',
    },
    ASSIGNMENT: {
      en: 'Held: systems report other values than they were given, so the figures prove nothing. Harm may go on unseen.',
      pt: 'Retida: sistemas informam valores diferentes dos recebidos, e os números não provam nada. Pode haver dano sem ser visto.',
    },
    NO_EVIDENCE: {
      en: 'Held: after {wait} there is still too little data to go on.',
      pt: 'Retida: após {wait} ainda há dados de menos para continuar.',
    },
    BY_HAND: { en: 'Held by {person}.', pt: 'Retida por {person}.' },
    FAILED: {
      en: 'Held: an unexpected error occurred. Your administrator finds it in the log under {id}.',
      pt: 'Retida: ocorreu um erro inesperado. Quem administra o serviço o encontra no log como {id}.',
    },
  },
  /** What a person can do about it. */
  wayOut: {
    CONFLICT: {
      en: 'Choose for each part which change stays; then it goes on.',
      pt: 'Escolha, para cada parte, qual mudança fica; então ela continua.',
    },
    GONE: {
      en: 'Restore what was deleted, then resume; or withdraw the request.',
      pt: 'Restaure o que foi excluído e retome; ou retire a solicitação.',
    },
    REFUSED: {
      en: 'Remove what is in its way, then resume; or withdraw it.',
      pt: 'Remova o que a impede e retome; ou retire-a.',
    },
    MISSED: {
      en: 'Look whether it still fits. Then apply it now, or withdraw it.',
      pt: 'Veja se ela ainda faz sentido. Então aplique-a agora, ou retire-a.',
    },
    ACCESS_LOST: {
      en: 'Take it over, then resume.',
      pt: 'Assuma-a e retome.',
    },
    PAUSED: {
      en: 'Resuming goes on with the steps. The experiment stays paused until somebody restarts it.',
      pt: 'Retomar continua as etapas. O experimento fica pausado até que alguém o retome.',
    },
    GUARDRAIL_HARM: {
      en: 'Roll back. Or withdraw the request: what was applied stays. Resuming holds it again as long as it is worse.',
      pt: 'Desfaça. Ou retire a solicitação: o que foi aplicado fica. Retomar a retém de novo enquanto estiver pior.',
    },
    SAMPLE_RATIO: {
      en: 'Roll back, or resume when the counting is mended.',
      pt: 'Desfaça, ou retome quando a contagem estiver corrigida.',
    },
    ASSIGNMENT: {
      en: 'Roll back, or resume when the counting is mended.',
      pt: 'Desfaça, ou retome quando a contagem estiver corrigida.',
    },
    NO_EVIDENCE: {
      en: 'Resume to wait again, or roll back.',
      pt: 'Retome para esperar de novo, ou desfaça.',
    },
    FAILED: {
      en: 'Resume to try again, or withdraw it.',
      pt: 'Retome para tentar de novo, ou retire-a.',
    },
  },
  heldFor: { en: '{state}: {reason}', pt: '{state}: {reason}' },
  start: {
    atTime: { en: 'at {time}', pt: 'em {time}' },
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
    EMPTY_REASON: { en: 'Please say why!', pt: 'Diga o motivo!' },
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
    RAMP_EXISTS: {
      en: 'This rule already has a ramp: #{number}!',
      pt: 'Esta regra já tem uma expansão gradual: #{number}!',
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
