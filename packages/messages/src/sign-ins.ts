import type { Texts } from './text.ts';

/** The log of sign-ins, and what it calls the ways in. Source: IDN-46. */
export const signIns = {
  title: { en: 'Sign-ins', pt: 'Entradas' },
  intro: {
    en: 'Who came in, and whose attempts were refused. Attempts with an e-mail that nobody has are not listed.',
    pt: 'Quem entrou, e as tentativas recusadas. Tentativas com um e-mail que ninguém tem não aparecem.',
  },
  of: { en: 'User', pt: 'Usuário' },
  ofEverybody: { en: 'Everybody', pt: 'Todos' },
  showEverybody: { en: 'Show everybody', pt: 'Mostrar todos' },
  ofNobody: { en: 'Nobody has this name.', pt: 'Ninguém tem este nome.' },
  own: { en: 'Your latest sign-ins', pt: 'Suas últimas entradas' },
  ofCompany: {
    en: 'Your sign-ins are in the log of the company.',
    pt: 'Suas entradas estão no registro da empresa.',
  },
  ofCompanyLink: { en: 'Open the log', pt: 'Abrir o registro' },
  method: {
    PASSWORD: { en: 'Password', pt: 'Senha' },
    APP: { en: 'Code from the app', pt: 'Código do aplicativo' },
    RECOVERY_CODE: { en: 'Recovery code', pt: 'Código de recuperação' },
    PASSKEY: { en: 'Passkey', pt: 'Chave de acesso' },
    SSO: { en: 'Single sign-on', pt: 'Login único' },
  },
  opened: { en: 'Logged in', pt: 'Entrou' },
  refused: {
    en: '{count, plural, one {Refused} other {Refused # times}}: {why}',
    pt: '{count, plural, one {Recusado} other {Recusado # vezes}}: {why}',
  },
  why: {
    WRONG_CREDENTIALS: {
      en: 'wrong password, or an inactive user',
      pt: 'senha errada, ou usuário inativo',
    },
    RATE_LIMITED: { en: 'too many attempts', pt: 'tentativas demais' },
    WRONG_CODE: { en: 'wrong code', pt: 'código errado' },
    CODES_PAUSED: { en: 'too many wrong codes', pt: 'códigos errados demais' },
    ENCRYPTION_KEY_MISSING: {
      en: 'the service has lost its encryption key',
      pt: 'o serviço perdeu a chave de criptografia',
    },
    WRONG_PASSKEY: { en: 'passkey not accepted', pt: 'chave de acesso não aceita' },
    CHALLENGE_EXPIRED: { en: 'second step too late', pt: 'segunda etapa tarde demais' },
  },
  unknownClient: { en: 'Unknown program', pt: 'Programa desconhecido' },
  lastFrom: { en: 'last from {place}', pt: 'a última de {place}' },
  hour: { en: 'in the hour from {time}', pt: 'na hora a partir de {time}' },
  empty: { en: 'Nothing yet.', pt: 'Nada ainda.' },
  more: { en: 'Show older ones', pt: 'Mostrar mais antigas' },
  loadedMore: {
    en: '{count, plural, one {# more} other {# more}}',
    pt: '{count, plural, one {mais #} other {mais #}}',
  },
  csv: { en: 'Download CSV', pt: 'Baixar CSV' },
  csvFull: {
    en: 'The file has the newest {count, number} rows and no older ones.',
    pt: 'O arquivo tem as {count, number} linhas mais recentes e nenhuma anterior.',
  },
  endAll: {
    button: { en: 'Log out everybody else…', pt: 'Encerrar as sessões de todos os outros…' },
    title: { en: 'Log out everybody else?', pt: 'Encerrar as sessões de todos os outros?' },
    text: {
      en: 'Everybody in the company but you has to log in again, at once. Account keys, tokens and systems go on.',
      pt: 'Todos na empresa, menos você, precisam entrar de novo, imediatamente. Chaves da conta, tokens e sistemas continuam.',
    },
    verb: { en: 'Log out everybody else', pt: 'Encerrar as sessões dos outros' },
    done: {
      en: 'Everybody else was logged out.',
      pt: 'As sessões de todos os outros foram encerradas.',
    },
  },
} satisfies Texts;
