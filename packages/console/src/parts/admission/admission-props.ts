import type { ChangeSaid, RefusedWrite } from '../../api/admission.ts';
import type { ApiError } from '../../api/api-error.ts';

export interface AdmissionDialogProps {
  readonly refused: RefusedWrite;
  /** Sends the write again, with this. */
  readonly onSay: (said: ChangeSaid) => void;
  /** The write stays refused: nothing was done, or it was filed. */
  readonly onGiveUp: (answer: NonNullable<ApiError['answer']>) => void;
}
