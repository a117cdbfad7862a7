import type { Texts } from './text.ts';

/** The passkeys of a user, on the profile. Source: IDN-33. */
export const passkeys = {
  title: { en: 'Passkeys', pt: 'Chaves de acesso' },
  text: {
    en: 'A passkey logs you in without a password: your device asks for your finger, your face or its code.',
    pt: 'Uma chave de acesso permite entrar sem senha: o seu dispositivo pede o dedo, o rosto ou o código dele.',
  },
  none: { en: 'None yet.', pt: 'Nenhuma ainda.' },
  made: { en: 'made', pt: 'criada' },
  used: { en: 'used', pt: 'usada' },
  neverUsed: { en: 'not used yet', pt: 'ainda não usada' },
  add: { en: 'Add a passkey', pt: 'Adicionar chave de acesso' },
  added: { en: 'The passkey was added.', pt: 'A chave de acesso foi adicionada.' },
  notAdded: { en: 'No passkey was added.', pt: 'Nenhuma chave de acesso foi adicionada.' },
  rename: { en: 'Rename…', pt: 'Renomear…' },
  renameNamed: { en: 'Rename the passkey {name}', pt: 'Renomear a chave de acesso {name}' },
  renameTitle: { en: 'Rename the passkey', pt: 'Renomear a chave de acesso' },
  name: { en: 'Name', pt: 'Nome' },
  nameHint: {
    en: 'Such as the device that holds it. Only you see it.',
    pt: 'Por exemplo, o dispositivo que a guarda. Só você vê.',
  },
  save: { en: 'Save', pt: 'Salvar' },
  renamed: { en: 'The passkey was renamed.', pt: 'A chave de acesso foi renomeada.' },
  remove: { en: 'Remove…', pt: 'Remover…' },
  removeNamed: { en: 'Remove the passkey {name}', pt: 'Remover a chave de acesso {name}' },
  removeTitle: { en: 'Remove the passkey', pt: 'Remover a chave de acesso' },
  removeText: {
    en: "The passkey ''{name}'' will log nobody in any more. It stays on the device until you delete it there.",
    pt: "A chave de acesso ''{name}'' deixará de permitir a entrada. Ela fica no dispositivo até você excluí-la ali.",
  },
  removed: { en: 'The passkey was removed.', pt: 'A chave de acesso foi removida.' },
  error: {
    EMPTY_NAME: {
      en: 'Name cannot be empty nor blank!',
      pt: 'O nome não pode ficar vazio nem em branco!',
    },
    NAME_TOO_LONG: {
      en: 'At most {limit, number} characters!',
      pt: 'No máximo {limit, number} caracteres!',
    },
    INVALID_CHARACTERS: {
      en: 'The name has invisible characters!',
      pt: 'O nome tem caracteres invisíveis!',
    },
    ENCRYPTION_KEY_MISSING: {
      en: 'The service has no encryption key yet. Ask who runs it to set ENCRYPTION_KEY.',
      pt: 'O serviço ainda não tem chave de criptografia. Peça a quem o opera que defina ENCRYPTION_KEY.',
    },
    PASSKEYS_NEED_HOST_NAME: {
      en: 'Passkeys need a host name; this address is a number or not secure.',
      pt: 'Chaves de acesso precisam de um nome de host; este endereço é numérico ou não é seguro.',
    },
    MAX_PASSKEYS_REACHED: {
      en: 'You have reached the max passkeys limit. [{max}]',
      pt: 'Você atingiu o limite de chaves de acesso. [{max}]',
    },
    WRONG_PASSKEY: {
      en: 'This passkey is not known here!',
      pt: 'Esta chave de acesso não é conhecida aqui!',
    },
    EMERGENCY_USER_REQUIRED: {
      en: 'At least one emergency user with a password and a second factor must remain.',
      pt: 'É preciso manter ao menos um usuário de emergência com senha e segundo fator.',
    },
  },
} satisfies Texts;
