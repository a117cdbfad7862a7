import { useEffect } from 'react';
import { answerRefusedWritesWith } from '../../api/admission.ts';
import { confirmWith } from '../../api/confirmation.ts';
import { askAdmission } from './ask-admission.tsx';
import { askWhetherItIsThem } from './ask-confirmation.tsx';
import { giveUpQuestions, useQuestion } from './questions.ts';

answerRefusedWritesWith(askAdmission);
confirmWith(askWhetherItIsThem);

/** The dialog about a call that is refused as it is: by an environment, or until its owner confirms it. Source: SAF-100, IDN-37. */
export function Admission() {
  const question = useQuestion();
  useEffect(() => giveUpQuestions, []);
  return question?.dialog;
}
