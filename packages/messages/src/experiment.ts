import { error } from './experiment-error.ts';
import { rule } from './rule.ts';
import { split } from './split.ts';
import type { Texts } from './text.ts';

export const experiment = {
  screens: {
    label: { en: 'Experiment', pt: 'Experimento' },
    rules: { en: 'Rules', pt: 'Regras' },
    results: { en: 'Results', pt: 'Resultados' },
  },
  list: {
    title: { en: 'Experiments', pt: 'Experimentos' },
    new: { en: 'new experiment', pt: 'novo experimento' },
    toggle: { en: 'Toggle', pt: 'Toggle' },
    outcome: { en: 'Users get', pt: 'Usuários recebem' },
    rules: { en: 'Rules', pt: 'Regras' },
    ruleCount: {
      en: '{count, plural, one {# rule} other {# rules}}',
      pt: '{count, plural, one {# regra} other {# regras}}',
    },
    empty: {
      en: 'No experiments in {environment}: every toggle returns its default value.',
      pt: 'Nenhum experimento em {environment}: todos os toggles retornam o valor padrão.',
    },
    action: { en: 'Action', pt: 'Ação' },
  },
  status: {
    ACTIVE: { en: 'Active', pt: 'Ativo' },
    PAUSED: { en: 'Paused', pt: 'Pausado' },
  },
  action: {
    pause: { en: 'pause', pt: 'pausar' },
    restart: { en: 'restart', pt: 'retomar' },
  },
  paused: { en: 'Paused: everyone gets {value}', pt: 'Pausado: todos recebem {value}' },
  pauseDone: {
    en: 'Experiment paused in {environment}.',
    pt: 'Experimento pausado em {environment}.',
  },
  pauseDoneOf: {
    en: '{toggle} paused in {environment}.',
    pt: '{toggle} pausado em {environment}.',
  },
  restartDoneOf: {
    en: '{toggle} restarted in {environment}.',
    pt: '{toggle} retomado em {environment}.',
  },
  restartDone: {
    en: 'Experiment restarted in {environment}.',
    pt: 'Experimento retomado em {environment}.',
  },
  titleNew: { en: 'New experiment in {environment}', pt: 'Novo experimento em {environment}' },
  titleEdit: { en: '{toggle} in {environment}', pt: '{toggle} em {environment}' },
  toggle: {
    label: { en: 'Toggle', pt: 'Toggle' },
    choose: { en: 'Choose a toggle', pt: 'Escolha um toggle' },
    none: {
      en: 'Every toggle already has an experiment in {environment}.',
      pt: 'Todos os toggles já têm um experimento em {environment}.',
    },
    noMatch: { en: 'No toggle matches.', pt: 'Nenhum toggle corresponde.' },
    noToggles: {
      en: 'This application has no toggles yet.',
      pt: 'Esta aplicação ainda não tem toggles.',
    },
    create: { en: 'New toggle', pt: 'Novo toggle' },
    clear: { en: 'Clear the toggle', pt: 'Limpar o toggle' },
  },
  addRule: { en: 'Add rule', pt: 'Adicionar regra' },
  ...rule,
  split,
  saveTo: { en: 'Save to {environment}', pt: 'Salvar em {environment}' },
  saveOtherwise: {
    en: 'Save at a time, in steps or as a draft',
    pt: 'Salvar em um horário, em etapas ou como rascunho',
  },
  delete: {
    confirm: {
      en: 'Delete the experiment of {toggle} in {environment}? Everyone gets the default value {value}.',
      pt: 'Excluir o experimento de {toggle} em {environment}? Todos receberão o valor padrão {value}.',
    },
    success: { en: 'Experiment deleted.', pt: 'Experimento excluído.' },
    title: { en: 'Delete experiment', pt: 'Excluir experimento' },
  },
  clone: {
    label: { en: 'Clone to another environment', pt: 'Clonar para outro ambiente' },
    destination: { en: 'Destination environment', pt: 'Ambiente de destino' },
    savedOnly: {
      en: 'The saved version is cloned. Your unsaved changes are not included.',
      pt: 'A versão salva será clonada. Suas alterações não salvas não serão incluídas.',
    },
    hasExperiment: {
      en: 'already has an experiment for this toggle',
      pt: 'já tem um experimento para este toggle',
    },
    done: {
      en: 'Experiment cloned to {environment}.',
      pt: 'Experimento clonado para {environment}.',
    },
    button: { en: 'Clone to…', pt: 'Clonar para…' },
    confirm: { en: 'Clone', pt: 'Clonar' },
    confirmSaved: { en: 'Clone the saved version', pt: 'Clonar a versão salva' },
    saveAndClone: { en: 'Save and clone', pt: 'Salvar e clonar' },
    preview: {
      en: 'These rules are copied. They count in {environment} at once:',
      pt: 'Estas regras são copiadas. Elas valem em {environment} imediatamente:',
    },
    previewAny: { en: 'These rules are copied:', pt: 'Estas regras são copiadas:' },
    noOther: {
      en: 'This application has no other environment.',
      pt: 'Esta aplicação não tem outro ambiente.',
    },
    choose: { en: 'Choose a destination!', pt: 'Escolha um destino!' },
  },
  test: { en: 'Test these rules', pt: 'Testar estas regras' },
  error,
  rules: { en: 'Rules', pt: 'Regras' },
  rulesFull: {
    en: 'There are {limit, number} rules, and an experiment can have no more: delete one to add another.',
    pt: 'Há {limit, number} regras, e um experimento não pode ter mais: exclua uma para adicionar outra.',
  },
  rulesHint: {
    en: 'The first rule that matches a user decides.',
    pt: 'A primeira regra que vale para o usuário decide.',
  },
  copyRules: { en: 'Copy rules as JSON', pt: 'Copiar regras como JSON' },
  rulesCopied: { en: 'Rules copied.', pt: 'Regras copiadas.' },
  rulesActions: { en: 'Actions of all rules', pt: 'Ações de todas as regras' },
  copied: {
    en: 'Rules of another environment, not saved yet.',
    pt: 'Regras de outro ambiente, ainda não salvas.',
  },
  paste: {
    button: { en: 'Paste rules…', pt: 'Colar regras…' },
    title: { en: 'Paste rules', pt: 'Colar regras' },
    label: { en: 'Rules as JSON', pt: 'Regras como JSON' },
    hint: {
      en: 'What “Copy rules as JSON” gives, of this experiment or another. It replaces the rules here; nothing is saved yet.',
      pt: 'O que “Copiar regras como JSON” dá, deste experimento ou de outro. Substitui as regras daqui; nada é salvo ainda.',
    },
    use: { en: 'Use these rules', pt: 'Usar estas regras' },
    foreign: {
      en: 'This is not what “Copy rules as JSON” gives!',
      pt: 'Isto não é o que “Copiar regras como JSON” dá!',
    },
    done: { en: 'Rules pasted.', pt: 'Regras coladas.' },
  },
  rollOut: { en: 'Roll out…', pt: 'Liberar…' },
  rollOutUnsaved: {
    en: 'Save or discard your edits first.',
    pt: 'Salve ou descarte primeiro as suas alterações.',
  },
  history: { en: 'History', pt: 'Histórico' },
  duplicateOf: {
    en: '{rule} (the same as {original})',
    pt: '{rule} (igual à {original})',
  },
  words: {
    everyone: { en: 'everyone', pt: 'todos' },
    everyoneElse: { en: 'everyone else', pt: 'todos os demais' },
    groups: { en: 'user {policy} {groups}', pt: 'usuário {policy}: {groups}' },
    dependency: { en: '{toggle} returns {value}', pt: '{toggle} retorna {value}' },
    both: { en: '{audience} and {version}', pt: '{audience} e {version}' },
    rule: { en: '{audience}: {value}', pt: '{audience}: {value}' },
  },
  measured: {
    UNIT: {
      en: 'Another unit assigns everybody anew. Running analyses start a new phase.',
      pt: 'Outra unidade redistribui todos. As análises em andamento começam uma nova fase.',
    },
    WEIGHTS: {
      en: 'This rule is being measured. Changing the split opens a new phase; users who change sides are left out of it.',
      pt: 'Esta regra está em medição. Mudar a divisão abre uma nova fase; quem muda de lado fica fora dela.',
    },
    AUDIENCE: {
      en: 'This rule is being measured. The phase goes on, and the results will say that the audience changed.',
      pt: 'Esta regra está em medição. A fase continua, e os resultados dirão que o público mudou.',
    },
    STOPS: {
      en: 'This rule is being measured. Saving stops the analysis; its results stay readable.',
      pt: 'Esta regra está em medição. Ao salvar, a análise é encerrada; os resultados continuam disponíveis.',
    },
  },
  changes: {
    count: {
      en: '{count, plural, =0 {No changes} one {# change} other {# changes}}',
      pt: '{count, plural, =0 {Nenhuma alteração} one {# alteração} other {# alterações}}',
    },
    title: { en: 'Changes not saved yet', pt: 'Alterações ainda não salvas' },
    added: { en: '#{n} added: {words}', pt: '#{n} adicionada: {words}' },
    removed: { en: '#{n} removed: {words}', pt: '#{n} removida: {words}' },
    changed: { en: '#{n} changed: {before} → {after}', pt: '#{n} alterada: {before} → {after}' },
    moved: { en: '#{from} moved to #{n}: {words}', pt: '#{from} movida para #{n}: {words}' },
    renamed: {
      en: 'Name of #{n}: {before} → {after}',
      pt: 'Nome da #{n}: {before} → {after}',
    },
    unnamed: { en: 'none', pt: 'nenhum' },
    created: {
      en: 'Users get these values at once:',
      pt: 'Os usuários passam a receber estes valores imediatamente:',
    },
    live: {
      en: 'Users in {environment} get the new values at once.',
      pt: 'Os usuários em {environment} recebem os novos valores imediatamente.',
    },
    whilePaused: {
      en: 'The experiment is paused: users get {value} until it is restarted.',
      pt: 'O experimento está pausado: os usuários recebem {value} até que ele seja retomado.',
    },
  },
  review: { en: 'Review & save to {environment}', pt: 'Revisar e salvar em {environment}' },
  reviewTitle: { en: 'Save to {environment}?', pt: 'Salvar em {environment}?' },
  restored: {
    en: 'Changes you had not saved were brought back.',
    pt: 'As alterações que você não tinha salvado foram recuperadas.',
  },
  discardRestored: { en: 'Discard them', pt: 'Descartá-las' },
  resetDone: { en: 'Changes undone.', pt: 'Alterações desfeitas.' },
  saved: {
    en: '{toggle} saved to {environment}.',
    pt: '{toggle} salvo em {environment}.',
  },
  saveUndone: {
    en: 'The former rules of {toggle} are back in {environment}.',
    pt: 'As regras anteriores de {toggle} estão de volta em {environment}.',
  },
  notUndone: { en: 'Not undone: {reason}', pt: 'Não foi desfeito: {reason}' },
  conflict: {
    nothing: {
      en: 'The rules are the same as those you started from.',
      pt: 'As regras são as mesmas de quando você começou.',
    },
  },
  pauseWarning: {
    title: {
      en: 'Other experiments depend on {toggle}',
      pt: 'Outros experimentos dependem de {toggle}',
    },
    text: {
      en: 'While it is paused, {toggle} returns {value} to everyone, and the rules of these experiments see that value:',
      pt: 'Enquanto estiver pausado, {toggle} retorna {value} para todos, e as regras destes experimentos veem esse valor:',
    },
    confirm: { en: 'Pause anyway', pt: 'Pausar mesmo assim' },
  },
  testPanel: {
    hint: {
      en: 'With the rules as they are here, saved or not. Nobody else sees it.',
      pt: 'Com as regras como estão aqui, salvas ou não. Ninguém mais vê.',
    },
    noValue: { en: 'not sent', pt: 'não enviado' },
    otherProperties: {
      en: 'Show the other properties too',
      pt: 'Mostrar também as outras propriedades',
    },
    stale: {
      en: 'The rules have changed since then. Evaluate again.',
      pt: 'As regras mudaram desde então. Avalie novamente.',
    },
  },
} satisfies Texts;
