import type { Texts } from './text.ts';

/** The texts around the help pages, which are in packages/messages/help. */
export const help = {
  title: { en: 'Help', pt: 'Ajuda' },
  logIn: { en: 'Log in', pt: 'Entrar' },
  next: { en: 'Next:', pt: 'A seguir:' },
  more: { en: 'Read more: {title}', pt: 'Saiba mais: {title}' },
  mark: { en: 'Help: {title} (in a new tab)', pt: 'Ajuda: {title} (em uma nova aba)' },
  example: { en: 'Example', pt: 'Exemplo' },
  table: { en: 'Table', pt: 'Tabela' },
  packages: {
    title: { en: 'The packages of this service', pt: 'Os pacotes deste serviço' },
    text: {
      en: 'npm checks them by itself. If builds cannot reach this service, download a file once, compare its SHA-512, and install it from your repository.',
      pt: 'O npm confere os pacotes sozinho. Se os builds não alcançam este serviço, baixe o arquivo uma vez, compare o SHA-512 e instale-o a partir do seu repositório.',
    },
    file: { en: 'Package', pt: 'Pacote' },
    version: { en: 'Version', pt: 'Versão' },
  },
  page: {
    concepts: {
      title: { en: 'Concepts', pt: 'Conceitos' },
      summary: {
        en: 'Applications, environments, toggles, experiments: what is what.',
        pt: 'Aplicações, ambientes, toggles, experimentos: o que é o quê.',
      },
    },
    'first-toggle': {
      title: { en: 'Your first toggle', pt: 'Seu primeiro toggle' },
      summary: {
        en: 'From nothing to a value that a rule served.',
        pt: 'Do zero até um valor entregue por uma regra.',
      },
    },
    rules: {
      title: { en: 'Rules and splits', pt: 'Regras e divisões' },
      summary: {
        en: 'Who gets which value, and how to roll out step by step.',
        pt: 'Quem recebe qual valor, e como liberar aos poucos.',
      },
    },
    'id-lists': {
      title: { en: 'Id lists', pt: 'Listas de ids' },
      summary: {
        en: 'Many users in a rule, from a file.',
        pt: 'Muitos usuários em uma regra, a partir de um arquivo.',
      },
    },
    environments: {
      title: { en: 'Environments and keys', pt: 'Ambientes e chaves' },
      summary: {
        en: 'Which key goes where, and how to replace one.',
        pt: 'Qual chave vai onde, e como substituir uma.',
      },
    },
    metrics: {
      title: { en: 'Metrics', pt: 'Métricas' },
      summary: {
        en: 'What users do, as a figure that can be compared.',
        pt: 'O que os usuários fazem, em números que se comparam.',
      },
    },
    results: {
      title: { en: 'Results', pt: 'Resultados' },
      summary: {
        en: 'What a value does to users, and when to stop.',
        pt: 'O que um valor causa nos usuários, e quando parar.',
      },
    },
    'safe-changes': {
      title: { en: 'Safe changes', pt: 'Mudanças seguras' },
      summary: {
        en: 'Change at a time, in steps or after approval, and take it back.',
        pt: 'Mude em um horário, em etapas ou após aprovação, e volte atrás.',
      },
    },
    lifecycle: {
      title: { en: 'Lifecycle', pt: 'Ciclo de vida' },
      summary: {
        en: 'Which toggles are used, which may go, and why.',
        pt: 'Quais toggles são usados, quais podem sair, e por quê.',
      },
    },
    people: {
      title: { en: 'People and audit log', pt: 'Pessoas e auditoria' },
      summary: {
        en: 'Who may do what, invitations, and who did what.',
        pt: 'Quem pode fazer o quê, convites e quem fez o quê.',
      },
    },
    sdk: {
      title: { en: 'SDK', pt: 'SDK' },
      summary: {
        en: 'Evaluate in your own process, on Node.',
        pt: 'Avalie dentro do seu próprio processo, em Node.',
      },
    },
    openfeature: {
      title: { en: 'OpenFeature', pt: 'OpenFeature' },
      summary: {
        en: 'Servers, web pages and React, and every other language.',
        pt: 'Servidores, páginas web e React, e todas as outras linguagens.',
      },
    },
    edge: {
      title: { en: 'Edge nodes', pt: 'Nós de borda' },
      summary: {
        en: 'Answers close to your systems, even while the service is unavailable.',
        pt: 'Respostas perto de quem pergunta, mesmo com o serviço fora do ar.',
      },
    },
    'command-line': {
      title: { en: 'Command line', pt: 'Linha de comando' },
      summary: {
        en: 'Export, import and explain from scripts.',
        pt: 'Exporte, importe e explique a partir de scripts.',
      },
    },
    api: {
      title: { en: 'API', pt: 'API' },
      summary: {
        en: 'Every call, its errors, and who may make it.',
        pt: 'Todas as chamadas, seus erros e quem pode fazê-las.',
      },
    },
  },
} satisfies Texts;
