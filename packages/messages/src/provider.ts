import type { Texts } from './text.ts';

/** The OpenID Connect providers of a company. */
export const provider = {
  title: { en: 'Providers', pt: 'Provedores' },
  titleNew: { en: 'New provider', pt: 'Novo provedor' },
  titleEdit: { en: 'Edit provider', pt: 'Editar provedor' },
  new: { en: 'New provider', pt: 'Novo provedor' },
  empty: {
    en: 'With a provider, the people of your company log in here as they do everywhere else: with Entra, Okta, Google, Keycloak, or any other that speaks OpenID Connect.',
    pt: 'Com um provedor, as pessoas da sua empresa entram aqui como em todo lugar: com Entra, Okta, Google, Keycloak ou qualquer outro que fale OpenID Connect.',
  },
  name: { en: 'Name', pt: 'Nome' },
  nameHint: { en: 'On the button of the login.', pt: 'No botão da tela de entrada.' },
  issuer: { en: 'Issuer', pt: 'Emissor' },
  issuerHint: {
    en: 'Exactly as the provider writes it, such as https://id.corp.example.',
    pt: 'Exatamente como o provedor o escreve, como https://id.corp.example.',
  },
  state: { en: 'State', pt: 'Estado' },
  on: { en: 'on', pt: 'ativo' },
  off: { en: 'off', pt: 'inativo' },
  tested: { en: 'Tested', pt: 'Testado' },
  never: { en: 'Not tested yet', pt: 'Ainda não testado' },
  slug: { en: 'Short name', pt: 'Nome curto' },
  slugHint: {
    en: 'In the address that leads here at once: /sso/{slug}.',
    pt: 'No endereço que leva direto para cá: /sso/{slug}.',
  },
  clientId: { en: 'Client ID', pt: 'ID do cliente' },
  clientSecret: { en: 'Client secret', pt: 'Segredo do cliente' },
  secretKept: {
    en: 'One is stored. Leave this empty to keep it.',
    pt: 'Já existe um guardado. Deixe vazio para mantê-lo.',
  },
  callback: {
    en: 'The address to allow at the provider: {url}',
    pt: 'O endereço a permitir no provedor: {url}',
  },
  copyCallback: { en: 'Copy the address', pt: 'Copiar o endereço' },
  callbackLater: {
    en: 'Save first: then this page shows the address that the provider has to allow.',
    pt: 'Salve primeiro: depois esta página mostra o endereço que o provedor precisa permitir.',
  },
  scopes: { en: 'Scopes, one in each line', pt: 'Escopos, um por linha' },
  who: { en: 'Who comes in', pt: 'Quem entra' },
  domains: { en: 'E-mail domains, one in each line', pt: 'Domínios de e-mail, um por linha' },
  domainsHint: {
    en: 'Only people with an e-mail at one of these domains are found or created.',
    pt: 'Só pessoas com e-mail em um destes domínios são encontradas ou criadas.',
  },
  createsUsers: {
    en: 'Create users who are new here',
    pt: 'Criar usuários que ainda não existem aqui',
  },
  trustsEmails: {
    en: 'Trust e-mails of which the provider does not say whether it verified them',
    pt: 'Confiar em e-mails que o provedor não diz se verificou',
  },
  trustsHint: {
    en: 'For Entra, which never says it. Only where the provider alone gives out the addresses.',
    pt: 'Para o Entra, que nunca informa. Só quando apenas o provedor distribui os endereços.',
  },
  secondFactorThere: {
    en: 'The provider asks for a second factor',
    pt: 'O provedor pede um segundo fator',
  },
  secondFactorHint: {
    en: 'Then nobody is asked for one here again.',
    pt: 'Então ninguém precisa informar outro aqui.',
  },
  enabled: { en: 'People may log in with it', pt: 'As pessoas podem entrar por ele' },
  groups: { en: 'Groups', pt: 'Grupos' },
  groupsAt: { en: 'Where the groups are', pt: 'Onde estão os grupos' },
  groupsAtHint: {
    en: 'A JSON pointer into what the provider says, such as /groups or /realm_access/roles.',
    pt: 'Um ponteiro JSON para o que o provedor informa, como /groups ou /realm_access/roles.',
  },
  requiredGroups: {
    en: 'Groups that may come in, one in each line',
    pt: 'Grupos que podem entrar, um por linha',
  },
  requiredHint: {
    en: 'One of them is enough. Empty: everybody.',
    pt: 'Basta um deles. Vazio: todos.',
  },
  mapping: {
    label: { en: 'Groups decide', pt: 'Os grupos decidem' },
    OFF: { en: 'nothing', pt: 'nada' },
    ON_CREATE: {
      en: 'what somebody gets who is created',
      pt: 'o que recebe quem é criado',
    },
    ALWAYS: {
      en: 'what somebody may do, at every login',
      pt: 'o que cada um pode fazer, a cada entrada',
    },
    rows: { en: 'What each group gives', pt: 'O que cada grupo dá' },
    group: { en: 'Group', pt: 'Grupo' },
    admin: { en: 'Administrator', pt: 'Administrador' },
    application: { en: 'Application', pt: 'Aplicação' },
    addApplication: { en: 'Add an application', pt: 'Adicionar aplicação' },
    noApplication: { en: 'No such application', pt: 'Nenhuma aplicação assim' },
    removeApplication: { en: 'Remove {name}', pt: 'Remover {name}' },
    role: { en: 'Role in these applications', pt: 'Papel nestas aplicações' },
    add: { en: 'Add a group', pt: 'Adicionar um grupo' },
    remove: { en: 'Remove the group {group}', pt: 'Remover o grupo {group}' },
  },
  deleteTitle: { en: 'Delete provider?', pt: 'Excluir provedor?' },
  deleteConfirm: {
    en: 'Nobody can log in with {name} any more. What its groups gave stays as it is.',
    pt: 'Ninguém mais poderá entrar por {name}. O que os grupos deram permanece como está.',
  },
  deleted: { en: 'Provider deleted.', pt: 'Provedor excluído.' },
  test: {
    begin: { en: 'Test sign-in', pt: 'Testar entrada' },
    beginHint: {
      en: 'You log in there as yourself; nothing is changed here.',
      pt: 'Você entra lá como você mesmo; nada muda aqui.',
    },
    title: { en: 'Test sign-in', pt: 'Teste de entrada' },
    again: { en: 'Test again', pt: 'Testar de novo' },
    person: { en: 'Person', pt: 'Pessoa' },
    groups: { en: 'Groups', pt: 'Grupos' },
    none: { en: 'none', pt: 'nenhum' },
    notRead: { en: 'not said', pt: 'não informados' },
    rights: { en: 'Gets', pt: 'Recebe' },
    roles: { en: 'Roles', pt: 'Papéis' },
    loses: { en: 'Loses', pt: 'Perde' },
    admin: { en: 'administrator', pt: 'administrador' },
    nothing: { en: 'nothing new', pt: 'nada de novo' },
    claims: { en: 'What the provider says', pt: 'O que o provedor informa' },
    reason: { en: 'Reason: {reason}', pt: 'Motivo: {reason}' },
    outcome: {
      KNOWN: { en: '{name} comes in, as before.', pt: '{name} entra, como antes.' },
      LINK: {
        en: '{name} comes in, and the existing user with this e-mail is connected.',
        pt: '{name} entra, e o usuário que já tem este e-mail fica conectado.',
      },
      CREATE: { en: '{name} comes in, as a new user.', pt: '{name} entra, como novo usuário.' },
      SSO_LINK_REQUIRED: {
        en: '{name} comes in after proving once, with password or second factor, to be the existing user. Or connect it now in your profile.',
        pt: '{name} entra depois de provar uma vez, com senha ou segundo fator, que é o usuário existente. Ou conecte agora no seu perfil.',
      },
      SSO_EMAIL_MISSING: {
        en: 'The provider says no e-mail. Add the scope ‘email’, and have the provider put the claim ‘email’ into the ID token or userinfo.',
        pt: 'O provedor não informa o e-mail. Adicione o escopo ‘email’ e faça o provedor incluir ‘email’ no token de ID ou no userinfo.',
      },
      SSO_EMAIL_UNVERIFIED: {
        en: 'The provider does not say that the e-mail is verified. Have it send ‘email_verified’; for Entra, switch on that e-mails are trusted.',
        pt: 'O provedor não diz que o e-mail foi verificado. Faça-o enviar ‘email_verified’; para o Entra, ative a confiança nos e-mails.',
      },
      SSO_EMAIL_TAKEN: {
        en: 'This e-mail belongs to a user of another company, or to one who was switched off.',
        pt: 'Este e-mail é de um usuário de outra empresa, ou de um que foi desativado.',
      },
      SSO_NO_ACCESS: {
        en: 'This person may not come in: the domain of the e-mail is not listed, no required group has them, or nobody new is created.',
        pt: 'Esta pessoa não pode entrar: o domínio do e-mail não está na lista, nenhum grupo exigido a contém, ou ninguém novo é criado.',
      },
      SSO_GROUPS_MISSING: {
        en: 'No groups at {pointer}. In Entra: choose ‘Groups assigned to the application’, because above 200 groups it sends none.',
        pt: 'Sem grupos em {pointer}. No Entra: escolha ‘Grupos atribuídos ao aplicativo’, pois acima de 200 grupos ele não envia nenhum.',
      },
    },
  },
  error: {
    EMPTY_NAME: { en: 'The name cannot be empty nor blank!', pt: 'O nome não pode ficar vazio!' },
    NAME_TOO_LONG: {
      en: 'This can have at most {limit, number} characters!',
      pt: 'Isto pode ter no máximo {limit, number} caracteres!',
    },
    INVALID_CHARACTERS: {
      en: 'This has characters that are not allowed here!',
      pt: 'Isto tem caracteres que não são permitidos aqui!',
    },
    INVALID_SLUG: {
      en: 'Use 2 to 40 letters a-z, digits and hyphens.',
      pt: 'Use de 2 a 40 letras a-z, dígitos e hifens.',
    },
    DUPLICATE_SLUG: {
      en: 'This short name is already taken!',
      pt: 'Este nome curto já está em uso!',
    },
    INVALID_ISSUER: {
      en: 'This is not the address of an OpenID Connect provider, or it names another issuer.',
      pt: 'Este não é o endereço de um provedor OpenID Connect, ou ele informa outro emissor.',
    },
    ISSUER_UNREACHABLE: {
      en: 'The provider does not answer, or its address is not allowed here.',
      pt: 'O provedor não responde, ou o endereço não é permitido aqui.',
    },
    EMPTY_CLIENT_ID: { en: 'The client ID is missing!', pt: 'Falta o ID do cliente!' },
    INVALID_DOMAIN: {
      en: 'Write domains such as corp.example; public mail providers are not allowed.',
      pt: 'Escreva domínios como corp.example; provedores públicos de e-mail não são permitidos.',
    },
    INVALID_POINTER: {
      en: 'Write a JSON pointer such as /groups!',
      pt: 'Escreva um ponteiro JSON como /groups!',
    },
    INVALID_GROUP: {
      en: 'Each group needs its name and something that it gives!',
      pt: 'Cada grupo precisa do nome e de algo que ele dê!',
    },
    LIMIT_EXCEEDED: {
      en: 'There can be at most {limit, number} of them!',
      pt: 'Podem ser no máximo {limit, number}!',
    },
    UNKNOWN_APPLICATION: {
      en: 'One of these applications does not exist any more!',
      pt: 'Uma destas aplicações não existe mais!',
    },
    ENCRYPTION_KEY_MISSING: {
      en: 'The service has no encryption key yet. Ask who runs it to set ENCRYPTION_KEY.',
      pt: 'O serviço ainda não tem chave de criptografia. Peça a quem o opera que defina ENCRYPTION_KEY.',
    },
    MAX_PROVIDERS_REACHED: {
      en: 'You have reached the max providers limit. [{max}]',
      pt: 'Você atingiu o limite de provedores. [{max}]',
    },
    NOT_FOUND: {
      en: 'This provider does not exist any more.',
      pt: 'Este provedor não existe mais.',
    },
    SSO_ENFORCED: {
      en: 'Everybody logs in with this provider. Allow passwords first.',
      pt: 'Todos entram por este provedor. Antes, permita senhas.',
    },
  },
} satisfies Texts;
