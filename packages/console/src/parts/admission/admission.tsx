import { useEffect } from 'react';
import { answerRefusedWritesWith } from '../../api/admission.ts';
import { askAdmission, giveUpAdmissions, useAskedAdmission } from './ask-admission.ts';

answerRefusedWritesWith(askAdmission);

/** The dialog about a write that an environment refuses as it is. Source: SAF-100. */
export function Admission() {
  const asked = useAskedAdmission();
  useEffect(() => giveUpAdmissions, []);
  if (asked === undefined) return null;
  const { Dialog, props } = asked;
  return <Dialog {...props} />;
}
