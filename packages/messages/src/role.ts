import type { Texts } from './text.ts';

export const role = {
  VIEWER: { en: 'Viewer', pt: 'Leitor' },
  EDITOR: { en: 'Editor', pt: 'Editor' },
  APPROVER: { en: 'Approver', pt: 'Aprovador' },
  label: { en: 'Role in {application}', pt: 'Papel em {application}' },
  labelIn: {
    en: 'Role in {environment} of {application}',
    pt: 'Papel em {environment} de {application}',
  },
  except: { en: 'except', pt: 'exceto' },
  exceptIn: { en: 'Environment of {application}', pt: 'Ambiente de {application}' },
  addException: { en: 'Another role in one environment', pt: 'Outro papel em um ambiente' },
  removeException: {
    en: 'The same role in {environment}',
    pt: 'O mesmo papel em {environment}',
  },
  what: {
    en: 'Viewers read and try out. Editors also change things. Approvers also approve what others ask for.',
    pt: 'Leitores leem e testam. Editores também fazem mudanças. Aprovadores também aprovam o que outros pedem.',
  },
  readOnly: {
    en: 'You may read here. To change something, ask {people}.',
    pt: 'Aqui você pode ler. Para mudar algo, peça a {people}.',
  },
  readOnlyIn: {
    en: 'You may only read {environments}. To change something there, ask {people}.',
    pt: 'Em {environments} você só pode ler. Para mudar algo lá, peça a {people}.',
  },
} satisfies Texts;
