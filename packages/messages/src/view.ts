import type { Texts } from './text.ts';

export const view = {
  menu: { en: 'Views', pt: 'Visões' },
  compact: { en: 'Compact rows', pt: 'Linhas compactas' },
  save: { en: 'Save this view…', pt: 'Salvar esta visão…' },
  change: { en: 'Rename or share “{name}”…', pt: 'Renomear ou compartilhar “{name}”…' },
  remove: { en: 'Delete “{name}”', pt: 'Excluir “{name}”' },
  removed: { en: 'View “{name}” deleted', pt: 'Visão “{name}” excluída' },
  saved: { en: 'View “{name}” saved', pt: 'Visão “{name}” salva' },
  sharedBy: { en: '{name} · {person}', pt: '{name} · {person}' },
  title: { en: 'Save this view', pt: 'Salvar esta visão' },
  titleChange: { en: 'Change the view', pt: 'Alterar a visão' },
  hint: {
    en: 'A view is what the list is narrowed to and sorted by.',
    pt: 'Uma visão é o filtro e a ordem da lista.',
  },
  name: { en: 'Name', pt: 'Nome' },
  shared: {
    en: 'Everybody with access to the application sees it',
    pt: 'Visível para todos com acesso à aplicação',
  },
  error: {
    EMPTY_NAME: {
      en: 'Name cannot be empty nor blank!',
      pt: 'O nome não pode ficar vazio nem em branco!',
    },
    NAME_TOO_LONG: {
      en: 'The name can have at most {limit, number} characters!',
      pt: 'O nome pode ter no máximo {limit, number} caracteres!',
    },
    INVALID_CHARACTERS: {
      en: 'The name has characters that nobody can see!',
      pt: 'O nome tem caracteres que ninguém vê!',
    },
    LIMIT_EXCEEDED: {
      en: 'You have reached the limit of views here, or this view is too long.',
      pt: 'Você já tem o máximo de visões aqui, ou esta é longa demais.',
    },
    DUPLICATE_NAME: {
      en: "There's already a view with this name!",
      pt: 'Já existe uma visão com este nome!',
    },
  },
} satisfies Texts;
