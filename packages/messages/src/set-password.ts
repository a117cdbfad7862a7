import type { Texts } from './text.ts';

export const setPassword = {
  title: { en: 'Set your password', pt: 'Defina sua senha' },
  password: { en: 'Password', pt: 'Senha' },
  confirmation: { en: 'Password confirmation', pt: 'Confirmação da senha' },
  hint: {
    en: 'At least {min, number} characters, with at least one letter and one number.',
    pt: 'Mínimo de {min, number} caracteres, com pelo menos uma letra e um número.',
  },
  submit: { en: 'Save password', pt: 'Salvar senha' },
  error: {
    MANDATORY_PASSWORD: { en: 'Password is mandatory!', pt: 'A senha é obrigatória!' },
    MANDATORY_PASSWORD_CONFIRMATION: {
      en: 'Password confirmation is mandatory!',
      pt: 'A confirmação da senha é obrigatória!',
    },
    INVALID_PASSWORD: { en: 'Invalid password!', pt: 'Senha inválida!' },
    PASSWORDS_DONT_MATCH: {
      en: "Password and password confirmation don't match!",
      pt: 'A senha e a confirmação não coincidem!',
    },
    INVALID_TOKEN: { en: 'Invalid token!', pt: 'Token inválido!' },
    EXPIRED_TOKEN: { en: 'This link has expired!', pt: 'Este link expirou!' },
  },
  invalidLink: {
    title: { en: 'Invalid link', pt: 'Link inválido' },
    text: {
      en: 'This link is invalid or has expired. Ask for a new one or log in.',
      pt: 'Este link é inválido ou expirou. Peça um novo ou entre.',
    },
    login: { en: 'Login', pt: 'Entrar' },
    newLink: { en: 'Ask for a new link', pt: 'Pedir um novo link' },
  },
} satisfies Texts;
