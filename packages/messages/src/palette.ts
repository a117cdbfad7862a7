import type { Texts } from './text.ts';

export const palette = {
  placeholder: { en: 'Search or jump to…', pt: 'Buscar ou ir para…' },
  title: { en: 'Command palette', pt: 'Paleta de comandos' },
  nothing: { en: 'Nothing matches “{query}”.', pt: 'Nada corresponde a “{query}”.' },
  pause: { en: 'Pause {toggle} in {environment}', pt: 'Pausar {toggle} em {environment}' },
  restart: { en: 'Restart {toggle} in {environment}', pt: 'Retomar {toggle} em {environment}' },
  environment: { en: 'Switch to {environment}', pt: 'Mudar para {environment}' },
  newKey: { en: 'Generate new key', pt: 'Gerar nova chave' },
  group: {
    recent: { en: 'Recent', pt: 'Recentes' },
    page: { en: 'Go to', pt: 'Ir para' },
    toggle: { en: 'Toggles', pt: 'Toggles' },
    experiment: { en: 'Experiments', pt: 'Experimentos' },
    targetGroup: { en: 'Target groups', pt: 'Grupos-alvo' },
    idList: { en: 'Id lists', pt: 'Listas de ids' },
    property: { en: 'Properties', pt: 'Propriedades' },
    user: { en: 'Users', pt: 'Usuários' },
    environment: { en: 'Environments', pt: 'Ambientes' },
    application: { en: 'Applications', pt: 'Aplicações' },
    action: { en: 'Actions', pt: 'Ações' },
  },
} satisfies Texts;
