import type { Texts } from './text.ts';

export const login = {
  title: { en: 'Log in', pt: 'Entrar' },
  submit: { en: 'Log in', pt: 'Entrar' },
  button: { en: 'Login', pt: 'Entrar' },
  or: { en: 'or', pt: 'ou' },
  sso: { en: 'Continue with {provider}', pt: 'Continuar com {provider}' },
  ssoElsewhere: { en: 'Log in with your company', pt: 'Entrar pela empresa' },
  passkey: { en: 'Use a passkey', pt: 'Usar chave de acesso' },
  noPasskey: { en: 'No passkey was used.', pt: 'Nenhuma chave de acesso foi usada.' },
  forgotPassword: { en: 'Forgot your password?', pt: 'Esqueceu a senha?' },
  signup: { en: 'Create an account', pt: 'Criar uma conta' },
  signUpClosed: {
    en: 'Accounts are created by your administrator',
    pt: 'As contas são criadas pelo seu administrador',
  },
  error: {
    WRONG_CREDENTIALS: { en: 'Wrong e-mail and/or password', pt: 'E-mail e/ou senha incorretos' },
    WRONG_PASSKEY: {
      en: 'This passkey is not known here!',
      pt: 'Esta chave de acesso não é conhecida aqui!',
    },
    ERROR: {
      en: 'An unexpected error occurred. Please try again.',
      pt: 'Ocorreu um erro inesperado. Tente novamente.',
    },
  },
  notice: {
    sessionExpired: {
      en: 'Your session has ended. Log in again.',
      pt: 'Sua sessão terminou. Entre novamente.',
    },
    passwordSet: {
      en: 'Password saved. Log in with your new password.',
      pt: 'Senha salva. Entre com a sua nova senha.',
    },
  },
} satisfies Texts;
