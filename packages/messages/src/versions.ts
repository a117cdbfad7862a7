import type { Texts } from './text.ts';

/** The texts of saved versions and of restoring one. */
export const versions = {
  title: { en: 'Versions', pt: 'Versões' },
  version: { en: 'Version {version}', pt: 'Versão {version}' },
  current: { en: 'As saved now', pt: 'Como está salvo' },
  by: { en: 'by {name}', pt: 'por {name}' },
  restore: { en: 'Restore as draft', pt: 'Restaurar como rascunho' },
  restored: {
    en: 'Version {version} restored, not saved yet.',
    pt: 'Versão {version} restaurada, ainda não salva.',
  },
  gone: {
    title: { en: 'These no longer exist:', pt: 'Estes já não existem:' },
    property: { en: 'property {name}', pt: 'propriedade {name}' },
    targetGroup: { en: 'target group {name}', pt: 'grupo-alvo {name}' },
    toggle: { en: 'toggle {name}', pt: 'toggle {name}' },
    idList: { en: 'id list {name}', pt: 'lista de ids {name}' },
    value: { en: 'value {name}', pt: 'valor {name}' },
    owner: { en: 'the owner', pt: 'quem era responsável' },
  },
} satisfies Texts;
