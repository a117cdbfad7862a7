import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { Rule } from '@comporta/engine/snapshot';
import { sql as raw } from 'drizzle-orm';
import {
  createApplication,
  createCompany,
  createExperiment,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../builders.ts';
import type { Answer, TestServer } from '../test-server.ts';

export const exactly = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue }) as const;
export const split = (enabled: number) =>
  ({ type: 'SPLIT', split: { enabled, disabled: 100 - enabled } }) as const;

interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A company with one experiment, whose changes are filed as requests. */
export interface RequestDesk {
  readonly admin: TestUser;
  readonly application: TestApplication;
  readonly envId: string;
  readonly toggleId: string;
  readonly experimentId: string;
  /** The path of the experiment. */
  readonly at: string;
  /** The path of the change requests. */
  readonly path: string;
  send<Body = ChangeRequest>(
    method: string,
    path: string,
    body?: object,
    sent?: Sent,
  ): Promise<Answer<Body>>;
  /** An edit of the experiment. */
  edit(action: string, body?: object): object;
  /** An edit that gives the catch-all another value. */
  valueEdit(valueSpec: Rule['valueSpec']): object;
  file(edits: readonly object[], draft?: object, sent?: Sent): Promise<ChangeRequest>;
  act(
    request: { readonly id: string },
    action: string,
    more?: object,
  ): Promise<Answer<ChangeRequest>>;
  read(request: { readonly id: string }): Promise<ChangeRequest>;
  /** Replaces waiting: the next step was due so many seconds ago. */
  makeDue(request: { readonly id: string }, secondsAgo?: number): Promise<void>;
  experiment(): Promise<{
    readonly status: string;
    readonly salt: string;
    readonly rules: readonly (Rule & { readonly id: string })[];
  }>;
  /** Saves the experiment as a person does. */
  saveValue(valueSpec: Rule['valueSpec'], sent?: Sent): Promise<Answer<{ error_code?: string }>>;
}

export async function openRequestDesk(server: TestServer): Promise<RequestDesk> {
  const admin = await createCompany(server);
  const application = await createApplication(server, admin.accountId, ['Production', 'Test']);
  const envId = application.environmentIds[0] ?? '';
  const toggleId = await createToggle(server, application.id);
  const ruleId = '11111111-1111-4111-8111-111111111111';
  const everyone: Rule & { readonly id: string } = {
    id: ruleId,
    type: 'ALL_USERS',
    valueSpec: exactly('enabled'),
  };
  const experimentId = await createExperiment(server, application, toggleId, [everyone]);
  const at = `/api/apps/${application.id}/envs/${envId}/experiments/${experimentId}`;
  const path = `/api/apps/${application.id}/change-requests`;

  function send<Body = ChangeRequest>(
    method: string,
    to: string,
    body?: object,
    { token = admin.token, headers }: Sent = {},
  ) {
    return server.call<Body>(method, to, {
      token,
      ...(body && { body }),
      ...(headers && { headers }),
    });
  }
  const edit = (action: string, body?: object) => ({
    type: 'experiment',
    action,
    id: experimentId,
    environmentId: envId,
    ...(body && { body }),
  });
  const rulesWith = (valueSpec: Rule['valueSpec']) => ({ rules: [{ ...everyone, valueSpec }] });

  return {
    admin,
    application,
    envId,
    toggleId,
    experimentId,
    at,
    path,
    send,
    edit,
    valueEdit: (valueSpec) => edit('UPDATE', rulesWith(valueSpec)),
    async file(edits, draft = {}, sent = {}) {
      const body = { title: 'A change', submit: true, steps: [{ edits }], ...draft };
      const { status, body: filed } = await send('POST', path, body, sent);
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(filed)}`);
      return filed;
    },
    act: ({ id }, action, more = {}) => send('POST', `${path}/${id}/actions`, { action, ...more }),
    read: async ({ id }) => (await send('GET', `${path}/${id}`)).body,
    async makeDue({ id }, secondsAgo = 0) {
      await server.database.sql.execute(raw`
        update change_requests set next_at = moment, look_at = moment
        from (select clock_timestamp() - ${secondsAgo} * interval '1 second' as moment) as due
        where id = ${id}`);
    },
    experiment: async () => (await send<never>('GET', at)).body,
    saveValue: (valueSpec, sent) =>
      send<{ error_code?: string }>('PUT', at, rulesWith(valueSpec), sent),
  };
}
