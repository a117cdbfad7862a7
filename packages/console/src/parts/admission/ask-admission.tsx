import type { ChangeSaid, RefusedWrite } from '../../api/admission.ts';
import { answeredBy } from '../../api/api-error.ts';
import { ask } from './questions.ts';

/**
 * Asks the user what to do about a refused write: resolves to what to send it with again. Rejects with its error when it
 * was given up or filed as a change request, or when the dialog cannot be loaded.
 */
export async function askAdmission(refused: RefusedWrite): Promise<ChangeSaid> {
  const { error } = refused;
  const AdmissionDialog = await loadDialog();
  if (AdmissionDialog === undefined) throw error;
  return ask<ChangeSaid>(
    ({ answer, giveUp }) => (
      <AdmissionDialog
        refused={refused}
        onSay={answer}
        onGiveUp={(given) => giveUp(answeredBy(error, given))}
      />
    ),
    answeredBy(error, 'CANCELLED'),
  );
}

async function loadDialog() {
  try {
    return (await import('./admission-dialog.tsx')).AdmissionDialog;
  } catch {
    return undefined;
  }
}
