import type { Texts } from './text.ts';

export const config = {
  title: { en: 'Settings', pt: 'Configurações' },
  environments: { en: 'Environments', pt: 'Ambientes' },
  generateKey: { en: 'Generate new key', pt: 'Gerar nova chave' },
  lastSeen: {
    label: { en: 'Last request', pt: 'Última requisição' },
    never: { en: 'never', pt: 'nunca' },
    by: { en: 'by {sdk}', pt: 'por {sdk}' },
  },
  dangerZone: { en: 'Danger zone', pt: 'Zona de perigo' },
  deleteApplication: { en: 'Delete application', pt: 'Excluir aplicação' },
  keys: { en: 'Keys', pt: 'Chaves' },
  key: {
    label: { en: 'Key', pt: 'Chave' },
    exists: { en: 'Generated', pt: 'Gerada' },
    none: { en: 'None yet', pt: 'Nenhuma ainda' },
  },
  deleteText: {
    en: 'Deletes {name} with its toggles, experiments, environments and keys.',
    pt: 'Exclui {name} com seus toggles, experimentos, ambientes e chaves.',
  },
  notifications: {
    none: {
      en: 'Nobody is notified of changes. Add a webhook to post them to a channel of your team.',
      pt: 'Ninguém é avisado das alterações. Adicione um webhook para publicá-las em um canal da sua equipe.',
    },
    add: { en: 'Add a webhook', pt: 'Adicionar um webhook' },
    sentTo: {
      en: 'Sent to {host}. Language: {language}.',
      pt: 'Enviadas para {host}. Idioma: {language}.',
    },
  },
  deliveries: {
    title: { en: 'Deliveries', pt: 'Entregas' },
    empty: {
      en: 'Nothing was sent in the last 30 days.',
      pt: 'Nada foi enviado nos últimos 30 dias.',
    },
    message: { en: 'Message', pt: 'Mensagem' },
    when: { en: 'When', pt: 'Quando' },
    attempts: {
      en: '{count, plural, one {# attempt} other {# attempts}}',
      pt: '{count, plural, one {# tentativa} other {# tentativas}}',
    },
    next: { en: 'next attempt {time}', pt: 'próxima tentativa {time}' },
    resend: { en: 'Send again', pt: 'Enviar novamente' },
    resendOf: { en: 'Send again: {headline}', pt: 'Enviar novamente: {headline}' },
    resent: { en: 'Sent again.', pt: 'Enviada novamente.' },
  },
  secret: {
    title: { en: 'Signing secret', pt: 'Segredo de assinatura' },
    hint: {
      en: 'Receivers verify with it that a message is from here (Standard Webhooks).',
      pt: 'Com ele, quem recebe verifica que a mensagem veio daqui (Standard Webhooks).',
    },
    show: { en: 'Show the secret', pt: 'Mostrar o segredo' },
    hide: { en: 'Hide the secret', pt: 'Ocultar o segredo' },
  },
} satisfies Texts;
