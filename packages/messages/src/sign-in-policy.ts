import type { Texts } from './text.ts';

/** How the users of a company come in. */
export const signInPolicy = {
  title: { en: 'Policy', pt: 'Política' },
  tokens: { en: 'Tokens', pt: 'Tokens' },
  providers: { en: 'Providers', pt: 'Provedores' },
  passwordLogin: {
    EVERYBODY: { en: 'for everybody', pt: 'para todos' },
    EMERGENCY_ONLY: { en: 'only for emergency users', pt: 'só para usuários de emergência' },
  },
  secondFactor: {
    OPTIONAL: { en: 'Optional', pt: 'Opcional' },
    ADMINS: { en: 'Required for administrators', pt: 'Obrigatório para administradores' },
    ALL: { en: 'Required for everybody', pt: 'Obrigatório para todos' },
  },
  enforce: {
    heading: { en: 'Single sign-on', pt: 'Login único' },
    label: { en: 'Only single sign-on', pt: 'Somente login único' },
    effect: {
      en: 'Passwords and passkeys work for nobody but the emergency users. {count, plural, =0 {Everybody else is connected.} one {# user is not connected yet: {names}.} other {# users are not connected yet: {names}.}}',
      pt: 'Senhas e chaves de acesso não valem para ninguém, exceto para usuários de emergência. {count, plural, =0 {Todas as outras pessoas estão conectadas.} one {# usuário está sem conexão: {names}.} other {# usuários estão sem conexão: {names}.}}',
    },
    others: { en: '{names} and {count} more', pt: '{names} e mais {count}' },
    keys: {
      en: 'Account and service keys go on working.',
      pt: 'Chaves da conta e de serviço continuam valendo.',
    },
    sessions: {
      en: 'Whoever came in by a password or a passkey is logged out now.',
      pt: 'Quem entrou com senha ou chave de acesso sai agora.',
    },
    title: { en: 'Only single sign-on?', pt: 'Somente login único?' },
    confirm: { en: 'Yes, only single sign-on', pt: 'Sim, somente login único' },
    emergencyUsers: { en: 'Emergency users', pt: 'Usuários de emergência' },
    emergencyHint: {
      en: 'One to three administrators with a password and a second factor. They come in when the provider is away.',
      pt: 'De um a três administradores com senha e segundo fator. Eles entram quando o provedor está fora do ar.',
    },
    lacks: {
      password: { en: '{name} (no password)', pt: '{name} (sem senha)' },
      factor: { en: '{name} (no second factor)', pt: '{name} (sem segundo fator)' },
      both: {
        en: '{name} (no password, no second factor)',
        pt: '{name} (sem senha e sem segundo fator)',
      },
    },
  },
  factor: {
    heading: { en: 'Second factor', pt: 'Segundo fator' },
    rule: { en: 'With a password', pt: 'Com senha' },
    graceDays: { en: 'Days to set one up', pt: 'Dias para configurar' },
    graceHint: {
      en: 'From the first time that a person logs in under this rule.',
      pt: 'A partir da primeira entrada da pessoa com esta regra.',
    },
  },
  sessions: {
    heading: { en: 'Sessions and passwords', pt: 'Sessões e senhas' },
    hours: { en: 'Hours of a session', pt: 'Horas de uma sessão' },
    idle: { en: 'Minutes without use until it ends', pt: 'Minutos sem uso até ela terminar' },
    idleHint: { en: 'Empty: it does not end by that.', pt: 'Vazio: ela não termina por isso.' },
    passwordMinChars: { en: 'Characters of a password', pt: 'Caracteres de uma senha' },
    passwordHint: { en: 'For the next change of each.', pt: 'Vale na próxima troca de cada uma.' },
  },
  programs: {
    heading: { en: 'Tokens and programs', pt: 'Tokens e programas' },
    tokenMaxDays: { en: 'Days of a personal token', pt: 'Dias de um token pessoal' },
    tokenSleepDays: {
      en: 'Days until it sleeps',
      pt: 'Dias até ele entrar em espera',
    },
    sleepHint: {
      en: 'With only single sign-on: since its owner last came through the provider.',
      pt: 'Com somente login único: desde a última entrada do dono pelo provedor.',
    },
    deviceLogin: {
      en: 'People may connect programs with ‘comporta login’',
      pt: 'Pessoas podem conectar programas com ‘comporta login’',
    },
  },
  saved: { en: 'Sign-in policy saved.', pt: 'Política de entrada salva.' },
  error: {
    INVALID_POLICY_VALUE: { en: 'Between {min} and {max}!', pt: 'Entre {min} e {max}!' },
    SSO_NOT_TESTED: {
      en: 'Log in through this provider first, and test it within the last 24 hours.',
      pt: 'Antes, entre por este provedor e teste-o nas últimas 24 horas.',
    },
    EMERGENCY_USER_REQUIRED: {
      en: 'At least one emergency user with a password and a second factor must remain.',
      pt: 'É preciso manter ao menos um usuário de emergência com senha e segundo fator.',
    },
  },
} as const satisfies Texts;
