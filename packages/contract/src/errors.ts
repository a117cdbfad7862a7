/**
 * Every error code of the service, with its HTTP status and, for OAuth calls, the OAuth error. Append-only: a code is
 * never renamed and never reused. 401 and 403 mean only "no valid session or key" and "no permission", because the
 * console logs out on the one and leaves the page on the other.
 */
export const ERRORS = {
  // Any call
  MALFORMED_REQUEST: { status: 400 },
  INVALID_JSON: { status: 400 },
  INVALID_BODY: { status: 400, oauth: 'invalid_request' },
  INVALID_QUERY: { status: 400 },
  LIMIT_EXCEEDED: { status: 400, oauth: 'invalid_request' },
  UNAUTHORIZED: { status: 401 },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  UNCHANGED: { status: 409 },
  OLDER_NODE: { status: 409 },
  VERSION_CONFLICT: { status: 412 },
  PAYLOAD_TOO_LARGE: { status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  IDEMPOTENCY_KEY_REUSED: { status: 422 },
  RATE_LIMITED: { status: 429 },
  INTERNAL: { status: 500 },
  SERVICE_BUSY: { status: 503 },
  SERVICE_UNAVAILABLE: { status: 503 },
  STORAGE_FULL: { status: 507 },

  // Sessions, passwords, sign-up
  WRONG_CREDENTIALS: { status: 400, oauth: 'invalid_grant' },
  UNSUPPORTED_GRANT_TYPE: { status: 400, oauth: 'unsupported_grant_type' },
  WRONG_PASSWORD: { status: 400 },
  INVALID_OVERLAP: { status: 400 },
  MANDATORY_PASSWORD: { status: 400 },
  MANDATORY_PASSWORD_CONFIRMATION: { status: 400 },
  INVALID_PASSWORD: { status: 400 },
  PASSWORDS_DONT_MATCH: { status: 400 },
  EMPTY_CURRENT_PASSWORD: { status: 400 },
  EMPTY_NEW_PASSWORD: { status: 400 },
  EMPTY_PASSWORD_CONFIRMATION: { status: 400 },
  EXPIRED_TOKEN: { status: 400 },
  INVALID_TOKEN: { status: 400 },
  INVALID_LANGUAGE: { status: 400 },
  UNKNOWN_USER: { status: 404 },
  INCOMPLETE_FORM: { status: 400 },
  ACCEPT_TC: { status: 400 },
  SIGNUP_CLOSED: { status: 403 },

  // Second factors, confirmations
  SECOND_FACTOR_REQUIRED: { status: 400, oauth: 'invalid_grant' },
  SECOND_FACTOR_SETUP_REQUIRED: { status: 400, oauth: 'invalid_grant' },
  SSO_REQUIRED: { status: 400, oauth: 'invalid_grant' },
  WRONG_CODE: { status: 400, oauth: 'invalid_grant' },
  CHALLENGE_EXPIRED: { status: 400, oauth: 'invalid_grant' },
  CODES_PAUSED: { status: 429, oauth: 'invalid_grant' },
  WRONG_PASSKEY: { status: 400, oauth: 'invalid_grant' },
  CONFIRMATION_REQUIRED: { status: 400 },
  WRONG_CONFIRMATION: { status: 400 },
  ENCRYPTION_KEY_MISSING: { status: 409 },
  PASSKEYS_NEED_HOST_NAME: { status: 409 },
  MAX_PASSKEYS_REACHED: { status: 409 },
  SELF_RESET_FORBIDDEN: { status: 409 },

  // Users
  EMPTY_EMAIL: { status: 400 },
  INVALID_EMAIL: { status: 400 },
  UNKNOWN_APPLICATION: { status: 400 },
  EMAIL_ALREADY_IN_USE: { status: 409 },
  MAX_USERS_LIMIT_REACHED: { status: 409, oauth: 'invalid_grant' },
  SELF_DELETION_FORBIDDEN: { status: 409 },
  SELF_ADMIN_CHANGE_FORBIDDEN: { status: 409 },
  LAST_ADMIN: { status: 409 },
  INVALID_ROLE: { status: 400 },

  // Sign-in policy
  INVALID_POLICY_VALUE: { status: 400 },
  SSO_NOT_TESTED: { status: 409 },
  EMERGENCY_USER_REQUIRED: { status: 409 },

  // Single sign-on
  INVALID_SLUG: { status: 400 },
  INVALID_ISSUER: { status: 400 },
  ISSUER_UNREACHABLE: { status: 400 },
  EMPTY_CLIENT_ID: { status: 400 },
  INVALID_DOMAIN: { status: 400 },
  INVALID_POINTER: { status: 400 },
  INVALID_GROUP: { status: 400 },
  SSO_EXPIRED: { status: 400, oauth: 'invalid_grant' },
  SSO_REFUSED: { status: 400, oauth: 'invalid_grant' },
  SSO_INVALID: { status: 400, oauth: 'invalid_grant' },
  SSO_UNAVAILABLE: { status: 400, oauth: 'invalid_grant' },
  SSO_EMAIL_MISSING: { status: 400, oauth: 'invalid_grant' },
  SSO_EMAIL_UNVERIFIED: { status: 400, oauth: 'invalid_grant' },
  SSO_EMAIL_TAKEN: { status: 400, oauth: 'invalid_grant' },
  SSO_LINK_REQUIRED: { status: 400, oauth: 'invalid_grant' },
  SSO_NO_ACCESS: { status: 400, oauth: 'invalid_grant' },
  SSO_GROUPS_MISSING: { status: 400, oauth: 'invalid_grant' },
  DUPLICATE_SLUG: { status: 409 },
  MANAGED_BY_PROVIDER: { status: 409 },
  SSO_ENFORCED: { status: 409 },
  ALREADY_LINKED: { status: 409 },
  LAST_WAY_IN: { status: 409 },
  MAX_PROVIDERS_REACHED: { status: 409 },

  // Names and descriptions
  EMPTY_NAME: { status: 400 },
  INVALID_NAME: { status: 400 },
  NAME_TOO_LONG: { status: 400 },
  INVALID_CHARACTERS: { status: 400 },
  DESCRIPTION_TOO_LONG: { status: 400 },
  DUPLICATE_NAME: { status: 409 },

  // Applications, environments, keys
  NO_ENVIRONMENT: { status: 400 },
  DUPLICATE_ENVIRONMENT: { status: 400 },
  INVALID_WEBHOOK: { status: 400 },
  INVALID_WEBHOOK_LANGUAGE: { status: 400 },
  NO_WEBHOOK: { status: 409 },
  INVALID_ORIGIN: { status: 400 },
  ENVIRONMENT_IN_USE: { status: 409 },
  UNKNOWN_ENVIRONMENT: { status: 404 },
  MAX_APP_LIMIT_REACHED: { status: 409 },
  MAX_ENVIRONMENTS_LIMIT_REACHED: { status: 409 },
  MAX_ACCOUNT_KEYS_REACHED: { status: 409 },

  // Tokens and service keys
  INVALID_SCOPE: { status: 400 },
  INVALID_EXPIRY: { status: 400 },
  MAX_TOKENS_REACHED: { status: 409 },
  UNKNOWN_DEVICE_CODE: { status: 400 },
  DEVICES_PENDING: { status: 429, oauth: 'slow_down' },
  AUTHORIZATION_PENDING: { status: 400, oauth: 'authorization_pending' },
  SLOW_DOWN: { status: 400, oauth: 'slow_down' },
  EXPIRED_DEVICE_CODE: { status: 400, oauth: 'expired_token' },
  DEVICE_REFUSED: { status: 400, oauth: 'access_denied' },

  // Properties
  EMPTY_KEY: { status: 400 },
  INVALID_KEY: { status: 400 },
  EMPTY_TYPE: { status: 400 },
  TYPE_LOCKED: { status: 400 },
  UID_FORBIDDEN: { status: 400 },
  DUPLICATE_KEY: { status: 409 },
  PROPERTY_USED_IN_EXPERIMENTS: { status: 409 },
  PROPERTY_USED_IN_TARGET_GROUPS: { status: 409 },

  // Metrics
  INVALID_METRIC_KIND: { status: 400 },
  EMPTY_EVENT_KEY: { status: 400 },
  INVALID_EVENT_KEY: { status: 400 },
  DENOMINATOR_REQUIRED: { status: 400 },
  INVALID_WINDOW: { status: 400 },
  INVALID_LOOKBACK: { status: 400 },
  INVALID_CAP: { status: 400 },
  INVALID_MARGIN: { status: 400 },
  METRIC_IN_USE: { status: 409 },
  EVENT_KEY_IN_USE: { status: 409 },

  // Target groups and conditions
  NO_CONDITIONS: { status: 400 },
  INVALID_POLICY: { status: 400 },
  NO_PROPERTY: { status: 400 },
  NO_LIST: { status: 400 },
  NO_EXPRESSION: { status: 400 },
  INVALID_EXPRESSION: { status: 400 },
  EMPTY_TERM: { status: 400 },
  INVALID_TERM_IN: { status: 400 },
  INVALID_REGEX: { status: 400 },
  NOT_A_NUMBER: { status: 400 },
  NOT_A_NUMBER_IN: { status: 400 },
  INVALID_BOOLEAN_VALUE: { status: 400 },
  INVALID_DATE_FORMAT: { status: 400 },
  INVALID_DATE_FORMAT_IN: { status: 400 },
  INVALID_DATE: { status: 400 },
  INVALID_DATE_IN: { status: 400 },
  INVALID_SEMVER: { status: 400 },
  INVALID_SEMVER_IN: { status: 400 },
  INVALID_DATE_TIME: { status: 400 },
  INVALID_VERSION: { status: 400 },
  INVALID_NETWORK: { status: 400 },
  TARGET_GROUP_USED_IN_EXPERIMENT: { status: 409 },

  // Id lists
  INVALID_IDS: { status: 400 },
  LIST_IN_USE: { status: 409 },
  MAX_LIST_IDS_REACHED: { status: 409 },

  // Toggles
  AT_LEAST_TWO_VALUES: { status: 400 },
  DEFAULT_VALUE_REQUIRED: { status: 400 },
  EMPTY_VALUE: { status: 400 },
  VALUE_TOO_LONG: { status: 400 },
  INVALID_VALUE_TYPE: { status: 400 },
  INVALID_LIFETIME: { status: 400 },
  NAME_LOCKED: { status: 400 },
  INVALID_TAG: { status: 400 },
  UNKNOWN_OWNER: { status: 400 },
  VALUE_IN_USE: { status: 409 },
  MAX_FEATURE_TOGGLES_LIMIT_REACHED: { status: 409 },
  EXPERIMENT_EXISTS: { status: 409 },
  EXPERIMENT_DEPENDENCY_EXISTS: { status: 409 },

  // Experiments
  NO_TOGGLE: { status: 400 },
  TOGGLE_LOCKED: { status: 400 },
  NO_RULES: { status: 400 },
  INVALID_RULE_TYPE: { status: 400 },
  INCOMPLETE_PROPERTY_RULE: { status: 400 },
  NO_TARGET_GROUP_SPECIFIED: { status: 400 },
  NO_TOGGLE_DEPENDENCY_SELECTED: { status: 400 },
  NO_TOGGLE_DEPENDENCY_VALUE_SELECTED: { status: 400 },
  NO_VALUE_SPECIFIED: { status: 400 },
  NO_SPLIT_RULES_SPECIFIED: { status: 400 },
  WRONG_SPLIT_PERCENTAGES: { status: 400 },
  NO_SPLIT_PROPERTY: { status: 400 },
  NO_CATCH_ALL: { status: 400 },
  VERSION_NO_PROPERTY: { status: 400 },
  VERSION_NO_EXPRESSION: { status: 400 },
  VERSION_INVALID_EXPRESSION: { status: 400 },
  VERSION_EMPTY_TERM: { status: 400 },
  VERSION_INVALID_SEMVER: { status: 400 },
  VERSION_INVALID_SEMVER_IN: { status: 400 },
  VERSION_INVALID_VERSION: { status: 400 },
  TOGGLE_HAS_EXPERIMENT: { status: 409 },
  TOGGLE_ARCHIVED: { status: 409 },
  CIRCULAR_TOGGLE_DEPENDENCY: { status: 409 },
  DEPENDENCY_CHAIN_TOO_LONG: { status: 409 },
  TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT: { status: 409 },
  DUPLICATED_RULE: { status: 409 },

  // Analyses
  NO_SPLIT_RULE: { status: 400 },
  INVALID_CONTROL: { status: 400 },
  NO_GOAL: { status: 400 },
  UNKNOWN_METRIC: { status: 400 },
  DUPLICATE_METRIC: { status: 400 },
  TOO_MANY_METRICS: { status: 400 },
  TOO_MANY_SEGMENTS: { status: 400 },
  INVALID_SEGMENT: { status: 400 },
  INVALID_ALPHA: { status: 400 },
  INVALID_POWER: { status: 400 },
  INVALID_MDE: { status: 400 },
  INVALID_PLANNED_UNITS: { status: 400 },
  HYPOTHESIS_TOO_LONG: { status: 400 },
  EMPTY_REASON: { status: 400 },
  UNKNOWN_VALUE: { status: 400 },
  ANALYSIS_EXISTS: { status: 409 },
  PLAN_FROZEN: { status: 409 },
  WRONG_ANALYSIS_STATE: { status: 409 },
  EXPERIMENT_NOT_ACTIVE: { status: 409 },

  // Change requests
  EMPTY_TITLE: { status: 400 },
  TITLE_TOO_LONG: { status: 400 },
  REASON_TOO_LONG: { status: 400 },
  EMPTY_COMMENT: { status: 400 },
  COMMENT_TOO_LONG: { status: 400 },
  NO_EDITS: { status: 400 },
  INVALID_EDIT: { status: 400 },
  INVALID_STEPS: { status: 400 },
  INVALID_TIME: { status: 400 },
  INVALID_GUARD: { status: 400 },
  INVALID_SOURCE: { status: 400 },
  INVALID_APPROVALS: { status: 400 },
  INVALID_FREEZE: { status: 400 },
  APPROVAL_REQUIRED: { status: 409 },
  FROZEN: { status: 409 },
  ENVIRONMENT_READ_ONLY: { status: 409 },
  OWN_REQUEST: { status: 409 },
  WRONG_REQUEST_STATE: { status: 409 },
  EDITS_CONFLICT: { status: 409 },
  RAMP_EXISTS: { status: 409 },

  // References in code
  INVALID_REPOSITORY: { status: 400 },
  STALE_SCAN: { status: 409 },

  // Audit
  INVALID_PAGE: { status: 400 },
} as const satisfies Record<string, { status: number; oauth?: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The status of a refusal on a path. A conflict at an OAuth call is a grant that is refused: 400 (RFC 6749, section 5.2). */
export function statusOf(code: ErrorCode, path: string): number {
  const { status } = ERRORS[code];
  return status === 409 && isOauth(path) && 'oauth' in ERRORS[code] ? 400 : status;
}

export function isOauth(path: string): boolean {
  return path.startsWith('/oauth/');
}

/** Codes that the service no longer returns. They stay here so that they are never reused. */
export const RETIRED_CODES: readonly string[] = ['VERSION_INCOMPLETE_PROPERTY_RULE'];

/** Any call may return these, without declaring them. */
export const SHARED_ERRORS = [
  'OLDER_NODE',
  'APPROVAL_REQUIRED',
  'FROZEN',
  'ENVIRONMENT_READ_ONLY',
  'EMPTY_REASON',
  'CONFIRMATION_REQUIRED',
  'INVALID_JSON',
  'INVALID_BODY',
  'INVALID_QUERY',
  'LIMIT_EXCEEDED',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'VERSION_CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
  'INTERNAL',
  'SERVICE_BUSY',
  'SERVICE_UNAVAILABLE',
  'STORAGE_FULL',
] as const satisfies readonly ErrorCode[];

/** False for codes of a later release, which a service beside this program may send. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}
