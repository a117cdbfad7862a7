import type { Environment } from '@comporta/contract/applications/application';
import { isProduction } from '@comporta/contract/applications/production';
import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { chooseEnvironment } from '../data/stored/chosen-environment.ts';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';
import { MANY_ENVIRONMENTS } from '../parts/status/many-environments.ts';
import { Menu } from '../ui/menu.tsx';
import { MenuChoice } from '../ui/menu-item.tsx';
import { useShortcut } from '../ui/use-shortcut.ts';
import styles from './environment-control.module.css';
import { useEnvironmentChange } from './use-environment-change.ts';
import { useLoadedAhead } from './use-loaded-ahead.ts';

/** Chooses the environment that the screens of the application are about. */
export function EnvironmentControl() {
  const { envId } = useParams();
  const { application, chosen } = useCurrentEnvironment();
  const change = useEnvironmentChange();

  // The environment in the address becomes the chosen one.
  const appId = application?.id;
  useEffect(() => {
    if (appId !== undefined && envId !== undefined) chooseEnvironment(appId, envId);
  }, [appId, envId]);

  if (application === undefined || chosen === undefined) return null;
  const isMany = application.environments.length >= MANY_ENVIRONMENTS;
  const Choice = isMany ? ManyEnvironments : FewEnvironments;
  return <Choice {...{ environments: application.environments, chosen, change }} />;
}

interface ChoiceProps {
  readonly environments: readonly Environment[];
  readonly chosen: Environment;
  readonly change: (environment: Environment) => void;
}

function FewEnvironments({ environments, chosen, change }: ChoiceProps) {
  return (
    <Menu
      kind="choices"
      shortcut="v"
      button={(opener) => <ChosenEnvironment chosen={chosen} {...opener} />}
    >
      {environments.map((environment) => (
        <MenuChoice
          key={environment.id}
          icon={<EnvironmentDot environment={environment} />}
          isCurrent={environment.id === chosen.id}
          onClick={() => change(environment)}
        >
          {environment.name}
        </MenuChoice>
      ))}
    </Menu>
  );
}

const loadFinder = async () => (await import('./environment-finder.tsx')).EnvironmentFinder;

/** The code of the filter is loaded after the screen: few applications need it. */
function ManyEnvironments({ environments, chosen, change }: ChoiceProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const Finder = useLoadedAhead(loadFinder, isOpen, close);
  useShortcut('v', () => setOpen(true));
  return (
    <>
      <ChosenEnvironment
        chosen={chosen}
        ref={opener}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && Finder !== undefined && (
        <Finder {...{ environments, chosen, opener }} onChoose={change} onClose={close} />
      )}
    </>
  );
}

interface ChosenEnvironmentProps extends ComponentProps<'button'> {
  readonly chosen: Environment;
}

function ChosenEnvironment({ chosen, ...button }: ChosenEnvironmentProps) {
  const t = useTranslations('layout.environment');
  return (
    <button
      type="button"
      className={styles.control}
      data-production={isProduction(chosen) || undefined}
      {...button}
    >
      <EnvironmentDot environment={chosen} />
      <span className="visually-hidden">{t('label')}</span>
      <span className={styles.name}>{chosen.name}</span>
      <IconChevronDown size={16} aria-hidden />
    </button>
  );
}
