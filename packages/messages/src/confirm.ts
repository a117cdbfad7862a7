import type { Texts } from './text.ts';

/** The dialog that asks the owner of a session to confirm that it is them. Source: IDN-37. */
export const confirm = {
  title: { en: 'Is it you?', pt: 'É você?' },
  text: {
    en: 'Confirm once; it holds for five minutes in this session.',
    pt: 'Confirme uma vez; vale por cinco minutos nesta sessão.',
  },
  submit: { en: 'Confirm', pt: 'Confirmar' },
  withProvider: { en: 'Confirm with {provider}', pt: 'Confirmar com {provider}' },
  comesBack: {
    en: 'You come back to this page, with what you have typed into it, and press again what you have just pressed. Secrets have to be typed again.',
    pt: 'Você volta a esta página, com o que já digitou nela, e aciona de novo o que acabou de acionar. Segredos precisam ser digitados de novo.',
  },
  noProvider: {
    en: 'The provider cannot be reached at the moment. Please try again.',
    pt: 'O provedor não está acessível no momento. Tente novamente.',
  },
  error: {
    WRONG_CONFIRMATION: { en: 'This does not confirm it!', pt: 'Isso não confirma!' },
  },
} satisfies Texts;
