import type { Texts } from './text.ts';

/** The texts of rules, a part of those of an experiment. */
export const rule = {
  rule: {
    label: { en: 'Rule #{n}', pt: 'Regra #{n}' },
    if: { en: 'if', pt: 'se' },
    elseIf: { en: 'else-if', pt: 'senão, se' },
    else: { en: 'else', pt: 'senão' },
    returns: { en: 'returns', pt: 'retorna' },
    actions: { en: 'Actions of rule {n}', pt: 'Ações da regra {n}' },
    rename: { en: 'Name rule {n}…', pt: 'Dar nome à regra {n}…' },
    nameLabel: { en: 'Name of rule {n}', pt: 'Nome da regra {n}' },
    namePlaceholder: { en: 'Name', pt: 'Nome' },
    copyLink: { en: 'Copy link to rule {n}', pt: 'Copiar link da regra {n}' },
    linkCopied: { en: 'Link to rule #{n} copied.', pt: 'Link da regra #{n} copiado.' },
    moveUp: { en: 'Move rule {n} up', pt: 'Mover regra {n} para cima' },
    moveDown: { en: 'Move rule {n} down', pt: 'Mover regra {n} para baixo' },
    delete: { en: 'Delete rule {n}', pt: 'Excluir regra {n}' },
    moved: {
      en: 'Rule moved to position {n} of {total}',
      pt: 'Regra movida para a posição {n} de {total}',
    },
    deleted: { en: 'Rule deleted.', pt: 'Regra excluída.' },
    neverReached: {
      en: 'Never reached: rule #{n} above already matches everyone.',
      pt: 'Nunca alcançada: a regra #{n}, acima, já vale para todos.',
    },
    type: {
      ALL_USERS: { en: 'All users', pt: 'Todos os usuários' },
      PROPERTY: { en: 'Property', pt: 'Propriedade' },
      TARGET_GROUP: { en: 'Target group', pt: 'Grupo-alvo' },
      TOGGLE_DEPENDENCY: { en: 'Toggle dependency', pt: 'Dependência de toggle' },
    },
    catchAll: { en: 'Everyone else', pt: 'Todos os demais' },
    typeLabel: { en: 'Type of rule {n}', pt: 'Tipo da regra {n}' },
    locked: {
      en: 'Always the last rule: it matches everyone.',
      pt: 'Sempre a última regra: vale para todos.',
    },
    saveAsGroup: { en: 'Save as target group…', pt: 'Salvar como grupo-alvo…' },
    duplicate: { en: 'Duplicate rule {n}', pt: 'Duplicar regra {n}' },
    open: { en: 'Edit rule {n}', pt: 'Editar regra {n}' },
    close: { en: 'Close rule {n}', pt: 'Fechar regra {n}' },
    added: {
      en: '#1 added, rules below renumbered',
      pt: '#1 adicionada, regras abaixo renumeradas',
    },
    duplicated: { en: 'Rule duplicated as #{n}', pt: 'Regra duplicada como #{n}' },
    restored: { en: 'Rule restored as #{n}', pt: 'Regra restaurada como #{n}' },
    typeChanged: {
      en: 'Rule #{n} is now of type “{type}”; its old condition was removed.',
      pt: 'A regra #{n} agora é do tipo “{type}”; a condição anterior foi removida.',
    },
  },
  policy: {
    ALL_OF: { en: 'is in all of', pt: 'está em todos' },
    ANY_OF: { en: 'is in any of', pt: 'está em qualquer um' },
    ONE_OF: { en: 'is in exactly one of', pt: 'está em exatamente um' },
    NONE_OF: { en: 'is in none of', pt: 'não está em nenhum' },
  },
  combined: {
    policy: {
      en: 'Rule #{n}: how its conditions are combined',
      pt: 'Regra #{n}: como as condições se combinam',
    },
    AND: { en: 'All of these', pt: 'Todas estas' },
    OR: { en: 'Any of these', pt: 'Qualquer uma destas' },
    removed: {
      en: 'Condition {c} of rule #{n} removed.',
      pt: 'Condição {c} da regra #{n} removida.',
    },
  },
  saveAsGroup: {
    title: { en: 'Save as target group', pt: 'Salvar como grupo-alvo' },
    note: {
      en: 'The group is saved now and can be used in other rules. This rule will use it; save the experiment as usual.',
      pt: 'O grupo é salvo agora e pode ser usado em outras regras. Esta regra passará a usá-lo; salve o experimento como de costume.',
    },
    done: {
      en: 'Target group “{name}” saved. Rule #{n} uses it.',
      pt: 'Grupo-alvo “{name}” salvo. A regra #{n} o usa.',
    },
  },
  targetGroups: {
    add: { en: 'Add target group', pt: 'Adicionar grupo-alvo' },
    selected: { en: 'already selected', pt: 'já selecionado' },
    label: { en: 'Target groups', pt: 'Grupos-alvo' },
    policy: { en: 'How the groups are combined', pt: 'Como os grupos são combinados' },
    user: { en: 'User', pt: 'Usuário' },
    remove: { en: 'Remove {name}', pt: 'Remover {name}' },
    removed: { en: '{name} removed from rule #{n}.', pt: '{name} removido da regra #{n}.' },
    noneYet: {
      en: "No target groups yet. Describe users with conditions, then choose “Save as target group…” in the rule's menu.",
      pt: 'Ainda não há grupos-alvo. Descreva os usuários com condições e escolha “Salvar como grupo-alvo…” no menu da regra.',
    },
    noMatch: { en: 'No target group matches.', pt: 'Nenhum grupo-alvo corresponde.' },
    gone: { en: 'deleted group', pt: 'grupo excluído' },
  },
  dependency: {
    toggle: { en: 'Toggle', pt: 'Toggle' },
    value: { en: 'returns', pt: 'retorna' },
    choose: { en: 'Choose a toggle', pt: 'Escolha um toggle' },
    chooseValue: { en: 'Choose a value', pt: 'Escolha um valor' },
    noExperiment: {
      en: '{toggle} has no experiment in {environment}: it always returns {value}.',
      pt: '{toggle} não tem experimento em {environment}: ele sempre retorna {value}.',
    },
    paused: {
      en: 'The experiment of {toggle} is paused in {environment}: it returns {value} to everyone.',
      pt: 'O experimento de {toggle} está pausado em {environment}: ele retorna {value} para todos.',
    },
  },
  versionFilter: {
    label: { en: 'Version filter', pt: 'Filtro de versão' },
    add: { en: 'Add version filter', pt: 'Adicionar filtro de versão' },
    remove: { en: 'Remove version filter', pt: 'Remover filtro de versão' },
  },
  value: {
    EXACT_VALUE: { en: 'Exact value', pt: 'Valor exato' },
    SPLIT: { en: 'Percentage split', pt: 'Divisão percentual' },
    label: { en: 'What rule {n} returns', pt: 'O que a regra {n} retorna' },
    exactLabel: { en: 'Value that rule {n} returns', pt: 'Valor que a regra {n} retorna' },
    choose: { en: 'Choose a value', pt: 'Escolha um valor' },
  },
} satisfies Texts;
