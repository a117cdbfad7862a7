/** The public exports of `@comporta/sdk`, and nothing else. */
export type { EventsStatus } from '@comporta/client-core/events/event-queue';
export type { Tracking } from '@comporta/client-core/events/tracked-event';
export type { Explanation } from '@comporta/engine/explanation';
export type { Reason, RuleType } from '@comporta/engine/vocabulary';
export type { Bulk, BulkFlag } from './bulk.ts';
export type { Client } from './client.ts';
export type { ClientState, ClientStatus } from './client-status.ts';
export type { Context, PropertyValue } from './context.ts';
export type { Details, ErrorCode } from './details.ts';
export type { Logger } from './logger.ts';
export { createClient, type NodeClientOptions as ClientOptions } from './node/create-client.ts';
export type { Change } from './snapshot/follow-values.ts';
export type { Toggles } from './toggles.ts';
