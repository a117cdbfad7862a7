import type { ErrorCode } from '@comporta/contract/errors';
import type { Problem } from '@comporta/contract/problem';

export interface Refusal {
  readonly code: ErrorCode;
  /** The place in the request body; absent when the constraint refuses a deletion. */
  readonly at?: Problem['at'];
}

/**
 * Maps the constraints of these tables that enforce business rules to the refusal they stand for, and to undefined those
 * that nobody can meet by naming something.
 */
export const REFUSAL_OF_CONSTRAINT: Readonly<Record<string, Refusal | undefined>> = {
  environments_name_unique: { code: 'DUPLICATE_ENVIRONMENT', at: ['environments'] },
  providers_slug_unique: { code: 'DUPLICATE_SLUG', at: ['slug'] },
  users_email_unique: { code: 'EMAIL_ALREADY_IN_USE', at: ['email'] },
  analyses_rule_unique: { code: 'ANALYSIS_EXISTS', at: ['ruleId'] },
  experiments_toggle_unique: { code: 'TOGGLE_HAS_EXPERIMENT', at: ['toggleId'] },
  target_group_properties_property: { code: 'PROPERTY_USED_IN_TARGET_GROUPS' },
  experiment_properties_use: { code: 'PROPERTY_USED_IN_EXPERIMENTS' },
  experiment_target_groups_use: { code: 'TARGET_GROUP_USED_IN_EXPERIMENT' },
  experiment_dependencies_use: { code: 'EXPERIMENT_DEPENDENCY_EXISTS' },
  experiments_toggle: { code: 'EXPERIMENT_EXISTS' },
  // Guards of the tables, which nodes of 0.2.0 answer with SERVICE_BUSY. Source: IDN-05, IDN-82.
  sessions_sign_on: { code: 'SSO_REQUIRED' },
  sessions_second_factor: { code: 'SECOND_FACTOR_REQUIRED' },
  sign_in_policies_provider: { code: 'SSO_ENFORCED' },
  sign_in_policies_emergency_user: { code: 'EMERGENCY_USER_REQUIRED' },
  // The service numbers the keys and the values that events contain: a second one is a bug.
  event_keys_key_unique: undefined,
  segment_levels_name_unique: undefined,
  // Deleted while the call was under way.
  toggles_owner_id_users_id_fk: { code: 'UNKNOWN_OWNER', at: ['ownerId'] },
  favourites_application_id_applications_id_fk: { code: 'NOT_FOUND' },
  favourites_toggle_id_toggles_id_fk: { code: 'NOT_FOUND' },
};
