import type { Texts } from './text.ts';

export const error = {
  NO_RULES: { en: 'Add at least one rule!', pt: 'Adicione pelo menos uma regra!' },
  NO_CATCH_ALL: {
    en: 'The last rule must match all users, without a version filter!',
    pt: 'A última regra deve valer para todos os usuários, sem filtro de versão!',
  },
  INVALID_RULE_TYPE: { en: 'Select the type of the rule!', pt: 'Selecione o tipo da regra!' },
  NO_CONDITIONS: {
    en: 'At least one condition must be specified!',
    pt: 'Pelo menos uma condição deve ser informada!',
  },
  tooManyConditions: {
    en: 'A rule can have at most {limit, number} conditions! Save some of them as a target group.',
    pt: 'Uma regra pode ter no máximo {limit, number} condições! Salve algumas delas como grupo-alvo.',
  },
  INVALID_POLICY: {
    en: 'Select how the target groups are combined!',
    pt: 'Selecione como os grupos-alvo são combinados!',
  },
  LIMIT_EXCEEDED: {
    en: 'An experiment can have at most {limit, number} rules!',
    pt: 'Um experimento pode ter no máximo {limit, number} regras!',
  },
  NAME_TOO_LONG: {
    en: 'The name of a rule can have at most {limit, number} characters!',
    pt: 'O nome de uma regra pode ter no máximo {limit, number} caracteres!',
  },
  INVALID_CHARACTERS: {
    en: 'The name of a rule has characters that cannot be seen!',
    pt: 'O nome de uma regra tem caracteres que não podem ser vistos!',
  },
  TOGGLE_LOCKED: {
    en: 'The toggle of an experiment cannot be changed!',
    pt: 'O toggle de um experimento não pode ser alterado!',
  },
  NO_TOGGLE: { en: 'Select a toggle!', pt: 'Selecione um toggle!' },
  rulePrefix: { en: '#{n}', pt: '#{n}' },
  versionPrefix: { en: 'Version filter: {message}', pt: 'Filtro de versão: {message}' },
  NO_PROPERTY: { en: 'No property selected!', pt: 'Nenhuma propriedade selecionada!' },
  NO_LIST: { en: 'No list selected!', pt: 'Nenhuma lista selecionada!' },
  NO_EXPRESSION: { en: 'No expression selected!', pt: 'Nenhuma expressão selecionada!' },
  INVALID_EXPRESSION: { en: 'Invalid expression!', pt: 'Expressão inválida!' },
  EMPTY_TERM: { en: 'Value not provided!', pt: 'Valor não informado!' },
  INVALID_TERM_IN: {
    en: 'One of the provided values is invalid!',
    pt: 'Um dos valores informados é inválido!',
  },
  INVALID_REGEX: { en: 'Invalid Regular Expression!', pt: 'Expressão regular inválida!' },
  NOT_A_NUMBER: { en: 'Value is not a number!', pt: 'O valor não é um número!' },
  NOT_A_NUMBER_IN: {
    en: 'One of the values is not a number!',
    pt: 'Um dos valores não é um número!',
  },
  INVALID_BOOLEAN_VALUE: {
    en: "Value must be 'true' or 'false'!",
    pt: "O valor deve ser 'true' ou 'false'!",
  },
  INVALID_DATE_FORMAT: {
    en: 'Invalid date format! Use YYYY-MM-DD.',
    pt: 'Formato de data inválido! Use AAAA-MM-DD.',
  },
  INVALID_DATE_FORMAT_IN: {
    en: 'Invalid date format in provided values! Use YYYY-MM-DD.',
    pt: 'Formato de data inválido nos valores informados! Use AAAA-MM-DD.',
  },
  INVALID_DATE: { en: 'Invalid date!', pt: 'Data inválida!' },
  INVALID_DATE_IN: {
    en: 'Invalid date in provided values!',
    pt: 'Data inválida nos valores informados!',
  },
  INVALID_SEMVER: {
    en: 'Invalid semantic version. Use the format MAJOR.MINOR.FIX',
    pt: 'Versão semântica inválida. Use o formato MAJOR.MINOR.FIX',
  },
  INVALID_SEMVER_IN: {
    en: 'Invalid semantic version in provided values. Use the format MAJOR.MINOR.FIX',
    pt: 'Versão semântica inválida nos valores informados. Use o formato MAJOR.MINOR.FIX',
  },
  INVALID_DATE_TIME: {
    en: 'Invalid moment! Use 2027-03-01 or 2027-03-01T10:00:00Z.',
    pt: 'Momento inválido! Use 2027-03-01 ou 2027-03-01T10:00:00Z.',
  },
  INVALID_VERSION: {
    en: 'Invalid version! Use MAJOR.MINOR.FIX, with a pre-release if needed: 2.0.0-rc.1.',
    pt: 'Versão inválida! Use MAJOR.MINOR.FIX, com pré-versão se necessário: 2.0.0-rc.1.',
  },
  INVALID_NETWORK: {
    en: 'Invalid network! Use 10.0.0.0/8 or 2001:db8::/32.',
    pt: 'Rede inválida! Use 10.0.0.0/8 ou 2001:db8::/32.',
  },
  INCOMPLETE_PROPERTY_RULE: {
    en: 'Complete the property rule!',
    pt: 'Complete a regra de propriedade!',
  },
  NO_TARGET_GROUP_SPECIFIED: {
    en: 'Select at least one target group!',
    pt: 'Selecione pelo menos um grupo-alvo!',
  },
  NO_TOGGLE_DEPENDENCY_SELECTED: {
    en: 'Select the toggle this rule depends on!',
    pt: 'Selecione o toggle do qual esta regra depende!',
  },
  NO_TOGGLE_DEPENDENCY_VALUE_SELECTED: {
    en: 'Select the value of the toggle this rule depends on!',
    pt: 'Selecione o valor do toggle do qual esta regra depende!',
  },
  NO_VALUE_SPECIFIED: {
    en: 'Select the value to return!',
    pt: 'Selecione o valor a ser retornado!',
  },
  NO_SPLIT_RULES_SPECIFIED: {
    en: 'Define the percentage of each value!',
    pt: 'Defina a porcentagem de cada valor!',
  },
  WRONG_SPLIT_PERCENTAGES: {
    en: 'The percentages must add up to exactly 100!',
    pt: 'As porcentagens devem somar exatamente 100!',
  },
  NO_SPLIT_PROPERTY: {
    en: 'Choose a text property for the split!',
    pt: 'Escolha uma propriedade de texto para a divisão!',
  },
  TOGGLE_ARCHIVED: {
    en: 'This toggle is archived! Restore it first.',
    pt: 'Este toggle está arquivado! Restaure-o primeiro.',
  },
  TOGGLE_HAS_EXPERIMENT: {
    en: 'Toggle already has an experiment running in this environment!',
    pt: 'O toggle já tem um experimento em execução neste ambiente!',
  },
  UNKNOWN_ENVIRONMENT: {
    en: 'Destination environment already has experiment for the same toggle!',
    pt: 'O ambiente de destino já tem um experimento para o mesmo toggle!',
  },
  TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT: {
    en: 'One of the rules depends on a toggle whose experiment is not active!',
    pt: 'Uma das regras depende de um toggle cujo experimento não está ativo!',
  },
  CIRCULAR_TOGGLE_DEPENDENCY: {
    en: 'Circular dependency detected in toggle {toggle}',
    pt: 'Dependência circular detectada no toggle {toggle}',
  },
  DEPENDENCY_CHAIN_TOO_LONG: {
    en: 'This makes a chain of {length, number} toggles that depend on each other; at most {limit, number} are allowed!',
    pt: 'Isto forma uma cadeia de {length, number} toggles dependentes uns dos outros; são permitidos no máximo {limit, number}!',
  },
  DUPLICATED_RULE: { en: 'Duplicated rules: {rules}', pt: 'Regras duplicadas: {rules}' },
  DUPLICATE_NAME: { en: 'Name already in use!', pt: 'Este nome já está em uso!' },
  NOT_FOUND: { en: 'Experiment not found!', pt: 'Experimento não encontrado!' },
  CONFLICT: {
    en: 'Someone else changed this experiment while you were editing.',
    pt: 'Outra pessoa alterou este experimento enquanto você editava.',
  },
  VERSION_NO_PROPERTY: {
    en: 'Version filter: No property selected!',
    pt: 'Filtro de versão: Nenhuma propriedade selecionada!',
  },
  VERSION_NO_EXPRESSION: {
    en: 'Version filter: No expression selected!',
    pt: 'Filtro de versão: Nenhuma expressão selecionada!',
  },
  VERSION_INVALID_EXPRESSION: {
    en: 'Version filter: Invalid expression!',
    pt: 'Filtro de versão: Expressão inválida!',
  },
  VERSION_EMPTY_TERM: {
    en: 'Version filter: Value not provided!',
    pt: 'Filtro de versão: Valor não informado!',
  },
  VERSION_INVALID_TERM_IN: {
    en: 'Version filter: One of the provided values is invalid!',
    pt: 'Filtro de versão: Um dos valores informados é inválido!',
  },
  VERSION_INVALID_REGEX: {
    en: 'Version filter: Invalid Regular Expression!',
    pt: 'Filtro de versão: Expressão regular inválida!',
  },
  VERSION_NOT_A_NUMBER: {
    en: 'Version filter: Value is not a number!',
    pt: 'Filtro de versão: O valor não é um número!',
  },
  VERSION_NOT_A_NUMBER_IN: {
    en: 'Version filter: One of the values is not a number!',
    pt: 'Filtro de versão: Um dos valores não é um número!',
  },
  VERSION_INVALID_BOOLEAN_VALUE: {
    en: "Version filter: Value must be 'true' or 'false'!",
    pt: "Filtro de versão: O valor deve ser 'true' ou 'false'!",
  },
  VERSION_INVALID_DATE_FORMAT: {
    en: 'Version filter: Invalid date format! Use YYYY-MM-DD.',
    pt: 'Filtro de versão: Formato de data inválido! Use AAAA-MM-DD.',
  },
  VERSION_INVALID_DATE_FORMAT_IN: {
    en: 'Version filter: Invalid date format in provided values! Use YYYY-MM-DD.',
    pt: 'Filtro de versão: Formato de data inválido nos valores informados! Use AAAA-MM-DD.',
  },
  VERSION_INVALID_DATE: {
    en: 'Version filter: Invalid date!',
    pt: 'Filtro de versão: Data inválida!',
  },
  VERSION_INVALID_DATE_IN: {
    en: 'Version filter: Invalid date in provided values!',
    pt: 'Filtro de versão: Data inválida nos valores informados!',
  },
  VERSION_INVALID_SEMVER: {
    en: 'Version filter: Invalid semantic version. Use the format MAJOR.MINOR.FIX',
    pt: 'Filtro de versão: Versão semântica inválida. Use o formato MAJOR.MINOR.FIX',
  },
  VERSION_INVALID_SEMVER_IN: {
    en: 'Version filter: Invalid semantic version in provided values. Use the format MAJOR.MINOR.FIX',
    pt: 'Filtro de versão: Versão semântica inválida nos valores informados. Use o formato MAJOR.MINOR.FIX',
  },
  VERSION_INVALID_VERSION: {
    en: 'Version filter: Invalid version! Use MAJOR.MINOR.FIX, with a pre-release if needed: 2.0.0-rc.1.',
    pt: 'Filtro de versão: Versão inválida! Use MAJOR.MINOR.FIX, com pré-versão se necessário: 2.0.0-rc.1.',
  },
} satisfies Texts;
