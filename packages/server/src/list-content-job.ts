import { changeContent } from '@comporta/contract/id-lists/id-list-api';
import { contentWork } from './id-lists/content-work.ts';
import { ON_CHANGE } from './nouns.ts';
import { doJob } from './platform/http/large/do-job.ts';

/** The program of the process that hashes and stores the file of an id list. */
await doJob(changeContent, (settings) => contentWork(settings.plans), ON_CHANGE);
