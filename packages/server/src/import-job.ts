import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { beginPhases } from './analyses/phases/begin-phases.ts';
import { fileImport } from './change-requests/sources/file-import.ts';
import { experimentEditor } from './experiments/save-experiment.ts';
import { entityRules, ON_CHANGE } from './nouns.ts';
import { doJob } from './platform/http/large/do-job.ts';
import { requestEdits } from './request-edits.ts';
import { importWork } from './transfer/transfer-routes.ts';

/** An import ships nothing and guards nothing, so it reads no figures. This process does not know where events are. */
function neverLooks(): never {
  throw new Error('an import reads no figures of analyses');
}

/** The program of the process that does a large import. */
await doJob(
  importApplication,
  (settings) => {
    const edits = requestEdits({
      ...settings,
      editExperiment: experimentEditor(beginPhases),
      look: neverLooks,
    });
    return importWork(entityRules(settings.plans), (call, filed) => fileImport(call, filed, edits));
  },
  ON_CHANGE,
);
