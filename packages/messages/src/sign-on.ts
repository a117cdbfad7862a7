import type { Texts } from './text.ts';

/** Logging in with a provider. */
export const signOn = {
  title: { en: 'Log in with your company', pt: 'Entrar pela empresa' },
  going: {
    en: 'You are taken to your company’s login…',
    pt: 'Levando você ao login da sua empresa…',
  },
  slug: { en: 'Short name of your company’s login', pt: 'Nome curto do login da sua empresa' },
  slugHint: {
    en: 'Your administrator knows it. It is the last part of the address that your company uses.',
    pt: 'Seu administrador sabe. É a última parte do endereço que a sua empresa usa.',
  },
  continue: { en: 'Continue', pt: 'Continuar' },
  again: { en: 'Try again', pt: 'Tentar novamente' },
  toLogin: { en: 'To the login', pt: 'Ir para o login' },
  failed: { en: 'You are not logged in', pt: 'Você não entrou' },
  needsHttps: {
    en: 'This works only over https. Ask who runs the service for its https address.',
    pt: 'Isto só funciona por https. Peça o endereço https a quem opera o serviço.',
  },
  unknownSlug: {
    en: 'No login has this short name here.',
    pt: 'Nenhum login tem este nome curto aqui.',
  },
  yourCompany: { en: 'Your company', pt: 'Sua empresa' },
  yourProvider: { en: 'The login of your company', pt: 'O login da sua empresa' },
  /** Within a sentence. */
  ofYourCompany: { en: 'your company’s login', pt: 'sua empresa' },
  confirmed: {
    en: 'Confirmed for five minutes. Go on where you were.',
    pt: 'Confirmado por cinco minutos. Continue de onde parou.',
  },
  notConfirmed: {
    title: { en: 'Nothing was confirmed', pt: 'Nada foi confirmado' },
    back: { en: 'Back to where you were', pt: 'Voltar aonde você estava' },
    WRONG_CONFIRMATION: {
      en: 'At {provider} you are somebody else than here.',
      pt: 'Em {provider} você é outra pessoa que não a daqui.',
    },
    SSO_EXPIRED: {
      en: '{provider} did not have you log in anew, or it took too long.',
      pt: '{provider} não fez você entrar de novo, ou isso demorou demais.',
    },
  },
  own: {
    title: { en: 'Single sign-on', pt: 'Login único' },
    none: { en: 'Not connected', pt: 'Não conectado' },
    since: { en: 'Connected since {date}', pt: 'Conectado desde {date}' },
    connect: { en: 'Connect', pt: 'Conectar' },
    connected: { en: 'Connected.', pt: 'Conectado.' },
    disconnect: { en: 'Disconnect…', pt: 'Desconectar…' },
    disconnectTitle: { en: 'Disconnect?', pt: 'Desconectar?' },
    disconnectText: {
      en: '{provider} does not open your user any more, until you connect it again.',
      pt: '{provider} não abrirá mais o seu usuário, até que você o conecte de novo.',
    },
    disconnectYes: { en: 'Yes, disconnect', pt: 'Sim, desconectar' },
    disconnected: { en: 'Disconnected.', pt: 'Desconectado.' },
    error: {
      ALREADY_LINKED: {
        en: 'This identity belongs to another user.',
        pt: 'Esta identidade pertence a outro usuário.',
      },
      LAST_WAY_IN: {
        en: 'This is your only way to log in. Set a password or connect another one first.',
        pt: 'Esta é a sua única forma de entrar. Antes, defina uma senha ou conecte outra.',
      },
    },
  },
  error: {
    SSO_EXPIRED: {
      en: 'This took too long or was opened twice. Please start again.',
      pt: 'Isso demorou demais ou foi aberto duas vezes. Comece de novo.',
    },
    SSO_REFUSED: { en: '{provider} did not let you in.', pt: '{provider} não permitiu a entrada.' },
    SSO_INVALID: {
      en: 'The answer of {provider} could not be trusted. Tell your administrator: {request}.',
      pt: 'A resposta de {provider} não é confiável. Avise seu administrador: {request}.',
    },
    SSO_UNAVAILABLE: {
      en: '{provider} cannot be reached at the moment. Please try again.',
      pt: '{provider} não está acessível no momento. Tente novamente.',
    },
    SSO_EMAIL_MISSING: {
      en: '{provider} does not say which e-mail is yours. Tell your administrator.',
      pt: '{provider} não informa qual é o seu e-mail. Avise seu administrador.',
    },
    SSO_EMAIL_UNVERIFIED: {
      en: '{provider} has not verified your e-mail.',
      pt: '{provider} não verificou o seu e-mail.',
    },
    SSO_EMAIL_TAKEN: {
      en: 'This e-mail cannot be used here. Ask your administrator.',
      pt: 'Este e-mail não pode ser usado aqui. Fale com seu administrador.',
    },
    SSO_LINK_REQUIRED: {
      en: '{email} already exists here. Ask your administrator to disconnect its former identity.',
      pt: '{email} já existe aqui. Peça ao seu administrador que desconecte a identidade anterior.',
    },
    SSO_NO_ACCESS: {
      en: '{provider} knows you, but you have no access here. Ask your administrator.',
      pt: '{provider} conhece você, mas você não tem acesso aqui. Fale com seu administrador.',
    },
    SSO_GROUPS_MISSING: {
      en: '{provider} did not say which groups you are in. Tell your administrator.',
      pt: '{provider} não informou os seus grupos. Avise seu administrador.',
    },
    MAX_USERS_LIMIT_REACHED: {
      en: '{company} has no place for another user. Ask your administrator.',
      pt: '{company} não tem lugar para mais um usuário. Fale com seu administrador.',
    },
    ERROR: {
      en: 'An unexpected error occurred. Please try again.',
      pt: 'Ocorreu um erro inesperado. Tente novamente.',
    },
  },
} satisfies Texts;
