import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { entityRules } from './entity-rules.ts';
import { ON_CHANGE } from './nouns.ts';
import { workInThread } from './platform/http/large/do-job.ts';
import { importWork } from './transfer/transfer-routes.ts';

/** The work of the worker thread for a large import. */
await workInThread(importApplication, ({ plans }) => importWork(entityRules(plans)), ON_CHANGE);
