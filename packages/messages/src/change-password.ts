import type { Texts } from './text.ts';

export const changePassword = {
  title: { en: 'Change password', pt: 'Alterar senha' },
  current: { en: 'Current password', pt: 'Senha atual' },
  new: { en: 'New password', pt: 'Nova senha' },
  hint: {
    en: 'At least {min, number} characters, with at least one letter and one number.',
    pt: 'Mínimo de {min, number} caracteres, com pelo menos uma letra e um número.',
  },
  none: {
    en: 'You log in without a password, so there is none to change.',
    pt: 'Você entra sem senha; não há senha para alterar.',
  },
  confirmation: { en: 'New password confirmation', pt: 'Confirmação da nova senha' },
  submit: { en: 'Change password', pt: 'Alterar senha' },
  done: { en: 'Password changed.', pt: 'Senha alterada.' },
  error: {
    EMPTY_CURRENT_PASSWORD: {
      en: 'Current password is mandatory!',
      pt: 'A senha atual é obrigatória!',
    },
    EMPTY_NEW_PASSWORD: { en: 'New password is mandatory!', pt: 'A nova senha é obrigatória!' },
    EMPTY_PASSWORD_CONFIRMATION: {
      en: 'Password confirmation is mandatory!',
      pt: 'A confirmação da senha é obrigatória!',
    },
    INVALID_PASSWORD: {
      en: 'Invalid password! Use at least {min, number} characters, with at least one letter and one number.',
      pt: 'Senha inválida! Use no mínimo {min, number} caracteres, com pelo menos uma letra e um número.',
    },
    PASSWORDS_DONT_MATCH: {
      en: "New password and password confirmation don't match!",
      pt: 'A nova senha e a confirmação não coincidem!',
    },
    WRONG_PASSWORD: { en: 'Wrong current password!', pt: 'Senha atual incorreta!' },
  },
} satisfies Texts;
