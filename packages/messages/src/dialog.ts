import type { Texts } from './text.ts';

export const dialog = {
  error: {
    title: { en: 'error', pt: 'erro' },
  },
  success: {
    title: { en: 'success', pt: 'sucesso' },
  },
  confirm: {
    title: { en: 'Are you sure?', pt: 'Tem certeza?' },
    irreversible: { en: 'This cannot be undone.', pt: 'Esta ação não pode ser desfeita.' },
    restorable: {
      en: 'It can be restored for {days, plural, one {# day} other {# days}}.',
      pt: 'Pode ser restaurado por {days, plural, one {# dia} other {# dias}}.',
    },
    eachRestorable: {
      en: 'What is deleted can be restored for {days, plural, one {# day} other {# days}}.',
      pt: 'O que é excluído pode ser restaurado por {days, plural, one {# dia} other {# dias}}.',
    },
    typeName: { en: 'Type {name} to confirm', pt: 'Digite {name} para confirmar' },
  },
  unsaved: {
    title: { en: 'Unsaved changes', pt: 'Alterações não salvas' },
    text: {
      en: 'You have changes that were not saved. Leave this page and lose them?',
      pt: 'Há alterações que não foram salvas. Sair desta página e perdê-las?',
    },
    stay: { en: 'Keep editing', pt: 'Continuar editando' },
    leave: { en: 'Discard changes', pt: 'Descartar alterações' },
  },
  conflict: {
    title: { en: 'Someone else changed this', pt: 'Outra pessoa alterou isto' },
    text: {
      en: '{name} saved it {time}, while you were editing. Reload to see that version, or overwrite it with yours.',
      pt: '{name} salvou {time}, enquanto você editava. Recarregue para ver essa versão ou sobrescreva com a sua.',
    },
    reload: { en: 'Reload', pt: 'Recarregar' },
    overwrite: { en: 'Overwrite', pt: 'Sobrescrever' },
    theirs: { en: 'What {name} changed', pt: 'O que {name} alterou' },
    mine: { en: 'What you changed', pt: 'O que você alterou' },
    nothing: { en: 'Nothing: it is as you found it.', pt: 'Nada: está como você encontrou.' },
    blank: { en: '(empty)', pt: '(vazio)' },
  },
} satisfies Texts;
