import type { Texts } from './text.ts';

export const app = {
  titleNew: { en: 'New application', pt: 'Nova aplicação' },
  titleEdit: { en: 'Edit application', pt: 'Editar aplicação' },
  environments: { en: 'Environments', pt: 'Ambientes' },
  environment: {
    input: { en: 'Environment name', pt: 'Nome do ambiente' },
    add: { en: 'Add', pt: 'Adicionar' },
    update: { en: 'Update', pt: 'Atualizar' },
    suggestions: { en: 'Suggestions', pt: 'Sugestões' },
    removeConfirm: {
      en: 'Remove environment {name}? Its experiments are deleted and its key stops working.',
      pt: 'Remover o ambiente {name}? Os experimentos dele serão excluídos e a chave deixará de funcionar.',
    },
    hint: {
      en: 'Places where your app runs, each with a key of its own.',
      pt: 'Lugares onde seu sistema é executado, cada um com sua própria chave.',
    },
    suggest: { en: 'Add {name}', pt: 'Adicionar {name}' },
    suggestion: {
      development: { en: 'Development', pt: 'Desenvolvimento' },
      staging: { en: 'Staging', pt: 'Homologação' },
      production: { en: 'Production', pt: 'Produção' },
    },
    moveUp: { en: 'Move environment {name} up', pt: 'Mover o ambiente {name} para cima' },
    moveDown: { en: 'Move environment {name} down', pt: 'Mover o ambiente {name} para baixo' },
    moved: {
      en: '{name} moved to position {n} of {total}.',
      pt: '{name} movido para a posição {n} de {total}.',
    },
    edit: { en: 'Edit environment {name}', pt: 'Editar o ambiente {name}' },
    remove: { en: 'Remove environment {name}', pt: 'Remover o ambiente {name}' },
    added: { en: '{name} added.', pt: '{name} adicionado.' },
    notEntered: {
      en: '“{name}” is not in the list yet. Press Enter, or clear the field!',
      pt: '“{name}” ainda não está na lista. Pressione Enter ou limpe o campo!',
    },
    already: { en: '{name} is already in the list.', pt: '{name} já está na lista.' },
    removed: { en: '{name} removed.', pt: '{name} removido.' },
    removeTitle: { en: 'Remove environment', pt: 'Remover ambiente' },
    removeOnSave: {
      en: 'It takes effect when you save.',
      pt: 'A remoção acontece quando você salvar.',
    },
    lost: {
      en: '{count, plural, =0 {It has no experiments.} one {This experiment is deleted:} other {These # experiments are deleted:}}',
      pt: '{count, plural, =0 {Ele não tem experimentos.} one {Este experimento será excluído:} other {Estes # experimentos serão excluídos:}}',
    },
  },
  countBulk: {
    en: 'Count bulk evaluation as exposure',
    pt: 'Contar a avaliação em lote como exposição',
  },
  countBulkHint: {
    en: 'Only if every value that is fetched is also shown. Otherwise effects look smaller than they are.',
    pt: 'Só se todo valor buscado também for mostrado. Caso contrário, os efeitos parecem menores do que são.',
  },
  webhook: {
    label: { en: 'Notification webhook', pt: 'Webhook de notificações' },
    hint: {
      en: 'Slack-compatible URL that receives a message on every change.',
      pt: 'URL compatível com o Slack que recebe uma mensagem a cada alteração.',
    },
    test: { en: 'Send test message', pt: 'Enviar mensagem de teste' },
    saveFirst: {
      en: 'Save the new address before testing it.',
      pt: 'Salve o novo endereço antes de testá-lo.',
    },
    testSent: { en: 'The test message was delivered.', pt: 'A mensagem de teste foi entregue.' },
  },
  idleDays: {
    en: 'Between {min, number} and {max, number} days!',
    pt: 'De {min, number} a {max, number} dias!',
  },
  staleDigest: {
    OFF: { en: 'None', pt: 'Nenhuma' },
    WEEKLY: { en: 'On Mondays, to the webhook', pt: 'Às segundas-feiras, ao webhook' },
  },
  notificationLanguage: { en: 'Notification language', pt: 'Idioma das notificações' },
  delete: {
    confirm: {
      en: 'Delete application {name}? Its {toggles, plural, one {# toggle} other {# toggles}}, {experiments, plural, one {# experiment} other {# experiments}} and {environments, plural, one {# environment} other {# environments}} are deleted, and apps that use its keys stop receiving values.',
      pt: 'Excluir a aplicação {name}? {toggles, plural, one {# toggle} other {# toggles}}, {experiments, plural, one {# experimento} other {# experimentos}} e {environments, plural, one {# ambiente} other {# ambientes}} serão excluídos, e os sistemas que usam suas chaves deixarão de receber valores.',
    },
    success: { en: 'Application deleted.', pt: 'Aplicação excluída.' },
    title: { en: 'Delete application', pt: 'Excluir aplicação' },
    confirmUncounted: {
      en: 'Delete application {name} with everything in it? Apps that use its keys stop receiving values.',
      pt: 'Excluir a aplicação {name} com tudo o que há nela? Os sistemas que usam suas chaves deixarão de receber valores.',
    },
  },
  error: {
    EMPTY_NAME: {
      en: 'Name cannot be empty nor blank!',
      pt: 'O nome não pode ficar vazio nem em branco!',
    },
    NO_ENVIRONMENT: {
      en: 'At least one environment has to be provided!',
      pt: 'É preciso informar pelo menos um ambiente!',
    },
    DUPLICATE_NAME: {
      en: "There's already an application with this name!",
      pt: 'Já existe uma aplicação com este nome!',
    },
    MAX_APP_LIMIT_REACHED: {
      en: "You have reached your account's max applications limit.",
      pt: 'Você atingiu o limite máximo de aplicações da sua conta.',
    },
    DUPLICATE_ENVIRONMENT: {
      en: "There's already an environment with this name!",
      pt: 'Já existe um ambiente com este nome!',
    },
    MAX_ENVIRONMENTS_LIMIT_REACHED: {
      en: "You have reached your account's max environments limit. [{max}]",
      pt: 'Você atingiu o limite máximo de ambientes da sua conta. [{max}]',
    },
    INVALID_WEBHOOK: { en: 'Invalid webhook URL!', pt: 'URL do webhook inválida!' },
    INVALID_WEBHOOK_LANGUAGE: {
      en: 'Invalid webhook language!',
      pt: 'Idioma do webhook inválido!',
    },
    NOT_FOUND: { en: 'Application not found!', pt: 'Aplicação não encontrada!' },
    INVALID_CHARACTERS: {
      en: 'A name cannot have invisible characters or line breaks!',
      pt: 'Um nome não pode ter caracteres invisíveis nem quebras de linha!',
    },
    NAME_TOO_LONG: {
      en: 'A name can have at most {limit, number} characters!',
      pt: 'Um nome pode ter no máximo {limit, number} caracteres!',
    },
    LIMIT_EXCEEDED: {
      en: 'An application can have at most {limit, number} environments!',
      pt: 'Uma aplicação pode ter no máximo {limit, number} ambientes!',
    },
    ENVIRONMENT_IN_USE: {
      en: 'Saving would remove an environment with experiments that somebody else added. Reload the page and try again.',
      pt: 'Salvar removeria um ambiente com experimentos adicionado por outra pessoa. Recarregue a página e tente novamente.',
    },
  },
  notifications: { en: 'Notifications', pt: 'Notificações' },
} satisfies Texts;
