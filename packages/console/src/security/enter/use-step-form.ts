import { checked, type Problem } from '@comporta/contract/problem';
import { createSession } from '@comporta/contract/sessions/session-api';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { enterWith } from './enter-with.ts';
import { type NextStep, stepOfRefusal } from './step-of-refusal.ts';

const CODES = [
  'WRONG_CODE',
  'CODES_PAUSED',
  'ENCRYPTION_KEY_MISSING',
  'WRONG_CREDENTIALS',
] as const;
type Code = (typeof CODES)[number];

interface StepForm {
  readonly challenge: string;
  /** As what the text that is typed is sent. */
  readonly as: 'code' | 'recovery_code' | 'password';
  /** Called before the session starts, which leaves this screen. */
  readonly onRight?: () => void;
  /** Called when nothing answers the challenge any more. */
  readonly onOver: () => void;
  /** Takes what a right answer is followed by before a session opens. */
  readonly onStep?: (step: NextStep) => void;
}

/** A form with one field that answers a challenge. */
export function useStepForm({ challenge, as, onRight, onOver, onStep }: StepForm) {
  const t = useTranslations('secondStep.error');
  return useForm({
    start: { typed: '' },
    check: (draft: { readonly typed: string }) => checked<typeof draft, Code>(draft, []),
    save: ({ typed }) =>
      enterWith(
        { grant_type: 'urn:comporta:second-step', challenge, [as]: typed },
        { onRight },
      ).catch((error: unknown) => {
        if (refusalOf(createSession, error) === 'CHALLENGE_EXPIRED') return onOver();
        const next = stepOfRefusal(error);
        if (next === undefined || onStep === undefined) throw error;
        onStep(next);
      }),
    refusal: (error): readonly Problem<Code>[] | undefined => {
      const refused = refusalOf(createSession, error);
      const code = CODES.find((one) => one === refused);
      return code && [{ code, at: ['typed'] }];
    },
    speak: ({ code }) => t(code === 'ENCRYPTION_KEY_MISSING' ? 'appUnreadable' : code),
    // The guard of this screen redirects as soon as there is a session.
    onSaved: () => {},
  });
}
