import { type ApiError, answeredBy } from '../../api/api-error.ts';
import { ask } from './questions.ts';

/** Asks whether it is really the owner of the session. Rejects when it was given up, or the dialog cannot be loaded. */
export async function askWhetherItIsThem(error: ApiError): Promise<void> {
  const ConfirmDialog = await loadDialog();
  if (ConfirmDialog === undefined) throw error;
  const cancelled = answeredBy(error, 'CANCELLED');
  return ask<void>(
    ({ answer, giveUp }) => (
      <ConfirmDialog
        methods={error.meta.methods}
        onConfirmed={() => answer()}
        onGiveUp={() => giveUp(cancelled)}
      />
    ),
    cancelled,
  );
}

async function loadDialog() {
  try {
    return (await import('../confirmation/confirm-dialog.tsx')).ConfirmDialog;
  } catch {
    return undefined;
  }
}
