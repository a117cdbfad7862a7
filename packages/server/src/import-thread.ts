import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { entityRules } from './entity-rules.ts';
import { workInThread } from './platform/http/large/work-in-thread.ts';
import { importWork } from './transfer/transfer-routes.ts';

/** What the thread of a large import does. */
await workInThread(importApplication, ({ plans }) => importWork(entityRules(plans)));
