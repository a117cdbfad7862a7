import type { Texts } from './text.ts';

/** Personal tokens and service keys. Source: IDN-50, IDN-52. */
export const token = {
  title: { en: 'Personal tokens', pt: 'Tokens pessoais' },
  text: {
    en: 'With a token, a program acts in your name: it may what you may, within the limits that you choose.',
    pt: 'Com um token, um programa age em seu nome: pode o que você pode, dentro dos limites que você escolher.',
  },
  ofAll: {
    en: 'With these, programs act in the name of users of the company. Whoever owns one that you end is told.',
    pt: 'Com eles, programas agem em nome de usuários da empresa. Quem perde um token que você encerra recebe um aviso.',
  },
  nobodyHas: { en: 'Nobody has a personal token.', pt: 'Ninguém tem um token pessoal.' },
  owner: { en: 'Owner', pt: 'Titular' },
  one: { en: 'Token', pt: 'Token' },
  none: { en: 'You have no tokens.', pt: 'Você não tem tokens.' },
  new: { en: 'New token', pt: 'Novo token' },
  make: { en: 'Make token', pt: 'Criar token' },
  makeService: { en: 'Make service key', pt: 'Criar chave de serviço' },
  service: { en: 'Service key', pt: 'Chave de serviço' },
  serviceText: {
    en: 'A service key belongs to nobody: it goes on when people leave, and may what you choose here.',
    pt: 'Uma chave de serviço não é de ninguém: continua valendo quando alguém sai, e pode o que você escolher aqui.',
  },
  name: { en: 'Name', pt: 'Nome' },
  nameHint: { en: 'Such as the program that uses it', pt: 'Por exemplo, o programa que o usa' },
  scopes: { en: 'What it may do', pt: 'O que pode fazer' },
  scope: {
    read: { en: 'Read', pt: 'Ler' },
    write: {
      en: 'Change toggles, groups, experiments',
      pt: 'Alterar toggles, grupos, experimentos',
    },
    settings: {
      en: 'Change applications and environments',
      pt: 'Alterar aplicações e ambientes',
    },
    code: { en: 'Report code references', pt: 'Informar referências no código' },
  },
  applications: { en: 'Applications', pt: 'Aplicações' },
  allApplications: { en: 'All applications', pt: 'Todas as aplicações' },
  environments: { en: 'Environments it may change', pt: 'Ambientes que pode alterar' },
  allEnvironments: {
    en: 'All environments of these applications',
    pt: 'Todos os ambientes destas aplicações',
  },
  onlyEnvironments: {
    en: 'With chosen environments it changes nothing else of the applications, such as toggles.',
    pt: 'Com ambientes escolhidos, não altera mais nada das aplicações, como toggles.',
  },
  ends: { en: 'Ends', pt: 'Termina' },
  inDays: { en: 'in {days} days', pt: 'em {days} dias' },
  never: { en: 'never', pt: 'nunca' },
  endsOn: { en: 'ends {date}', pt: 'termina {date}' },
  endless: { en: 'has no end', pt: 'sem término' },
  everywhere: { en: 'all applications', pt: 'todas as aplicações' },
  inApplications: {
    en: '{count, plural, one {# application} other {# applications}}',
    pt: '{count, plural, one {# aplicação} other {# aplicações}}',
  },
  inEnvironments: {
    en: '{count, plural, one {# environment} other {# environments}}',
    pt: '{count, plural, one {# ambiente} other {# ambientes}}',
  },
  used: { en: 'last used', pt: 'usado pela última vez' },
  unused: { en: 'never used', pt: 'nunca usado' },
  asleep: {
    en: 'Asleep: log in once with {provider}.',
    pt: 'Em espera: entre uma vez com {provider}.',
  },
  asleepOf: {
    en: 'Asleep until {name} logs in with {provider}.',
    pt: 'Em espera até que {name} entre com {provider}.',
  },
  endAll: {
    button: { en: 'End all of them…', pt: 'Encerrar todos…' },
    title: { en: 'End all personal tokens?', pt: 'Encerrar todos os tokens pessoais?' },
    text: {
      en: 'Also your own. Programs that use one stop working at once. Account and service keys go on.',
      pt: 'Também os seus. Os programas que usam um deles deixam de funcionar imediatamente. Chaves da conta e de serviço continuam valendo.',
    },
    verb: { en: 'End all', pt: 'Encerrar todos' },
    done: { en: 'All personal tokens ended.', pt: 'Todos os tokens pessoais foram encerrados.' },
  },
  delete: {
    title: { en: 'End token', pt: 'Encerrar token' },
    confirm: {
      en: 'End “{name}”? Programs that use it stop working at once.',
      pt: 'Encerrar “{name}”? Os programas que o utilizam deixarão de funcionar imediatamente.',
    },
    confirmOf: {
      en: 'End “{name}” of {owner}? Programs that use it stop working at once, and {owner} is told.',
      pt: 'Encerrar “{name}” de {owner}? Os programas que o utilizam deixam de funcionar imediatamente, e {owner} recebe um aviso.',
    },
    success: { en: 'Token ended.', pt: 'Token encerrado.' },
    missing: { en: 'It has already ended!', pt: 'Ele já foi encerrado!' },
  },
  error: {
    EMPTY_NAME: { en: 'Name is mandatory.', pt: 'O nome é obrigatório.' },
    NAME_TOO_LONG: { en: 'At most {max} characters!', pt: 'No máximo {max} caracteres!' },
    INVALID_CHARACTERS: {
      en: 'The name has invisible characters!',
      pt: 'O nome tem caracteres invisíveis!',
    },
    INVALID_SCOPE: {
      en: 'Choose at least one permission!',
      pt: 'Escolha ao menos uma permissão!',
    },
    INVALID_EXPIRY: { en: 'Between 1 and {max} days!', pt: 'Entre 1 e {max} dias!' },
    UNKNOWN_APPLICATION: {
      en: 'Choose applications that you may open!',
      pt: 'Escolha aplicações que você pode abrir!',
    },
    UNKNOWN_ENVIRONMENT: {
      en: 'Choose environments of these applications!',
      pt: 'Escolha ambientes destas aplicações!',
    },
    MAX_TOKENS_REACHED: {
      en: 'You have reached the max tokens limit. [{max}]',
      pt: 'Você atingiu o limite de tokens. [{max}]',
    },
    MAX_ACCOUNT_KEYS_REACHED: {
      en: "You have reached your account's max keys limit. [{max}]",
      pt: 'Você atingiu o limite máximo de chaves da sua conta. [{max}]',
    },
  },
} satisfies Texts;
