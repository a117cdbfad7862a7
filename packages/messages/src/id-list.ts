import type { Texts } from './text.ts';

export const idList = {
  title: { en: 'Id lists', pt: 'Listas de ids' },
  new: { en: 'New id list', pt: 'Nova lista de ids' },
  edit: { en: 'Edit id list', pt: 'Editar lista de ids' },
  empty: {
    en: 'An id list holds many users, such as the customers of a beta. Rules and target groups can use it.',
    pt: 'Uma lista de ids guarda muitos usuários, como os clientes de um beta. Regras e grupos-alvo podem usá-la.',
  },
  ids: { en: 'Ids', pt: 'Ids' },
  count: {
    en: '{count, plural, one {# id} other {# ids}}',
    pt: '{count, plural, one {# id} other {# ids}}',
  },
  hashes: {
    en: 'Ids are kept as hashes: they can be checked, not shown. Keep your file.',
    pt: 'Os ids são guardados como hashes: podem ser verificados, não exibidos. Guarde seu arquivo.',
  },
  upload: { en: 'Upload file…', pt: 'Enviar arquivo…' },
  uploadTitle: { en: 'Upload file', pt: 'Enviar arquivo' },
  file: { en: 'File', pt: 'Arquivo' },
  fileHint: {
    en: 'Text with an id a line, or a CSV with ids in the first column; at most {limit, number} MiB.',
    pt: 'Texto com um id por linha ou um CSV com ids na primeira coluna; no máximo {limit, number} MiB.',
  },
  mode: {
    label: { en: 'What the ids of the file do', pt: 'O que fazem os ids do arquivo' },
    replace: { en: 'replace', pt: 'substituir' },
    add: { en: 'add', pt: 'adicionar' },
    remove: { en: 'remove', pt: 'remover' },
  },
  verb: {
    replace: { en: 'Replace', pt: 'Substituir' },
    add: { en: 'Add', pt: 'Adicionar' },
    remove: { en: 'Remove', pt: 'Remover' },
  },
  header: { en: 'First line is a heading', pt: 'A primeira linha é um cabeçalho' },
  reading: { en: 'Reading the file…', pt: 'Lendo o arquivo…' },
  preview: {
    en: '{count, plural, one {# id} other {# ids}}, {bad, plural, one {# bad line} other {# bad lines}}: +{added, number} −{removed, number}',
    pt: '{count, plural, one {# id} other {# ids}}, {bad, plural, one {# linha inválida} other {# linhas inválidas}}: +{added, number} −{removed, number}',
  },
  changed: {
    en: '{added, number} added, {removed, number} removed',
    pt: '{added, number} adicionados, {removed, number} removidos',
  },
  changedMeanwhile: {
    en: 'The ids were changed meanwhile. Close this, and look at the list again.',
    pt: 'Os ids foram alterados nesse meio-tempo. Feche e veja a lista de novo.',
  },
  notText: { en: 'This is no text in UTF-8.', pt: 'Isto não é um texto em UTF-8.' },
  addOrRemove: { en: 'Add or remove…', pt: 'Adicionar ou remover…' },
  idsTitle: { en: 'Add or remove ids', pt: 'Adicionar ou remover ids' },
  toAdd: { en: 'Ids to add', pt: 'Ids a adicionar' },
  toRemove: { en: 'Ids to remove', pt: 'Ids a remover' },
  oneALine: {
    en: 'An id a line. One that is in both is removed.',
    pt: 'Um id por linha. Um que está nos dois é removido.',
  },
  check: { en: 'Is this id in it?', pt: 'Este id está nela?' },
  checkVerb: { en: 'Check', pt: 'Verificar' },
  isIn: { en: 'Yes, {id} is in this list.', pt: 'Sim, {id} está nesta lista.' },
  isNotIn: { en: 'No, {id} is not in this list.', pt: 'Não, {id} não está nesta lista.' },
  groupFrom: {
    en: 'New target group from this list',
    pt: 'Novo grupo-alvo a partir desta lista',
  },
  choose: { en: 'Choose a list', pt: 'Escolha uma lista' },
  delete: {
    title: { en: 'Delete id list', pt: 'Excluir lista de ids' },
    confirm: {
      en: 'Delete id list {name} with {count, plural, one {# id} other {# ids}}?',
      pt: 'Excluir a lista de ids {name} com {count, plural, one {# id} other {# ids}}?',
    },
    success: { en: 'Id list deleted.', pt: 'Lista de ids excluída.' },
  },
  error: {
    EMPTY_NAME: {
      en: 'Name cannot be empty nor blank!',
      pt: 'O nome não pode ficar vazio nem em branco!',
    },
    INVALID_CHARACTERS: {
      en: 'This text cannot have invisible characters or line breaks!',
      pt: 'Este texto não pode ter caracteres invisíveis nem quebras de linha!',
    },
    NAME_TOO_LONG: {
      en: 'The name can have at most {limit, number} characters!',
      pt: 'O nome pode ter no máximo {limit, number} caracteres!',
    },
    DESCRIPTION_TOO_LONG: {
      en: 'The description can have at most {limit, number} characters!',
      pt: 'A descrição pode ter no máximo {limit, number} caracteres!',
    },
    DUPLICATE_NAME: {
      en: "There's already an id list with this name!",
      pt: 'Já existe uma lista de ids com este nome!',
    },
    INVALID_IDS: {
      en: '{count, plural, one {# line is no id} other {# lines are no ids}}, the first in line {line}. An id has 1 to 256 bytes and no control characters. Nothing was stored.',
      pt: '{count, plural, one {# linha não é um id} other {# linhas não são ids}}, a primeira é a linha {line}. Um id tem de 1 a 256 bytes e nenhum caractere de controle. Nada foi guardado.',
    },
    LIST_IN_USE: {
      en: 'Cannot delete. The list is being used in at least one rule or target group!',
      pt: 'Não é possível excluir. A lista está sendo usada em pelo menos uma regra ou grupo-alvo!',
    },
    MAX_LIST_IDS_REACHED: {
      en: 'Too many ids: at most {limit, number}.',
      pt: 'Ids demais: no máximo {limit, number}.',
    },
    NOT_FOUND: { en: 'Id list not found!', pt: 'Lista de ids não encontrada!' },
  },
} satisfies Texts;
