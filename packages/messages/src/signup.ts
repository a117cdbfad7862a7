import type { Texts } from './text.ts';

export const signup = {
  title: { en: 'Create your account', pt: 'Crie sua conta' },
  userName: { en: 'Your name', pt: 'Seu nome' },
  userEmail: { en: 'Your e-mail', pt: 'Seu e-mail' },
  companyName: { en: 'Company', pt: 'Empresa' },
  acceptTerms: {
    en: 'I have read and accept the terms and conditions',
    pt: 'Li e aceito os termos e condições',
  },
  mayCreate: {
    en: 'I may create this account for my company',
    pt: 'Posso criar esta conta em nome da minha empresa',
  },
  confirmMayCreate: {
    en: 'You must confirm that you may create this account!',
    pt: 'É preciso confirmar que você pode criar esta conta!',
  },
  submit: { en: 'Create account', pt: 'Criar conta' },
  haveAccount: { en: 'Already have an account? Log in', pt: 'Já tem uma conta? Entre' },
  done: {
    title: { en: 'Check your e-mail', pt: 'Verifique seu e-mail' },
    text: {
      en: 'Your account was created. We sent a link to {email} so that you can set your password.',
      pt: 'Sua conta foi criada. Enviamos um link para {email} para você definir sua senha.',
    },
    noMail: {
      en: 'This server does not send e-mail: the link to set the password of {email} is in the server log. If somebody else runs the server, ask them for it.',
      pt: 'Este servidor não envia e-mails: o link para definir a senha de {email} está no log do servidor. Se outra pessoa administra o servidor, peça o link a ela.',
    },
  },
  firstRun: {
    en: 'Welcome! This is a new installation, and the account you create is its first administrator.',
    pt: 'Boas-vindas! Esta é uma nova instalação, e a conta que você criar será a do primeiro administrador.',
  },
  disabled: {
    en: 'Sign-up is turned off on this server. Ask an administrator to add you.',
    pt: 'O cadastro está desativado neste servidor. Peça a um administrador que adicione você.',
  },
  error: {
    INCOMPLETE_FORM: {
      en: 'Fill in your name, your e-mail and your company!',
      pt: 'Preencha seu nome, seu e-mail e sua empresa!',
    },
    INVALID_EMAIL: { en: 'Invalid e-mail!', pt: 'E-mail inválido!' },
    INVALID_CHARACTERS: {
      en: 'A name cannot have a web address or invisible characters!',
      pt: 'Um nome não pode ter endereço da web nem caracteres invisíveis!',
    },
    NAME_TOO_LONG: {
      en: 'This name can have at most {limit, number} characters!',
      pt: 'Este nome pode ter no máximo {limit, number} caracteres!',
    },
    SIGNUP_CLOSED: {
      en: 'Sign-up is turned off on this server. Ask an administrator to add you.',
      pt: 'O cadastro está desativado neste servidor. Peça a um administrador que adicione você.',
    },
    ACCEPT_TC: {
      en: 'You must accept the terms and conditions!',
      pt: 'É preciso aceitar os termos e condições!',
    },
    EMAIL_ALREADY_IN_USE: { en: 'E-mail already in use!', pt: 'Este e-mail já está em uso!' },
  },
  readTerms: { en: 'Read the terms and conditions', pt: 'Ler os termos e condições' },
} satisfies Texts;
