import type { EditAction } from '@comporta/contract/change-requests/edit';
import type { EditType } from '@comporta/contract/change-requests/edit-type';
import type { Guard, GuardState } from '@comporta/contract/change-requests/guard';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import type {
  HeldReason,
  RequestStart,
  RequestStatus,
} from '@comporta/contract/change-requests/request-state';
import type { RequestSource } from '@comporta/contract/change-requests/source';
import type { RecordedDifference } from '@comporta/contract/nouns/records';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { applications } from './applications.ts';
import { at, createdAt, json, partOf, primaryId, versioned } from './columns.ts';

/** Statuses that nothing follows, as they stand in the conditions of indexes. */
const FINAL = sql`('DONE', 'ROLLED_BACK', 'REJECTED', 'WITHDRAWN', 'EXPIRED')`;
const IS_OPEN = sql`status not in ${FINAL}`;
const IS_CLOSED = sql`status in ${FINAL}`;

const IS_GUARDED = sql`guard_state is not null and status in ('RUNNING', 'HELD')`;

/** A change of one thing, with what the author started from and what it became when it was filed. Null: it does not exist. */
export interface KeptEdit {
  readonly type: EditType;
  readonly action: EditAction;
  readonly id: string;
  readonly environmentId: string | null;
  readonly name: string;
  /** As it was sent. */
  readonly body: Body | null;
  readonly base: Body | null;
  readonly result: Body | null;
  /** What a new thing or a new assignment was given when it was filed. */
  readonly drawn?: { readonly salt: string; readonly buckets?: number } | undefined;
  /** What it changes, as the audit log says it: with names in place of ids. */
  readonly changes?: readonly RecordedDifference[] | undefined;
  /** What its step found and left. */
  readonly found?: Body | null | undefined;
  readonly left?: Body | null | undefined;
}

export interface KeptStep {
  /** RFC 3339, and seconds after the step before; both null for the first. */
  readonly at: string | null;
  readonly wait: number | null;
  readonly edits: readonly KeptEdit[];
  /** The token that its author filed it with, by its name. Source: IDN-84. */
  readonly via?: string | undefined;
  readonly appliedAt?: string | undefined;
  readonly isSkipped?: true | undefined;
}

/** What the guard of a request saw last, and the phase that it looked at. */
export interface KeptGuardState extends GuardState {
  readonly phaseId: string | null;
}

export interface KeptReview {
  readonly verdict: 'APPROVED' | 'REJECTED' | 'COMMENT';
  readonly byId: string;
  readonly at: string;
  readonly comment: string;
  readonly digest: string;
  /** The first step was applied with this approval. */
  readonly counted?: true | undefined;
  /** What it approved has changed since. */
  readonly fell?: true | undefined;
}

export interface KeptHold {
  readonly reason: HeldReason;
  readonly at: string;
  readonly byId?: string | undefined;
  readonly code?: string | undefined;
  readonly meta?: unknown;
}

/** Why a draft could not be applied as it is. */
export interface KeptProblem {
  readonly step: number;
  readonly edit: number;
  readonly code: string;
  readonly at: readonly (string | number)[];
  readonly meta_data?: unknown;
}

/**
 * Changes that are not applied yet. A row is one request; the row of its application is its lock. Only the clock of the
 * database decides what is due: `look_at` is when a node has to look at it.
 */
export const changeRequests = pgTable(
  'change_requests',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    number: integer().notNull(),
    title: text().notNull(),
    reason: text().notNull().default(''),
    authorId: uuid().notNull(),
    authorKind: text().$type<'user' | 'key'>().notNull(),
    /** The names of those whom the row names by id, as they were last. */
    people: json<Readonly<Record<string, string>>>().notNull(),
    /** Everybody who edited the content. */
    contributors: json<readonly string[]>().notNull(),
    status: text().$type<RequestStatus>().notNull(),
    held: json<KeptHold>(),
    start: text().$type<RequestStart>().notNull(),
    startAt: at(),
    /** Seconds. */
    lateBy: integer().notNull(),
    guard: json<Guard>(),
    /** Null until the first step is applied. */
    guardState: json<KeptGuardState>(),
    source: json<RequestSource>(),
    steps: json<readonly KeptStep[]>().notNull(),
    problems: json<readonly KeptProblem[]>().notNull(),
    reviews: json<readonly KeptReview[]>().notNull().default([]),
    entityIds: uuid().array().notNull(),
    /** The environments that it touched when it was last filed or applied. */
    touchedIds: uuid().array().notNull(),
    currentStep: integer().notNull().default(0),
    /** When the next step is due; null where nothing is. */
    nextAt: at(),
    lookAt: at(),
    /** How often in a row the next step failed for a reason of ours. */
    failures: integer().notNull().default(0),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [
    unique('change_requests_number').on(table.applicationId, table.number),
    index('change_requests_due').on(table.lookAt).where(sql`look_at is not null`),
    index('change_requests_open').on(table.applicationId, table.number).where(IS_OPEN),
    index('change_requests_closed').on(table.applicationId, table.number).where(IS_CLOSED),
    index('change_requests_guarded').on(table.id).where(IS_GUARDED),
    index('change_requests_entities').using('gin', table.entityIds).where(IS_OPEN),
  ],
);

/** Times in which nothing that users get may change. */
export const freezes = pgTable(
  'freezes',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    name: text().notNull(),
    startsAt: at().notNull(),
    endsAt: at().notNull(),
    /** Null: all environments. */
    environmentIds: uuid().array(),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [index('freezes_application_index').on(table.applicationId, table.endsAt)],
);
