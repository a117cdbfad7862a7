import { and, eq, inArray, sql as raw } from 'drizzle-orm';
import { applications, environments } from '../../tables/applications.ts';
import { grants } from '../../tables/grants.ts';
import { isId } from '../base/ids.ts';
import { Rejection } from '../base/rejection.ts';
import type { Sql } from '../database/database.ts';
import { type Actor, isGranted } from './actor.ts';

/** The application a call is about, already authorised: its account is the actor's. */
export interface ApplicationScope {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly revision: number;
}

export interface EnvironmentScope {
  readonly id: string;
  readonly name: string;
}

const SCOPE = {
  id: applications.id,
  accountId: applications.accountId,
  name: applications.name,
  revision: applications.revision,
};

export async function readApplication(
  sql: Sql,
  actor: Actor,
  id: string,
): Promise<ApplicationScope> {
  if (!isId(id)) throw new Rejection('NOT_FOUND');
  const [application] = await sql
    .select(SCOPE)
    .from(applications)
    .where(and(eq(applications.id, id), eq(applications.accountId, actor.accountId)));
  return authorised(sql, actor, application);
}

/**
 * Takes the application for writing: later writers wait, and the revision is the one this write
 * makes. Whatever is then looked up stays true until the transaction ends. For callers who were granted the
 * application before: callers that may not write must not make others wait.
 */
export async function lockApplication(
  sql: Sql,
  actor: Actor,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<ApplicationScope> {
  const [application] = await sql
    .update(applications)
    .set({ revision: raw`${applications.revision} + 1` })
    .where(and(eq(applications.id, id), eq(applications.accountId, actor.accountId)))
    // Until the transaction ends its connection bears the call's name: whoever waits finds it there.
    .returning({ ...SCOPE, heldBy: raw`set_config('application_name', ${by}, true)` });
  return authorised(sql, actor, application);
}

/** Takes an application for what the service or its operator writes; undefined when it is gone. */
export async function takeApplication(sql: Sql, id: string): Promise<ApplicationScope | undefined> {
  const [application] = await sql
    .update(applications)
    .set({ revision: raw`${applications.revision} + 1` })
    .where(eq(applications.id, id))
    .returning(SCOPE);
  return application;
}

/** The ids of the applications that an actor may open, for a query to ask of. */
export function openedApplications(sql: Sql, actor: Actor) {
  const granted = sql
    .select({ id: grants.applicationId })
    .from(grants)
    .where(eq(grants.userId, actor.id));
  return sql
    .select({ id: applications.id })
    .from(applications)
    .where(
      and(
        eq(applications.accountId, actor.accountId),
        actor.admin ? undefined : inArray(applications.id, granted),
      ),
    );
}

async function authorised(
  sql: Sql,
  actor: Actor,
  application: ApplicationScope | undefined,
): Promise<ApplicationScope> {
  if (application === undefined) throw new Rejection('NOT_FOUND');
  if (!(await isGranted(sql, actor, application.id))) throw new Rejection('FORBIDDEN');
  return application;
}

/** Undefined when the application has no such environment. */
export async function findEnvironment(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<EnvironmentScope | undefined> {
  if (!isId(id)) return undefined;
  const [environment] = await sql
    .select({ id: environments.id, name: environments.name })
    .from(environments)
    .where(and(eq(environments.id, id), eq(environments.applicationId, applicationId)));
  return environment;
}
