import {
  checkSignInPolicy,
  POLICY_BOUNDS,
  type PolicyNumber,
  type SavedSignInPolicy,
  type SignInPolicy,
} from '@comporta/contract/identity/sign-in-policy';
import type { Checked } from '@comporta/contract/problem';
import { typedNumber } from '../ui/fields/typed-number.ts';

/** A policy as it is edited: numbers are typed. */
export type PolicyForm = Omit<SignInPolicy, PolicyNumber> & Readonly<Record<PolicyNumber, string>>;

/** Who is no administrator any more is no emergency user either, and leaves the list with the next save. */
export function policyForm(saved: SavedSignInPolicy): PolicyForm {
  const { passwordLogin, emergencyUsers, secondFactor, deviceLogin, candidates } = saved;
  return {
    passwordLogin,
    emergencyUsers: emergencyUsers.filter((user) => candidates.some(({ id }) => id === user)),
    secondFactor,
    deviceLogin,
    graceDays: String(saved.graceDays),
    sessionHours: String(saved.sessionHours),
    idleMinutes: saved.idleMinutes === null ? '' : String(saved.idleMinutes),
    passwordMinChars: String(saved.passwordMinChars),
    tokenMaxDays: String(saved.tokenMaxDays),
    tokenSleepDays: String(saved.tokenSleepDays),
  };
}

export type PolicyCode = 'INVALID_POLICY_VALUE' | 'EMERGENCY_USER_REQUIRED';

export function checkPolicyForm(
  form: PolicyForm,
  saved: SignInPolicy,
): Checked<SignInPolicy, PolicyCode> {
  const { passwordLogin, emergencyUsers, secondFactor, deviceLogin, idleMinutes } = form;
  if (passwordLogin === 'EMERGENCY_ONLY' && emergencyUsers.length === 0) {
    const problem = { code: 'EMERGENCY_USER_REQUIRED', at: ['emergencyUsers'] } as const;
    return { ok: false, problems: [problem] };
  }
  const numbers = Object.fromEntries(
    Object.keys(POLICY_BOUNDS).map((name) => [name, typedNumber(form[name as PolicyNumber])]),
  );
  return checkSignInPolicy(
    {
      ...numbers,
      ...(idleMinutes.trim() === '' && { idleMinutes: null }),
      ...{ passwordLogin, emergencyUsers, secondFactor, deviceLogin },
    },
    saved,
  );
}

/** How many names a sentence has. */
const NAMED = 10;

/** Who could not come in at once, if this were saved: users whom no provider knows, without the emergency users. */
export function lockedOut(
  { candidates, unconnected }: Pick<SavedSignInPolicy, 'candidates' | 'unconnected'>,
  emergencyUsers: readonly string[],
) {
  const free = candidates.filter(({ id, connected }) => !connected && emergencyUsers.includes(id));
  const people = unconnected.people.filter(({ id }) => !emergencyUsers.includes(id));
  const names = people.slice(0, NAMED).map(({ name }) => name);
  const count = unconnected.count - free.length;
  return { count, names, more: count - names.length };
}
