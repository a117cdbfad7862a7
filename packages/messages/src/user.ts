import type { Texts } from './text.ts';

export const user = {
  list: {
    title: { en: 'Users', pt: 'Usuários' },
    new: { en: 'new user', pt: 'novo usuário' },
    active: { en: 'Active', pt: 'Ativo' },
    inactive: { en: 'Inactive', pt: 'Inativo' },
    admin: { en: 'Admin', pt: 'Administrador' },
    user: { en: 'User', pt: 'Usuário' },
    you: { en: 'you', pt: 'você' },
    resendInvitation: { en: 'Send invitation again', pt: 'Reenviar convite' },
    invited: { en: 'Invited', pt: 'Convidado' },
    lacksFactor: { en: 'No second factor', pt: 'Sem segundo fator' },
    role: { en: 'Role', pt: 'Perfil' },
    resendCount: {
      en: 'Send invitation again ({count, number})',
      pt: 'Reenviar convite ({count, number})',
    },
    actionsOf: { en: 'Actions for {name}', pt: 'Ações para {name}' },
    applications: { en: 'Applications', pt: 'Aplicações' },
    allApplications: { en: 'All', pt: 'Todas' },
    noApplications: { en: 'None', pt: 'Nenhuma' },
    applicationsAndMore: {
      en: '{names} and {count, number} more',
      pt: '{names} e mais {count, number}',
    },
    lastLogin: { en: 'Last login', pt: 'Último acesso' },
    never: { en: 'not noted', pt: 'sem registro' },
    resentMany: {
      en: '{count, number} invitations sent again.',
      pt: '{count, number} convites reenviados.',
    },
    resentManyLog: {
      en: '{count, number} new links are in the server log: this server sends no e-mail.',
      pt: '{count, number} novos links estão no log do servidor: este servidor não envia e-mails.',
    },
    notResent: {
      en: 'No invitation was sent to {names}. {reason}',
      pt: 'Nenhum convite foi enviado a {names}. {reason}',
    },
    resentLog: {
      en: 'A new link for {email} is in the server log: this server sends no e-mail.',
      pt: 'Um novo link para {email} está no log do servidor: este servidor não envia e-mails.',
    },
  },
  edit: {
    titleNew: { en: 'New user', pt: 'Novo usuário' },
    title: { en: 'Edit user', pt: 'Editar usuário' },
    admin: { en: 'Administrator', pt: 'Administrador' },
    adminHint: {
      en: 'Administrators have access to all applications.',
      pt: 'Administradores têm acesso a todas as aplicações.',
    },
    ownAdminHint: {
      en: 'You cannot change your own administrator right.',
      pt: 'Você não pode alterar sua própria permissão de administrador.',
    },
    active: { en: 'Active', pt: 'Ativo' },
    apps: {
      en: 'Applications this user can access',
      pt: 'Aplicações que este usuário pode acessar',
    },
    noApps: {
      en: 'This user will not see any application.',
      pt: 'Este usuário não verá nenhuma aplicação.',
    },
    activeHint: { en: 'Inactive users cannot log in.', pt: 'Usuários inativos não podem entrar.' },
    emailHint: { en: 'It cannot be changed later.', pt: 'Não pode ser alterado depois.' },
    emailLocked: {
      en: 'The e-mail of a user cannot be changed.',
      pt: 'O e-mail de um usuário não pode ser alterado.',
    },
    invited: {
      en: '{name} was invited and has not set a password yet.',
      pt: 'O convite foi enviado a {name}, que ainda não definiu a senha.',
    },
    noneExist: { en: 'There are no applications yet.', pt: 'Ainda não há aplicações.' },
  },
  profile: {
    title: { en: 'Your profile', pt: 'Seu perfil' },
    ownEmail: {
      en: 'You log in with it. It cannot be changed.',
      pt: 'É com ele que você entra. Não pode ser alterado.',
    },
    language: {
      en: 'Used at once, here and in what we send you.',
      pt: 'Passa a valer agora, aqui e no que enviamos a você.',
    },
    saved: { en: 'Your profile was saved.', pt: 'Seu perfil foi salvo.' },
  },
  sessions: {
    title: { en: 'Where you are logged in', pt: 'Onde você está conectado' },
    text: {
      en: 'Changing your password ends all others.',
      pt: 'Alterar a senha encerra todas as outras.',
    },
    since: { en: 'Logged in', pt: 'Conectado' },
    current: { en: 'This browser', pt: 'Este navegador' },
    end: { en: 'Log out', pt: 'Encerrar' },
    endNumber: { en: 'Log out session {number}', pt: 'Encerrar a sessão {number}' },
    endOthers: { en: 'Log out everywhere else', pt: 'Encerrar todas as outras' },
    ended: { en: 'Logged out there.', pt: 'Sessão encerrada.' },
  },
  invited: {
    en: 'We sent {email} a link to set a password.',
    pt: 'Enviamos para {email} um link para definir a senha.',
  },
  resetSignIn: {
    title: { en: 'Reset login of {name}', pt: 'Redefinir acesso de {name}' },
    text: {
      en: '{name} is logged out everywhere. A mail says what you reset.',
      pt: '{name} sai de todas as sessões. Um e-mail diz o que você redefiniu.',
    },
    signIns: { en: 'Sign-ins', pt: 'Entradas' },
    ownTokens: { en: 'Personal tokens', pt: 'Tokens pessoais' },
    open: { en: 'Reset login…', pt: 'Redefinir acesso…' },
    factors: {
      en: 'Remove app, passkeys and recovery codes',
      pt: 'Remover aplicativo, chaves de acesso e códigos de recuperação',
    },
    identities: { en: 'Disconnect single sign-on', pt: 'Desconectar o login único' },
    tokens: { en: 'End personal tokens', pt: 'Encerrar os tokens pessoais' },
    submit: { en: 'Reset login', pt: 'Redefinir acesso' },
    done: { en: 'The login was reset.', pt: 'O acesso foi redefinido.' },
    error: {
      EMERGENCY_USER_REQUIRED: {
        en: 'At least one emergency user with a password and a second factor must remain.',
        pt: 'É preciso manter ao menos um usuário de emergência com senha e segundo fator.',
      },
      SELF_RESET_FORBIDDEN: {
        en: 'Change your own login under your profile.',
        pt: 'Altere o seu próprio acesso no seu perfil.',
      },
    },
  },
  delete: {
    confirm: {
      en: 'Delete user {name}? They will lose access at once.',
      pt: 'Excluir o usuário {name}? Ele perderá o acesso imediatamente.',
    },
    success: { en: 'User deleted.', pt: 'Usuário excluído.' },
    title: { en: 'Delete user', pt: 'Excluir usuário' },
  },
  error: {
    EMPTY_NAME: {
      en: 'Name cannot be empty nor blank!',
      pt: 'O nome não pode ficar vazio nem em branco!',
    },
    EMPTY_EMAIL: {
      en: 'E-mail cannot be empty nor blank!',
      pt: 'O e-mail não pode ficar vazio nem em branco!',
    },
    INVALID_EMAIL: { en: 'Invalid e-mail!', pt: 'E-mail inválido!' },
    EMAIL_ALREADY_IN_USE: { en: 'E-mail already in use!', pt: 'Este e-mail já está em uso!' },
    MAX_USERS_LIMIT_REACHED: {
      en: "You have reached your account's max users limit.",
      pt: 'Você atingiu o limite máximo de usuários da sua conta.',
    },
    SELF_DELETION_FORBIDDEN: {
      en: 'You cannot delete your own account!',
      pt: 'Você não pode excluir sua própria conta!',
    },
    NOT_FOUND: { en: 'User not found!', pt: 'Usuário não encontrado!' },
    INVALID_CHARACTERS: {
      en: 'A name cannot have a web address or invisible characters!',
      pt: 'Um nome não pode ter endereço da web nem caracteres invisíveis!',
    },
    NAME_TOO_LONG: {
      en: 'The name can have at most {limit, number} characters!',
      pt: 'O nome pode ter no máximo {limit, number} caracteres!',
    },
    UNKNOWN_APPLICATION: {
      en: 'One of the selected applications no longer exists!',
      pt: 'Uma das aplicações selecionadas não existe mais!',
    },
    MANAGED_BY_PROVIDER: {
      en: 'This comes from the group ‘{group}’ of {provider} and changes there.',
      pt: 'Isto vem do grupo ‘{group}’ de {provider} e muda lá.',
    },
    LAST_ADMIN: {
      en: 'The account needs at least one active administrator!',
      pt: 'A conta precisa de pelo menos um administrador ativo!',
    },
    EMERGENCY_USER_REQUIRED: {
      en: 'At least one emergency user with a password and a second factor must remain.',
      pt: 'É preciso manter ao menos um usuário de emergência com senha e segundo fator.',
    },
    INVALID_ROLE: { en: 'This role is not possible!', pt: 'Este papel não é possível!' },
    SELF_ADMIN_CHANGE_FORBIDDEN: {
      en: 'You cannot change your own administrator permission!',
      pt: 'Você não pode alterar sua própria permissão de administrador!',
    },
  },
  link: {
    title: { en: 'Hand over this link', pt: 'Entregue este link' },
    text: {
      password: {
        en: 'This server sends no e-mail. Give {name} this link to set a password: it works once, within 24 hours, and is not shown again.',
        pt: 'Este servidor não envia e-mails. Entregue a {name} este link para definir a senha: ele funciona uma vez, dentro de 24 horas, e não será exibido novamente.',
      },
      signOn: {
        en: 'This server sends no e-mail. Tell {name} where to log in: your company allows only single sign-on.',
        pt: 'Este servidor não envia e-mails. Diga a {name} onde entrar: sua empresa permite somente login único.',
      },
    },
    label: {
      password: { en: 'Link to set a password', pt: 'Link para definir a senha' },
      signOn: { en: 'Address to log in at', pt: 'Endereço para entrar' },
    },
    dismiss: { en: 'I have handed it over', pt: 'Já entreguei' },
  },
} satisfies Texts;
