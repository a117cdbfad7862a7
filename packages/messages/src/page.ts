import type { Texts } from './text.ts';

export const page = {
  forbidden: {
    alert: { en: 'You cannot access this resource!', pt: 'Você não tem acesso a este recurso!' },
    title: { en: 'No access', pt: 'Sem acesso' },
    ask: {
      en: 'An administrator can open it to you:',
      pt: 'Um administrador pode liberar o acesso para você:',
    },
  },
  administrators: { en: 'Administrators', pt: 'Administradores' },
  notFound: {
    title: { en: '404 - Page not found!', pt: '404 - Página não encontrada!' },
    text: {
      en: 'The address may be wrong, or the item was deleted.',
      pt: 'O endereço pode estar errado ou o item foi excluído.',
    },
  },
  noScript: {
    en: 'Comporta needs JavaScript. Turn it on in your browser and reload the page.',
    pt: 'O Comporta precisa de JavaScript. Ative-o no seu navegador e recarregue a página.',
  },
  notLoaded: {
    en: 'Comporta could not be loaded completely. Please reload the page in a minute.',
    pt: 'Não foi possível carregar o Comporta por completo. Recarregue a página daqui a um minuto.',
  },
  toDashboard: { en: 'Go to the dashboard', pt: 'Ir para o painel' },
} satisfies Texts;
