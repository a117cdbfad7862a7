import type { Texts } from './text.ts';

export const toggle = {
  list: {
    title: { en: 'Toggles', pt: 'Toggles' },
    new: { en: 'New toggle', pt: 'Novo toggle' },
    empty: {
      en: 'A toggle lets you change what users see without a deploy. Create the first one.',
      pt: 'Um toggle permite mudar o que os usuários veem sem um novo deploy. Crie o primeiro.',
    },
    openExperiment: {
      en: '{toggle} in {environment}: {outcome}; changed {time} by {name}',
      pt: '{toggle} em {environment}: {outcome}; alterado {time} por {name}',
    },
    createExperiment: {
      en: 'No experiment for {toggle} in {environment}: create one',
      pt: 'Nenhum experimento de {toggle} em {environment}: criar um',
    },
    actionsOf: { en: 'Actions for {name}', pt: 'Ações de {name}' },
    copyName: { en: 'Copy name', pt: 'Copiar nome' },
    openInPlayground: { en: 'Open in playground', pt: 'Abrir no simulador' },
    changed: { en: 'Changed', pt: 'Alteração' },
    archived: { en: 'archived', pt: 'arquivado' },
    state: {
      label: { en: 'State in {environment}', pt: 'Estado em {environment}' },
      any: { en: 'Any state', pt: 'Qualquer estado' },
      on: { en: 'Everyone gets another value', pt: 'Todos recebem outro valor' },
      off: { en: 'Everyone gets the default', pt: 'Todos recebem o padrão' },
      split: { en: 'Split', pt: 'Dividido' },
      rules: { en: 'Decided by rules', pt: 'Decidido por regras' },
      paused: { en: 'Paused', pt: 'Pausado' },
      none: { en: 'No experiment', pt: 'Sem experimento' },
      elsewhere: { en: '{environment}: {state}', pt: '{environment}: {state}' },
      remove: { en: 'Remove filter: {filter}', pt: 'Remover filtro: {filter}' },
    },
    tag: { label: { en: 'Tag', pt: 'Tag' }, any: { en: 'Any tag', pt: 'Qualquer tag' } },
    owner: {
      label: { en: 'Owner', pt: 'Responsável' },
      any: { en: 'Any owner', pt: 'Qualquer responsável' },
    },
    otherEnvironments: {
      en: '{toggle} in {count, plural, one {# more environment} other {# more environments}}',
      pt: '{toggle} em mais {count, plural, one {# ambiente} other {# ambientes}}',
    },
    value: {
      label: { en: 'Value', pt: 'Valor' },
      any: { en: 'Any value', pt: 'Qualquer valor' },
    },
    since: {
      label: { en: 'Changed since', pt: 'Alterado desde' },
      any: { en: 'Changed any time', pt: 'Alterado a qualquer momento' },
      days: {
        en: '{count, plural, one {Changed since yesterday} other {Changed in # days}}',
        pt: '{count, plural, one {Alterado desde ontem} other {Alterado em # dias}}',
      },
    },
    filter: {
      all: {
        en: '{count, plural, =0 {Filters} other {Filters: #}}',
        pt: '{count, plural, =0 {Filtros} other {Filtros: #}}',
      },
      add: { en: 'Filter', pt: 'Filtro' },
      mine: { en: 'Owned or last changed by me', pt: 'Meus ou alterados por mim' },
      favourites: { en: 'Favourites', pt: 'Favoritos' },
      archived: { en: 'Archived', pt: 'Arquivados' },
    },
  },
  outcome: {
    paused: { en: 'rules paused', pt: 'regras pausadas' },
    percent: { en: '{share, number}%', pt: '{share, number}%' },
    rules: {
      en: '{count, plural, one {# rule} other {# rules}}',
      pt: '{count, plural, one {# regra} other {# regras}}',
    },
    rulesSentence: { en: '{rules}, everyone else {result}', pt: '{rules}, os demais {result}' },
    pausedSentence: {
      en: 'rules paused, everyone gets {value}',
      pt: 'regras pausadas, todos recebem {value}',
    },
    noneSentence: {
      en: 'no experiment, everyone gets {value}',
      pt: 'sem experimento, todos recebem {value}',
    },
  },
  switch: {
    label: { en: 'Rules of {toggle} in {environment}', pt: 'Regras de {toggle} em {environment}' },
    title: { en: 'Rules', pt: 'Regras' },
    apply: { en: 'rules apply', pt: 'regras valem' },
    paused: { en: 'rules paused', pt: 'regras pausadas' },
    turnOn: { en: 'Roll out…', pt: 'Liberar…' },
    turnOnVerb: { en: 'Roll out', pt: 'Liberar' },
    turnOnWhere: { en: '{toggle} in {environment}', pt: '{toggle} em {environment}' },
    turnOnIn: {
      en: 'Roll out {toggle} in {environment}',
      pt: 'Liberar {toggle} em {environment}',
    },
    pause: {
      en: 'Pause {toggle} in {environment}?',
      pt: 'Pausar {toggle} em {environment}?',
    },
    restart: {
      en: 'Restart {toggle} in {environment}?',
      pt: 'Retomar {toggle} em {environment}?',
    },
    pauseVerb: { en: 'Pause', pt: 'Pausar' },
    restartVerb: { en: 'Restart', pt: 'Retomar' },
    before: { en: 'Now: {outcome}', pt: 'Agora: {outcome}' },
    after: { en: 'Then: {outcome}', pt: 'Depois: {outcome}' },
    newPhase: {
      en: 'Results are counted from here on as a new phase.',
      pt: 'Os resultados passam a ser contados como uma nova fase.',
    },
    dependents: {
      en: 'Rules of other toggles ask what this one returns:',
      pt: 'Regras de outros toggles perguntam o que este retorna:',
    },
    value: { en: 'Value', pt: 'Valor' },
    audience: { en: 'For whom', pt: 'Para quem' },
    everyone: { en: 'Everyone', pt: 'Todos' },
    percentage: { en: 'A percentage of users', pt: 'Uma porcentagem dos usuários' },
    property: { en: 'Users whose property…', pt: 'Usuários cuja propriedade…' },
    group: { en: 'Users in a target group', pt: 'Usuários em um grupo-alvo' },
    users: { en: 'Some users', pt: 'Alguns usuários' },
    percentageField: {
      en: 'Percentage ({min, number} to {max, number})',
      pt: 'Porcentagem ({min, number} a {max, number})',
    },
    usersField: {
      en: 'User ids, separated by commas ({max, number} at most)',
      pt: 'Ids de usuários, separados por vírgulas (no máximo {max, number})',
    },
    turnedOn: {
      en: '{toggle} rolled out in {environment}.',
      pt: '{toggle} liberado em {environment}.',
    },
    turnedOffAgain: {
      en: '{toggle} has no experiment in {environment} any more.',
      pt: '{toggle} não tem mais experimento em {environment}.',
    },
  },
  rollOut: {
    review: { en: 'What the rules become', pt: 'Como ficam as regras' },
    effect: {
      CREATED: { en: 'Creates the first rules.', pt: 'Cria as primeiras regras.' },
      REPLACED: {
        en: 'Replaces {count, plural, one {# rule} other {# rules}}: everyone gets “{value}”.',
        pt: 'Substitui {count, plural, one {# regra} other {# regras}}: todos recebem “{value}”.',
      },
      ADDED: {
        en: 'Adds rule #{number, number} above everyone else.',
        pt: 'Acrescenta a regra #{number, number} acima de todos os demais.',
      },
      CHANGED: {
        en: 'Changes what rule #{number, number} returns.',
        pt: 'Muda o que a regra #{number, number} retorna.',
      },
    },
    whilePaused: {
      en: 'The rules are paused: everyone gets the default until they are restarted.',
      pt: 'As regras estão pausadas: todos recebem o padrão até que sejam retomadas.',
    },
    measured: {
      en: 'An analysis of a rule that changes begins a new phase; of a rule that goes, it ends.',
      pt: 'A análise de uma regra que muda inicia uma nova fase; a de uma regra que sai é encerrada.',
    },
    changedMeanwhile: {
      en: 'Somebody saved other rules meanwhile. Look at what follows now, and save again.',
      pt: 'Alguém salvou outras regras enquanto isso. Veja o que muda agora e salve de novo.',
    },
    undone: {
      en: 'The former rules of {toggle} in {environment} apply again.',
      pt: 'As regras anteriores de {toggle} em {environment} valem de novo.',
    },
    keepField: {
      en: 'Save these users as a target group named (optional)',
      pt: 'Salvar estes usuários como grupo-alvo com o nome (opcional)',
    },
    keepHint: {
      en: 'The group is saved first; the rule then asks for it, and other rules can, too.',
      pt: 'O grupo é salvo primeiro; a regra passa a usá-lo, e outras regras também podem.',
    },
    groupField: { en: 'Target group', pt: 'Grupo-alvo' },
    chooseGroup: { en: 'Choose a target group', pt: 'Escolha um grupo-alvo' },
    shareField: {
      en: 'Percentage of these users (1 to 100)',
      pt: 'Porcentagem destes usuários (1 a 100)',
    },
  },
  titleNew: { en: 'New toggle', pt: 'Novo toggle' },
  details: {
    noDescription: { en: 'No description', pt: 'Sem descrição' },
    editDescription: { en: 'Edit description', pt: 'Editar descrição' },
    tags: { en: 'Tags', pt: 'Tags' },
    tagsHint: {
      en: 'Enter or a comma ends a tag.',
      pt: 'Enter ou vírgula encerra uma tag.',
    },
    editTags: { en: 'Edit tags', pt: 'Editar tags' },
    removeTag: { en: 'Remove tag {tag}', pt: 'Remover a tag {tag}' },
    owner: { en: 'Owner', pt: 'Responsável' },
    nobody: { en: 'nobody', pt: 'ninguém' },
    editOwner: { en: 'Change owner', pt: 'Mudar responsável' },
    test: { en: 'Test', pt: 'Testar' },
  },
  archive: {
    title: { en: 'Archive toggle', pt: 'Arquivar toggle' },
    takeBack: { en: 'Bring back from the archive', pt: 'Trazer de volta do arquivo' },
    done: {
      en: '{name} archived. It answers as before.',
      pt: '{name} arquivado. Ele responde como antes.',
    },
    undone: { en: '{name} is back in the lists.', pt: '{name} está de volta nas listas.' },
    confirm: {
      en: 'Archive toggle {name}? Lists no longer show it, and everyone gets its default value <value></value>.',
      pt: 'Arquivar o toggle {name}? As listas não o mostram mais, e todos recebem o valor padrão <value></value>.',
    },
    verb: {
      en: 'Archive and delete {count, plural, one {its experiment} other {# experiments}}',
      pt: 'Arquivar e excluir {count, plural, one {o experimento} other {# experimentos}}',
    },
    doneWithout: {
      en: '{name} archived. Everyone gets {value}.',
      pt: '{name} arquivado. Todos recebem {value}.',
    },
    refused: {
      EXPERIMENT_EXISTS: {
        en: 'Cannot archive. Toggle has at least one experiment registered!',
        pt: 'Não é possível arquivar. O toggle tem pelo menos um experimento cadastrado!',
      },
      EXPERIMENT_DEPENDENCY_EXISTS: {
        en: 'Cannot archive. Toggle is a dependency of at least one experiment!',
        pt: 'Não é possível arquivar. Pelo menos um experimento depende deste toggle!',
      },
    },
  },
  code: {
    key: {
      en: 'Asks as user-1. The <link>key of {environment}</link> takes the place of YOUR_ENVIRONMENT_KEY; pages use a client key.',
      pt: 'Consulta como user-1. A <link>chave de {environment}</link> entra no lugar de YOUR_ENVIRONMENT_KEY; páginas usam uma chave de cliente.',
    },
  },
  tooFar: {
    en: 'This can be at most {limit, number} days ahead!',
    pt: 'Isto pode ser no máximo daqui a {limit, number} dias!',
  },
  tooManyTags: {
    en: '{limit, plural, =200 {The toggles of an application can have at most # tags together!} other {A toggle can have at most # tags!}}',
    pt: '{limit, plural, =200 {Os toggles de uma aplicação podem ter juntos no máximo # tags!} other {Um toggle pode ter no máximo # tags!}}',
  },
  nameHint: {
    en: 'Letters without accents, numbers, dots, hyphens and underscores. It cannot be changed later: your code uses it.',
    pt: 'Letras sem acento, números, pontos, hifens e sublinhados. Não poderá ser alterado depois: seu código usa este nome.',
  },
  addValue: { en: 'Add a value', pt: 'Adicionar um valor' },
  removeValue: { en: 'Remove value {value}', pt: 'Remover o valor {value}' },
  makeDefault: { en: 'Make {value} the default', pt: 'Tornar {value} o padrão' },
  defaultValue: { en: 'Default value', pt: 'Valor padrão' },
  uses: {
    experiments: {
      en: '{count, plural, one {Its experiment is} other {Its experiments are}} deleted at the same time. Today users get:',
      pt: '{count, plural, one {O experimento é excluído} other {Os experimentos são excluídos}} ao mesmo tempo. Hoje os usuários recebem:',
    },
    dependents: {
      en: 'Rules of other toggles ask what this one returns. Change or delete these first:',
      pt: 'Regras de outros toggles perguntam o que este retorna. Altere ou exclua estas primeiro:',
    },
    ownToo: {
      en: 'It has {count, plural, one {an experiment} other {experiments}} of its own. Today users get:',
      pt: 'Ele tem {count, plural, one {um experimento próprio} other {experimentos próprios}}. Hoje os usuários recebem:',
    },
    reading: { en: 'Looking where it is used…', pt: 'Verificando onde é usado…' },
    unread: {
      en: 'Where it is used could not be read. While something uses it, this will be refused.',
      pt: 'Não foi possível ver onde é usado. Enquanto estiver em uso, isto será recusado.',
    },
  },
  delete: {
    verb: {
      en: 'Delete with {count, plural, one {its experiment} other {# experiments}}',
      pt: 'Excluir com {count, plural, one {o experimento} other {# experimentos}}',
    },
    confirm: {
      en: 'Delete toggle {name}? Apps that still ask for it get nothing back.',
      pt: 'Excluir o toggle {name}? Sistemas que ainda o consultam não receberão mais nenhum valor.',
    },
    success: { en: 'Toggle deleted.', pt: 'Toggle excluído.' },
    title: { en: 'Delete toggle', pt: 'Excluir toggle' },
  },
  error: {
    INVALID_LIFETIME: { en: 'Invalid lifetime!', pt: 'Duração inválida!' },
    INVALID_DATE_FORMAT: {
      en: 'Invalid date format! Use YYYY-MM-DD.',
      pt: 'Formato de data inválido! Use AAAA-MM-DD.',
    },
    INVALID_DATE: { en: 'Invalid date!', pt: 'Data inválida!' },
    EMPTY_NAME: {
      en: 'Name cannot be empty nor blank!',
      pt: 'O nome não pode ficar vazio nem em branco!',
    },
    INVALID_NAME: {
      en: 'Only ASCII letters, numbers, dashes, underscores and periods (.) are allowed in the name.',
      pt: 'O nome só pode conter letras ASCII, números, hifens, sublinhados e pontos (.).',
    },
    INVALID_TAG: {
      en: 'A tag has at most {limit, number} letters, numbers, dots, underscores, colons or dashes!',
      pt: 'Uma tag tem no máximo {limit, number} letras, números, pontos, sublinhados, dois-pontos ou hifens!',
    },
    UNKNOWN_OWNER: {
      en: 'This person cannot open the application!',
      pt: 'Esta pessoa não tem acesso à aplicação!',
    },
    AT_LEAST_TWO_VALUES: {
      en: 'At least two values have to be provided!',
      pt: 'É preciso informar pelo menos dois valores!',
    },
    DEFAULT_VALUE_REQUIRED: { en: 'Select the default value!', pt: 'Selecione o valor padrão!' },
    DESCRIPTION_TOO_LONG: {
      en: 'The description can have at most {limit, number} characters!',
      pt: 'A descrição pode ter no máximo {limit, number} caracteres!',
    },
    DUPLICATE_NAME: { en: 'Name already in use!', pt: 'Este nome já está em uso!' },
    MAX_FEATURE_TOGGLES_LIMIT_REACHED: {
      en: "You have reached your account's max feature toggles limit.",
      pt: 'Você atingiu o limite máximo de toggles da sua conta.',
    },
    EXPERIMENT_EXISTS: {
      en: 'Cannot delete. Toggle has at least one experiment registered!',
      pt: 'Não é possível excluir. O toggle tem pelo menos um experimento cadastrado!',
    },
    EXPERIMENT_DEPENDENCY_EXISTS: {
      en: 'Cannot delete. Toggle is a dependency of at least one experiment!',
      pt: 'Não é possível excluir. Pelo menos um experimento depende deste toggle!',
    },
    NOT_FOUND: { en: 'Toggle not found!', pt: 'Toggle não encontrado!' },
    VALUE_IN_USE: {
      en: 'Value {value} is used in at least one experiment and cannot be removed!',
      pt: 'O valor {value} está sendo usado em pelo menos um experimento e não pode ser removido!',
    },
    INVALID_CHARACTERS: {
      en: 'This text cannot have invisible characters or line breaks!',
      pt: 'Este texto não pode ter caracteres invisíveis nem quebras de linha!',
    },
    NAME_TOO_LONG: {
      en: 'The name can have at most {limit, number} characters!',
      pt: 'O nome pode ter no máximo {limit, number} caracteres!',
    },
    EMPTY_VALUE: {
      en: 'A value cannot be empty nor blank!',
      pt: 'Um valor não pode ficar vazio nem em branco!',
    },
    VALUE_TOO_LONG: {
      en: 'A value can have at most {limit, number} characters!',
      pt: 'Um valor pode ter no máximo {limit, number} caracteres!',
    },
    LIMIT_EXCEEDED: {
      en: '{limit, plural, =64000 {The values of a toggle can have at most # characters together!} other {A toggle can have at most # values!}}',
      pt: '{limit, plural, =64000 {Os valores de um toggle podem ter juntos no máximo # caracteres!} other {Um toggle pode ter no máximo # valores!}}',
    },
    INVALID_VALUE_TYPE: {
      en: 'The values do not fit the value type!',
      pt: 'Os valores não correspondem ao tipo de valor!',
    },
    NAME_LOCKED: {
      en: 'The name of a toggle cannot be changed!',
      pt: 'O nome de um toggle não pode ser alterado!',
    },
  },
  environments: {
    title: { en: 'Environments', pt: 'Ambientes' },
    environment: { en: 'Environment', pt: 'Ambiente' },
    outcome: { en: 'Users get', pt: 'Usuários recebem' },
    actionsOf: { en: 'Actions for {name}', pt: 'Ações de {name}' },
    create: { en: 'Create experiment', pt: 'Criar experimento' },
    edit: { en: 'Edit rules', pt: 'Editar regras' },
    view: { en: 'See rules', pt: 'Ver regras' },
    copy: { en: 'Copy rules to…', pt: 'Copiar regras para…' },
    copyTitle: { en: 'Copy rules to another environment', pt: 'Copiar regras para outro ambiente' },
    copied: {
      en: 'The rules as they are saved: {outcome}.',
      pt: 'As regras como estão salvas: {outcome}.',
    },
    atOnce: { en: 'they count there at once', pt: 'elas valem lá imediatamente' },
    asDraft: {
      en: 'has rules: the editor opens with these as a draft',
      pt: 'já tem regras: o editor abre com estas como rascunho',
    },
    openDraft: { en: 'Open as draft', pt: 'Abrir como rascunho' },
    by: { en: 'by {name}', pt: 'por {name}' },
    asked: { en: 'asked <time></time>', pt: 'consultado <time></time>' },
    neverAsked: { en: 'not asked yet', pt: 'ainda não consultado' },
    paused: {
      en: 'Everyone gets {value} while paused.',
      pt: 'Todos recebem {value} enquanto estiver pausado.',
    },
    moreRules: {
      en: '{count, plural, one {and # more rule} other {and # more rules}}',
      pt: '{count, plural, one {e mais # regra} other {e mais # regras}}',
    },
    namedRule: { en: '{name} – {sentence}', pt: '{name} – {sentence}' },
    everyone: { en: 'Everyone gets <value></value>', pt: 'Todos recebem <value></value>' },
  },
  value: { en: 'Value', pt: 'Valor' },
  values: {
    title: { en: 'Values', pt: 'Valores' },
    hint: {
      en: 'What the toggle can return. Everyone gets the default unless an experiment decides otherwise.',
      pt: 'O que o toggle pode retornar. Todos recebem o valor padrão, a menos que um experimento decida outra coisa.',
    },
    add: { en: 'Add value', pt: 'Adicionar valor' },
    added: { en: 'Value {value} added', pt: 'Valor {value} adicionado' },
    already: { en: 'Value {value} is already there', pt: 'O valor {value} já está na lista' },
    removed: { en: 'Value {value} removed', pt: 'Valor {value} removido' },
    usedIn: { en: 'used in', pt: 'usado em' },
    copy: { en: 'Change a copy', pt: 'Alterar uma cópia' },
    format: { en: 'Format', pt: 'Formatar' },
    isJson: { en: 'Valid JSON', pt: 'JSON válido' },
    notJson: {
      en: 'Not JSON: see line {line}, column {column}',
      pt: 'Não é JSON: veja a linha {line}, coluna {column}',
    },
  },
  valueType: {
    label: { en: 'Value type', pt: 'Tipo do valor' },
    automatic: { en: 'Automatic: {type}', pt: 'Automático: {type}' },
    type: {
      STRING: { en: 'Text', pt: 'Texto' },
      BOOLEAN: { en: 'True or false', pt: 'Verdadeiro ou falso' },
      NUMBER: { en: 'Number', pt: 'Número' },
      JSON: { en: 'JSON', pt: 'JSON' },
    },
    hint: {
      STRING: {
        en: 'Typed clients such as OpenFeature receive the value as text.',
        pt: 'Clientes tipados, como o OpenFeature, recebem o valor como texto.',
      },
      BOOLEAN: {
        en: 'Typed clients such as OpenFeature receive true or false:',
        pt: 'Clientes tipados, como o OpenFeature, recebem verdadeiro ou falso:',
      },
      NUMBER: {
        en: 'Typed clients such as OpenFeature receive a number.',
        pt: 'Clientes tipados, como o OpenFeature, recebem um número.',
      },
      JSON: {
        en: 'Typed clients such as OpenFeature receive what the JSON describes. A list has to be inside an object.',
        pt: 'Clientes tipados, como o OpenFeature, recebem o que o JSON descreve. Uma lista precisa estar dentro de um objeto.',
      },
    },
  },
  lifetime: {
    TEMPORARY: { en: 'temporary', pt: 'temporário' },
    PERMANENT: { en: 'permanent', pt: 'permanente' },
  },
  availableToClients: {
    label: { en: 'Available to clients', pt: 'Disponível para clientes' },
    hint: {
      en: 'Pages and apps that ask with a client key know of this toggle. Servers always do.',
      pt: 'Páginas e aplicativos que consultam com uma chave de cliente conhecem este toggle. Servidores sempre conhecem.',
    },
  },
  tab: {
    values: { en: 'Values', pt: 'Valores' },
    usage: { en: 'Usage', pt: 'Uso' },
    history: { en: 'History', pt: 'Histórico' },
    code: { en: 'Code', pt: 'Código' },
  },
  history: {
    all: { en: 'Open in the audit log', pt: 'Abrir no log de auditoria' },
  },
} satisfies Texts;
