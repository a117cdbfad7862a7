import type { Texts } from './text.ts';

export const targetGroup = {
  list: {
    title: { en: 'Target groups', pt: 'Grupos-alvo' },
    new: { en: 'New target group', pt: 'Novo grupo-alvo' },
    empty: {
      en: 'A target group is a reusable set of conditions, such as “paying users in Brazil”.',
      pt: 'Um grupo-alvo é um conjunto reutilizável de condições, como “usuários pagantes no Brasil”.',
    },
  },
  titleNew: { en: 'New target group', pt: 'Novo grupo-alvo' },
  titleEdit: { en: 'Edit target group', pt: 'Editar grupo-alvo' },
  policy: {
    label: {
      en: 'A user belongs to this group when',
      pt: 'Um usuário pertence a este grupo quando',
    },
    OR: { en: 'at least one condition holds', pt: 'pelo menos uma condição é atendida' },
    AND: { en: 'all conditions hold', pt: 'todas as condições são atendidas' },
  },
  conditions: { en: 'Conditions', pt: 'Condições' },
  addCondition: { en: 'Add condition', pt: 'Adicionar condição' },
  removeCondition: { en: 'Remove condition {n}', pt: 'Remover condição {n}' },
  delete: {
    confirm: { en: 'Delete target group {name}?', pt: 'Excluir o grupo-alvo {name}?' },
    success: { en: 'Target group deleted.', pt: 'Grupo-alvo excluído.' },
    title: { en: 'Delete target group', pt: 'Excluir grupo-alvo' },
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
    NO_CONDITIONS: {
      en: 'At least one condition must be specified!',
      pt: 'É preciso definir pelo menos uma condição!',
    },
    DUPLICATE_NAME: {
      en: "There's already a target group with this name!",
      pt: 'Já existe um grupo-alvo com este nome!',
    },
    TARGET_GROUP_USED_IN_EXPERIMENT: {
      en: 'Cannot delete. Target group is being used in at least one experiment!',
      pt: 'Não é possível excluir. O grupo-alvo está sendo usado em pelo menos um experimento!',
    },
    NOT_FOUND: { en: 'Target group not found!', pt: 'Grupo-alvo não encontrado!' },
    INVALID_POLICY: {
      en: 'Select when a user belongs to the group!',
      pt: 'Selecione quando um usuário pertence ao grupo!',
    },
    LIMIT_EXCEEDED: {
      en: 'A target group can have at most {limit, number} conditions!',
      pt: 'Um grupo-alvo pode ter no máximo {limit, number} condições!',
    },
  },
  condition: {
    added: { en: 'Condition {n} added', pt: 'Condição {n} adicionada' },
    removed: { en: 'Condition {n} removed', pt: 'Condição {n} removida' },
    moved: {
      en: 'Condition moved to position {n} of {total}',
      pt: 'Condição movida para a posição {n} de {total}',
    },
    moveUp: { en: 'Move condition {n} up', pt: 'Mover condição {n} para cima' },
    moveDown: { en: 'Move condition {n} down', pt: 'Mover condição {n} para baixo' },
    duplicate: { en: 'Duplicate condition {n}', pt: 'Duplicar condição {n}' },
  },
  try: {
    title: { en: 'Try it', pt: 'Experimentar' },
    absent: { en: 'not sent', pt: 'não enviado' },
    unfinished: {
      en: 'Complete the conditions to try them.',
      pt: 'Complete as condições para experimentá-las.',
    },
    belongs: { en: 'This user belongs to the group.', pt: 'Este usuário pertence ao grupo.' },
    belongsNot: {
      en: 'This user does not belong to the group.',
      pt: 'Este usuário não pertence ao grupo.',
    },
    result: {
      HOLDS: { en: 'holds', pt: 'atendida' },
      DOES_NOT_HOLD: { en: 'does not hold', pt: 'não atendida' },
      ABSENT: { en: 'not sent', pt: 'não enviado' },
      UNREADABLE: { en: 'the value cannot be read', pt: 'o valor não pode ser lido' },
      INVALID_CONDITION: { en: 'the condition is invalid', pt: 'a condição é inválida' },
    },
  },
} satisfies Texts;
