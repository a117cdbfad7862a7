import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { TextsOfSecurity } from '../../base/texts/texts-of-security.tsx';
import type { NextStep } from '../../security/enter/step-of-refusal.ts';
import { Button } from '../../ui/controls/button.ts';
import { SignInPage } from '../sign-in-page.tsx';
import { AnswerStep } from './answer-step.tsx';
import { ForcedSetUp } from './forced-set-up.tsx';
import { StartAgain } from './start-again.tsx';
import { StepOverPage } from './step-over.tsx';

interface SecondStepProps {
  readonly step: NextStep;
  readonly onAgain: () => void;
  /** Goes back to a form that says that the step is over; absent where this page has none. */
  readonly onOver?: () => void;
  /** Takes what a right answer is followed by. */
  readonly onStep: (step: NextStep) => void;
}

/** What comes after a right first part, at the same address. Source: IDN section 11. */
export function SecondStep(props: SecondStepProps) {
  return (
    <TextsOfSecurity>
      <Step {...props} />
    </TextsOfSecurity>
  );
}

function Step({ step: { is, meta }, onAgain, onStep, ...props }: SecondStepProps) {
  const t = useTranslations('secondStep');
  const [isOver, setOver] = useState(false);
  const onOver = props.onOver ?? (() => setOver(true));
  if (isOver) return <StepOverPage onAgain={onAgain} />;
  const challenge = String(meta.challenge);
  const company = String(meta.company);
  const methods = textsIn(meta.methods);
  const asked = { challenge, methods, onAgain, onOver, onStep };
  const who = { email: String(meta.email), provider: String(meta.provider) };
  switch (is) {
    case 'SECOND_FACTOR_REQUIRED':
      return <AnswerStep {...asked} />;
    case 'SSO_LINK_REQUIRED':
      return <AnswerStep {...asked} title={t('connect.title')} intro={t('connect.text', who)} />;
    case 'SECOND_FACTOR_SETUP_REQUIRED':
      return <ForcedSetUp {...{ challenge, company, onAgain, onOver }} />;
    case 'SSO_REQUIRED':
      return <OnlySignOn company={company} providers={meta.providers} onAgain={onAgain} />;
  }
}

interface OnlySignOnProps {
  readonly company: string;
  readonly providers: unknown;
  readonly onAgain: () => void;
}

function OnlySignOn({ company, providers, onAgain }: OnlySignOnProps) {
  const t = useTranslations('secondStep');
  const known: readonly Provider[] = Array.isArray(providers) ? providers.filter(isProvider) : [];
  const names = known.map(({ name }) => name).join(', ');
  return (
    <SignInPage
      title={t('onlySignOn.title')}
      intro={t('onlySignOn.text', { company, provider: names })}
      links={<StartAgain onAgain={onAgain} />}
    >
      {known.map(({ name, slug }) => (
        <Button key={slug} component={Link} to={`/sso/${slug}`} fullWidth>
          {t('onlySignOn.go', { provider: name })}
        </Button>
      ))}
    </SignInPage>
  );
}

interface Provider {
  readonly name: string;
  readonly slug: string;
}

function isProvider(one: unknown): one is Provider {
  return typeof one === 'object' && one !== null && 'name' in one && 'slug' in one;
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}
