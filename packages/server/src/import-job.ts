import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { beginPhases } from './analyses/phases/begin-phases.ts';
import { fileImport } from './change-requests/sources/file-import.ts';
import { openPostgresEventStore } from './event-store/postgres/postgres-event-store.ts';
import { experimentEditor } from './experiments/save-experiment.ts';
import { entityRules, ON_CHANGE } from './nouns.ts';
import { doJob } from './platform/http/large/do-job.ts';
import { requestEdits } from './request-edits.ts';
import { importWork } from './transfer/transfer-routes.ts';

/** The program of the process that does a large import. */
await doJob(
  importApplication,
  (settings) => {
    const edits = requestEdits({
      ...settings,
      editExperiment: experimentEditor(beginPhases),
      look: (sql) => ({ sql, store: openPostgresEventStore(sql) }),
    });
    return importWork(entityRules(settings.plans), (call, filed) => fileImport(call, filed, edits));
  },
  ON_CHANGE,
);
