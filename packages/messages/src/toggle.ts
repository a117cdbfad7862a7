import type { Texts } from './text.ts';

export const toggle = {
  list: {
    title: { en: 'Toggles', pt: 'Toggles' },
    new: { en: 'New toggle', pt: 'Novo toggle' },
    empty: {
      en: 'A toggle lets you change what users see without a deploy. Create the first one.',
      pt: 'Um toggle permite mudar o que os usuários veem sem um novo deploy. Crie o primeiro.',
    },
    moreValues: {
      en: '{count, plural, one {# more} other {# more}}',
      pt: '{count, plural, one {mais #} other {mais #}}',
    },
    createExperiment: {
      en: 'No experiment for {toggle} in {environment}: create one',
      pt: 'Nenhum experimento de {toggle} em {environment}: criar um',
    },
    experiment: {
      en: 'experiment of {toggle} in {environment}',
      pt: 'experimento de {toggle} em {environment}',
    },
    noExperiments: { en: 'no experiments', pt: 'nenhum experimento' },
    actionsOf: { en: 'Actions for {name}', pt: 'Ações de {name}' },
    copyName: { en: 'Copy name', pt: 'Copiar nome' },
    openInPlayground: { en: 'Open in playground', pt: 'Abrir no simulador' },
    state: {
      label: { en: 'State', pt: 'Estado' },
      any: { en: 'Any state', pt: 'Qualquer estado' },
      ACTIVE: { en: 'With an active experiment', pt: 'Com experimento ativo' },
      PAUSED: { en: 'With a paused experiment', pt: 'Com experimento pausado' },
      NONE: { en: 'Without experiments', pt: 'Sem experimentos' },
    },
  },
  titleNew: { en: 'New toggle', pt: 'Novo toggle' },
  titleEdit: { en: 'Edit toggle', pt: 'Editar toggle' },
  nameHint: {
    en: 'Letters without accents, numbers, dots, hyphens and underscores. It cannot be changed later: your code uses it.',
    pt: 'Letras sem acento, números, pontos, hifens e sublinhados. Não poderá ser alterado depois: seu código usa este nome.',
  },
  addValue: { en: 'Add a value', pt: 'Adicionar um valor' },
  removeValue: { en: 'Remove value {value}', pt: 'Remover o valor {value}' },
  makeDefault: { en: 'Make {value} the default', pt: 'Tornar {value} o padrão' },
  defaultValue: { en: 'Default value', pt: 'Valor padrão' },
  delete: {
    confirm: {
      en: 'Delete toggle {name}? Apps that still ask for it get nothing back.',
      pt: 'Excluir o toggle {name}? Sistemas que ainda o consultam não receberão mais nenhum valor.',
    },
    success: { en: 'Toggle deleted.', pt: 'Toggle excluído.' },
    title: { en: 'Delete toggle', pt: 'Excluir toggle' },
  },
  error: {
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
    experiment: { en: 'Experiment', pt: 'Experimento' },
    create: { en: 'Create experiment', pt: 'Criar experimento' },
    everyone: { en: 'Everyone gets {value}', pt: 'Todos recebem {value}' },
  },
  nameLocked: {
    en: 'It cannot be changed: your code uses it.',
    pt: 'Não pode ser alterado: seu código usa este nome.',
  },
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
  availableToClients: {
    label: { en: 'Available to clients', pt: 'Disponível para clientes' },
    hint: {
      en: 'Pages and apps that ask with a client key know of this toggle. Servers always do.',
      pt: 'Páginas e aplicativos que consultam com uma chave de cliente conhecem este toggle. Servidores sempre conhecem.',
    },
  },
  tab: {
    values: { en: 'Values', pt: 'Valores' },
    environments: { en: 'Environments', pt: 'Ambientes' },
    history: { en: 'History', pt: 'Histórico' },
  },
  history: {
    all: { en: 'Open in the audit log', pt: 'Abrir no log de auditoria' },
  },
} satisfies Texts;
