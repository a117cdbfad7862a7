import type { Texts } from './text.ts';

export const freeze = {
  title: { en: 'Freezes', pt: 'Congelamentos' },
  intro: {
    en: 'Times in which nothing that users get may change. Pausing and rolling back stay possible.',
    pt: 'Períodos em que nada do que os usuários recebem pode mudar. Pausar e desfazer continuam possíveis.',
  },
  none: { en: 'Nothing is frozen, and nothing will be.', pt: 'Nada está nem ficará congelado.' },
  new: { en: 'New freeze', pt: 'Novo congelamento' },
  edit: { en: 'Change freeze', pt: 'Alterar congelamento' },
  end: { en: 'End now', pt: 'Encerrar agora' },
  endOf: { en: 'End now: {name}', pt: 'Encerrar agora: {name}' },
  endTitle: { en: 'End freeze', pt: 'Encerrar congelamento' },
  endConfirm: {
    en: 'End {name} now? Changes that wait for its end are applied.',
    pt: 'Encerrar {name} agora? As mudanças que esperam o fim dele serão aplicadas.',
  },
  ended: { en: 'Freeze ended.', pt: 'Congelamento encerrado.' },
  delete: { en: 'Delete freeze', pt: 'Excluir congelamento' },
  deleteConfirm: { en: 'Delete {name}?', pt: 'Excluir {name}?' },
  deleted: { en: 'Freeze deleted.', pt: 'Congelamento excluído.' },
  notFound: { en: 'Freeze not found!', pt: 'Congelamento não encontrado!' },
  saved: { en: '{name} saved.', pt: '{name}: salvo.' },
  stops: {
    en: '{name} saved. These change requests wait until it ends:',
    pt: '{name}: salvo. Estas solicitações de mudança esperam até o fim:',
  },
  request: { en: '#{number} {title}', pt: '#{number} {title}' },
  times: { en: '{from} to {to}', pt: '{from} até {to}' },
  from: { en: 'From', pt: 'De' },
  to: { en: 'To', pt: 'Até' },
  utc: { en: '{offset}, {time} UTC', pt: '{offset}, {time} UTC' },
  state: {
    COMING: { en: 'To come', pt: 'Por vir' },
    NOW: { en: 'Now', pt: 'Agora' },
    OVER: { en: 'Over', pt: 'Terminado' },
  },
  environments: { en: 'Environments', pt: 'Ambientes' },
  all: { en: 'All environments, also later ones', pt: 'Todos os ambientes, também os futuros' },
  everywhere: { en: 'All environments', pt: 'Todos os ambientes' },
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
      en: 'Characters that cannot be seen are not allowed!',
      pt: 'Não são permitidos caracteres que não se veem!',
    },
    INVALID_FREEZE: {
      en: 'A freeze must end after it begins and last {days, number} days at most!',
      pt: 'Um congelamento deve terminar depois de começar e durar no máximo {days, number} dias!',
    },
    noTime: { en: 'Enter a day and a time!', pt: 'Informe um dia e um horário!' },
    noEnvironment: {
      en: 'Choose an environment at least!',
      pt: 'Escolha pelo menos um ambiente!',
    },
  },
} as const satisfies Texts;
