import type { Texts } from './text.ts';

export const condition = {
  property: { en: 'Property', pt: 'Propriedade' },
  expression: { en: 'Expression', pt: 'Expressão' },
  term: {
    label: { en: 'Value', pt: 'Valor' },
    inHint: {
      en: 'Separate values with commas. No value can contain a comma.',
      pt: 'Separe os valores com vírgulas. Nenhum valor pode conter vírgula.',
    },
    items: { en: 'Values in the list', pt: 'Valores da lista' },
    empty: { en: 'empty', pt: 'vazio' },
    invalid: { en: 'Invalid:', pt: 'Inválido:' },
    addresses: {
      en: 'Networks or addresses, separated by commas: 10.0.0.0/8, 2001:db8::/32',
      pt: 'Redes ou endereços, separados por vírgulas: 10.0.0.0/8, 2001:db8::/32',
    },
    more: {
      en: '{count, plural, one {# more} other {# more}}',
      pt: '{count, plural, one {mais #} other {mais #}}',
    },
  },
  error: {
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
    INVALID_DATE_FORMAT: {
      en: 'Invalid date format! Use YYYY-MM-DD.',
      pt: 'Formato de data inválido! Use AAAA-MM-DD.',
    },
    INVALID_DATE: { en: 'Invalid date!', pt: 'Data inválida!' },
    INVALID_DATE_FORMAT_IN: {
      en: 'Invalid date format in provided values! Use YYYY-MM-DD.',
      pt: 'Formato de data inválido nos valores informados! Use AAAA-MM-DD.',
    },
    INVALID_DATE_IN: {
      en: 'Invalid date in provided values!',
      pt: 'Data inválida nos valores informados!',
    },
    INVALID_BOOLEAN_VALUE: {
      en: "Value must be 'true' or 'false'!",
      pt: "O valor deve ser 'true' ou 'false'!",
    },
    INVALID_SEMVER: {
      en: 'Invalid semantic version. Use the format MAJOR.MINOR.FIX',
      pt: 'Versão semântica inválida. Use o formato MAJOR.MINOR.FIX',
    },
    INVALID_SEMVER_IN: {
      en: 'Invalid semantic version in provided values. Use the format MAJOR.MINOR.FIX',
      pt: 'Versão semântica inválida nos valores informados. Use o formato MAJOR.MINOR.FIX',
    },
    LIMIT_EXCEEDED: {
      en: 'A value can have at most {limit, number} characters!',
      pt: 'Um valor pode ter no máximo {limit, number} caracteres!',
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
    tooManyRegexes: {
      en: 'The regular expressions of this application are too large together!',
      pt: 'As expressões regulares desta aplicação são grandes demais em conjunto!',
    },
    tooManyItems: {
      en: 'A list can have at most {limit, number} values!',
      pt: 'Uma lista pode ter no máximo {limit, number} valores!',
    },
  },
  chooseProperty: { en: 'Choose a property', pt: 'Escolha uma propriedade' },
  chooseExpression: { en: 'Choose an expression', pt: 'Escolha uma expressão' },
  uid: { en: 'uid (user id)', pt: 'uid (id do usuário)' },
  placeholder: {
    STRING: { en: 'Value', pt: 'Valor' },
    NUMERIC: { en: '42.5', pt: 'Use ponto: 42.5' },
    DATE: { en: 'YYYY-MM-DD', pt: 'AAAA-MM-DD' },
    BOOLEAN: { en: 'true', pt: 'true' },
    SEMANTIC_VERSION: { en: '2.4.0', pt: '2.4.0' },
  },
  placeholderIn: {
    STRING: { en: 'BR, PT', pt: 'BR, PT' },
    NUMERIC: { en: '1, 2.5', pt: 'Use ponto: 1, 2.5' },
    DATE: { en: 'YYYY-MM-DD, YYYY-MM-DD', pt: 'AAAA-MM-DD, AAAA-MM-DD' },
    BOOLEAN: { en: 'true, false', pt: 'true, false' },
    SEMANTIC_VERSION: { en: '2.4.0, 2.5.1', pt: '2.4.0, 2.5.1' },
    LIST: { en: 'admin, staff', pt: 'admin, equipe' },
  },
  add: { en: 'Condition', pt: 'Condição' },
  remove: { en: 'Remove condition {n}', pt: 'Remover a condição {n}' },
  type: { en: 'Rule #{n}, condition {c}: type', pt: 'Regra #{n}, condição {c}: tipo' },
  and: { en: 'and', pt: 'e' },
  or: { en: 'or', pt: 'ou' },
  itemsAndMore: {
    en: '{items} and {count, plural, one {# more} other {# more}}',
    pt: '{items} e {count, plural, one {mais #} other {mais #}}',
  },
  orNotSet: { en: '{words} (or is not set)', pt: '{words} (ou não tem valor)' },
  ignoringCase: { en: '{words} (ignoring case)', pt: '{words} (sem diferenciar maiúsculas)' },
  ignoreCase: { en: 'Ignore case', pt: 'Ignorar maiúsculas e minúsculas' },
  absentNote: {
    en: 'Not for users without {property}. “Is none of” includes them.',
    pt: 'Não vale para usuários sem {property}. “Não é nenhum destes” os inclui.',
  },
  inWords: { en: 'In words', pt: 'Em palavras' },
  label: { en: 'Condition {n}', pt: 'Condição {n}' },
} satisfies Texts;
