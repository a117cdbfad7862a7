import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { entityRules, ON_CHANGE } from './nouns.ts';
import { doJob } from './platform/http/large/do-job.ts';
import { importWork } from './transfer/transfer-routes.ts';

/** The program of the process that does a large import. */
await doJob(importApplication, ({ plans }) => importWork(entityRules(plans)), ON_CHANGE);
