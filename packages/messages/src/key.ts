import type { Texts } from './text.ts';

export const key = {
  titleRead: {
    en: 'Keys of {application} / {environment}',
    pt: 'Chaves de {application} / {environment}',
  },
  title: {
    en: 'New key for {application} / {environment}',
    pt: 'Nova chave para {application} / {environment}',
  },
  warning: {
    en: 'A new key invalidates the previous one: apps that use it stop receiving values until you replace it.',
    pt: 'Uma nova chave invalida a anterior: os sistemas que a utilizam deixarão de receber valores até você substituí-la.',
  },
  warningRunning: {
    en: 'A new key invalidates the previous one: running apps keep their last values, apps that start get none until you replace it.',
    pt: 'Uma nova chave invalida a anterior: sistemas em execução mantêm os últimos valores, e os que iniciarem não receberão valores até você substituí-la.',
  },
  former: {
    keep: { en: 'What happens to the previous key?', pt: 'O que acontece com a chave anterior?' },
    now: { en: 'It stops working now', pt: 'Ela deixa de funcionar agora' },
    nowHint: {
      en: 'Choose this when somebody else may know it.',
      pt: 'Escolha esta opção se outra pessoa puder conhecê-la.',
    },
    day: { en: 'It works for 24 more hours', pt: 'Ela funciona por mais 24 horas' },
    dayHint: {
      en: 'Both keys work until {time}. Choose this to replace it without interruption.',
      pt: 'As duas chaves funcionam até {time}. Escolha esta opção para trocá-la sem interrupção.',
    },
    endsOldest: {
      en: 'The key before the previous one stops working now.',
      pt: 'A chave anterior à anterior deixa de funcionar agora.',
    },
    works: {
      en: 'The previous key works until {time}. It was last used {seen}.',
      pt: 'A chave anterior funciona até {time}. Foi usada pela última vez {seen}.',
    },
    worksUnused: {
      en: 'The previous key works until {time}. This service saw no use of it since the new one was made.',
      pt: 'A chave anterior funciona até {time}. Este serviço não viu nenhum uso dela desde que a nova foi gerada.',
    },
    end: { en: 'End it now', pt: 'Encerrar agora' },
    endQuestion: {
      en: 'End the previous key of {environment}? Systems that still use it stop receiving values.',
      pt: 'Encerrar a chave anterior de {environment}? Sistemas que ainda a utilizam deixarão de receber valores.',
    },
  },
  limited: {
    ADDRESS: {
      en: '{calls, plural, one {# call} other {# calls}} of single addresses came too fast in the last 24 hours and {calls, plural, one {was} other {were}} refused. If your pages are behind a proxy, set TRUST_PROXY.',
      pt: '{calls, plural, one {# chamada} other {# chamadas}} de endereços isolados {calls, plural, one {veio rápido demais e foi recusada} other {vieram rápido demais e foram recusadas}} nas últimas 24 horas. Se suas páginas estão atrás de um proxy, defina TRUST_PROXY.',
    },
    SHARE: {
      en: '{calls, plural, one {# call} other {# calls}} {calls, plural, one {was} other {were}} refused in the last 24 hours, because the service was busy and this company had its share.',
      pt: '{calls, plural, one {# chamada foi recusada} other {# chamadas foram recusadas}} nas últimas 24 horas, porque o serviço estava ocupado e esta empresa já tinha a sua parte.',
    },
    EVENTS: {
      en: '{calls, plural, one {# report} other {# reports}} of events {calls, plural, one {was} other {were}} put off in the last 24 hours, because too many were waiting. SDKs send them again.',
      pt: '{calls, plural, one {# envio de eventos foi adiado} other {# envios de eventos foram adiados}} nas últimas 24 horas, porque havia muitos em espera. Os SDKs enviam de novo.',
    },
    STREAMS: {
      en: '{calls, plural, one {# stream} other {# streams}} {calls, plural, one {was} other {were}} refused in the last 24 hours, because too many were open. Those clients ask again instead.',
      pt: '{calls, plural, one {# stream foi recusado} other {# streams foram recusados}} nas últimas 24 horas, porque havia muitos abertos. Esses clientes consultam de novo.',
    },
    DAY: {
      en: '{calls, plural, one {# report} other {# reports}} of events {calls, plural, one {was} other {were}} refused in the last 24 hours, because the quota of the day, for this environment or for one address, was used up.',
      pt: '{calls, plural, one {# envio de eventos foi recusado} other {# envios de eventos foram recusados}} nas últimas 24 horas, porque a cota diária deste ambiente ou de um endereço se esgotou.',
    },
    nearDay: {
      en: '{stored, number} of {most, number} events of today are used. Beyond that, events are refused until midnight UTC.',
      pt: '{stored, number} de {most, number} eventos de hoje foram usados. Além disso, eventos são recusados até a meia-noite UTC.',
    },
  },
  askPassword: { en: 'Enter your password to continue', pt: 'Digite sua senha para continuar' },
  submit: { en: 'Generate key', pt: 'Gerar chave' },
  shownOnce: {
    en: 'Copy this key now. It will not be shown again.',
    pt: 'Copie esta chave agora. Ela não será exibida novamente.',
  },
  saved: { en: 'I have stored the key', pt: 'Já guardei a chave' },
  leaveWithoutCopy: {
    en: 'You have not copied the key and it cannot be shown again. Leave anyway?',
    pt: 'Você não copiou a chave e ela não poderá ser exibida novamente. Sair mesmo assim?',
  },
  exampleUrl: { en: 'Example: fetch toggles', pt: 'Exemplo: buscar toggles' },
  region: {
    eu: { en: 'Europe', pt: 'Europa' },
    sa: { en: 'South America', pt: 'América do Sul' },
    trial: { en: 'Trial', pt: 'Avaliação' },
  },
  error: {
    MANDATORY_PASSWORD: { en: 'Password is mandatory.', pt: 'A senha é obrigatória.' },
    WRONG_PASSWORD: { en: 'Wrong password!', pt: 'Senha incorreta!' },
    INVALID_OVERLAP: {
      en: 'The previous key can work for 0 to 168 more hours!',
      pt: 'A chave anterior pode funcionar por mais 0 a 168 horas!',
    },
    ERROR: {
      en: 'An unexpected error occurred. Please try again.',
      pt: 'Ocorreu um erro inesperado. Tente novamente.',
    },
  },
  lastUsed: {
    en: 'The current key was last used {time}.',
    pt: 'A chave atual foi usada pela última vez {time}.',
  },
  neverUsed: {
    en: 'This service saw no use of the current key.',
    pt: 'Este serviço não viu nenhum uso da chave atual.',
  },
  unseenAtEdges: {
    en: 'Uses at edge nodes are not seen here.',
    pt: 'Usos em nós de borda não são vistos aqui.',
  },
  newKey: { en: 'Your new key', pt: 'Sua nova chave' },
  done: { en: 'Done', pt: 'Concluir' },
  leave: { en: 'Leave without the key', pt: 'Sair sem a chave' },
  stay: { en: 'Stay', pt: 'Ficar' },
  leaveTitle: { en: 'The key is not copied', pt: 'A chave não foi copiada' },
  connect: { en: 'Connect your app', pt: 'Conecte seu sistema' },
  connectPage: { en: 'Connect a page', pt: 'Conecte uma página' },
  server: {
    title: { en: 'Environment key', pt: 'Chave do ambiente' },
    for: { en: 'For your servers', pt: 'Para seus servidores' },
    secret: { en: 'Secret', pt: 'Secreta' },
    opens: {
      en: 'Opens every toggle, with all rules, terms and user ids in them.',
      pt: 'Abre todos os toggles, com todas as regras, termos e ids de usuários.',
    },
    keep: {
      en: 'Keep it on servers. It is shown once, when it is made.',
      pt: 'Mantenha-a em servidores. Ela é exibida uma única vez, ao ser gerada.',
    },
    seenInPage: {
      en: 'Seen from a browser {time}: whoever opens that page can read every rule. Move it to a client key.',
      pt: 'Vista em um navegador {time}: quem abre essa página pode ler todas as regras. Passe-a para uma chave de cliente.',
    },
  },
  client: {
    title: { en: 'Client key', pt: 'Chave de cliente' },
    for: { en: 'For web pages and apps', pt: 'Para páginas web e aplicativos' },
    public: { en: 'Public', pt: 'Pública' },
    opens: {
      en: 'Opens only the values of toggles that are available to clients. Never a rule.',
      pt: 'Abre apenas os valores dos toggles disponíveis para clientes. Nunca uma regra.',
    },
    keep: {
      en: 'Anybody can read it in a page, and that is fine. It can be shown again.',
      pt: 'Qualquer pessoa pode lê-la em uma página, e não há problema. Ela pode ser exibida novamente.',
    },
    none: {
      en: 'No client key yet.',
      pt: 'Ainda não há chave de cliente.',
    },
    generate: { en: 'Generate client key', pt: 'Gerar chave de cliente' },
    replace: { en: 'Replace client key', pt: 'Substituir chave de cliente' },
    replaceWarning: {
      en: 'Pages and apps that use the previous client key stop receiving values until you replace it there.',
      pt: 'Páginas e aplicativos que usam a chave de cliente anterior deixarão de receber valores até você substituí-la.',
    },
    password: {
      en: 'Enter your password for the client key',
      pt: 'Digite sua senha para a chave de cliente',
    },
    origins: { en: 'Allowed origins', pt: 'Origens permitidas' },
    originsHint: {
      en: 'One in each line, such as https://www.example.com. Apps send no origin and are always allowed.',
      pt: 'Uma em cada linha, como https://www.example.com. Aplicativos não enviam origem e são sempre permitidos.',
    },
    anyOrigin: {
      en: 'Any origin: pages of every website may use this key.',
      pt: 'Qualquer origem: páginas de qualquer site podem usar esta chave.',
    },
    saveOrigins: { en: 'Save origins', pt: 'Salvar origens' },
    originsSaved: { en: 'Origins saved.', pt: 'Origens salvas.' },
    error: {
      INVALID_ORIGIN: {
        en: 'Line {line, number} is not an origin such as https://www.example.com!',
        pt: 'A linha {line, number} não é uma origem como https://www.example.com!',
      },
      LIMIT_EXCEEDED: {
        en: 'There can be at most {limit, number} origins!',
        pt: 'Pode haver no máximo {limit, number} origens!',
      },
    },
  },
} satisfies Texts;
