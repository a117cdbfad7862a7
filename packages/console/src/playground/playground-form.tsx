import type { Property } from '@comporta/contract/properties/property';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import type { PlaygroundInputs } from '../data/playground-queries.ts';
import { Button } from '../ui/controls/button.ts';
import { Checkbox } from '../ui/controls/checkbox.ts';
import { NativeSelect } from '../ui/controls/native-select.ts';
import { TextInput } from '../ui/controls/text-input.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Picker } from '../ui/fields/picker.tsx';
import styles from './playground-form.module.css';
import { comparingWith, givenText } from './playground-inputs.ts';
import { PropertyInput } from './property-input.tsx';

interface PlaygroundFormProps {
  readonly place: { readonly appId: string; readonly envId: string };
  readonly properties: readonly Property[];
  /** Returns the ids of the properties that the rules of a toggle use; with an empty id, those of all toggles. */
  readonly usedBy: (toggleId: string) => ReadonlySet<string>;
  readonly toggles: readonly Toggle[];
  readonly start: PlaygroundInputs;
  /** The id of the environment to compare with. */
  readonly compared: string | undefined;
  readonly isBusy: boolean;
  readonly onAsk: (inputs: PlaygroundInputs) => void;
  readonly onCompare: (envId: string | undefined) => void;
}

/** Asks for the environment, the user and the toggle. */
export function PlaygroundForm(props: PlaygroundFormProps) {
  const { place, properties, usedBy, toggles, start, compared, isBusy, onAsk, onCompare } = props;
  const t = useTranslations('playground');
  const navigate = useNavigate();
  const { search } = useLocation();
  const { application } = useCurrentEnvironment();
  const [inputs, setInputs] = useState(start);
  const [showsAll, setShowsAll] = useState(false);
  const { appId, envId } = place;
  const environments =
    application?.environments.map(({ id, name }) => ({ value: id, label: name })) ?? [];

  const used = usedBy(inputs.toggleId);
  const shown = properties.filter(
    ({ id, key }) => showsAll || used.has(id) || givenText(inputs, key) !== '',
  );

  function ask(event: FormEvent) {
    event.preventDefault();
    onAsk(inputs);
  }

  /** A change to the compared environment swaps the two. */
  function goTo(nextId: string) {
    const params = new URLSearchParams(search);
    void navigate({
      pathname: pathTo('playground', { appId, envId: nextId }),
      search: String(comparingWith(params, nextId === compared ? envId : compared)),
    });
  }

  return (
    <form className={styles.form} noValidate onSubmit={ask}>
      <div className={styles.fields}>
        <NativeSelect
          label={t('environment')}
          value={envId}
          onChange={(event) => goTo(event.currentTarget.value)}
          data={environments}
        />
        {environments.length > 1 && (
          <NativeSelect
            label={t('compareWith')}
            value={compared ?? ''}
            onChange={(event) => onCompare(event.currentTarget.value || undefined)}
            data={[
              { value: '', label: t('noComparison') },
              ...environments.filter(({ value }) => value !== envId),
            ]}
          />
        )}
        <Picker
          label={t('toggle')}
          placeholder={t('everyToggle')}
          clearLabel={t('everyToggle')}
          noMatch={t('noToggle')}
          value={inputs.toggleId}
          onChange={(toggleId) => setInputs({ ...inputs, toggleId })}
          options={toggles.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextInput
          label={t('userId')}
          value={inputs.uid}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setInputs({ ...inputs, uid: event.currentTarget.value })}
        />
        {shown.map((property) => (
          <PropertyInput
            key={property.id}
            property={property}
            value={givenText(inputs, property.key)}
            onChange={(value) =>
              setInputs({ ...inputs, properties: { ...inputs.properties, [property.key]: value } })
            }
          />
        ))}
      </div>
      <div className={styles.actions}>
        <Button type="submit" loading={isBusy}>
          {t('evaluate')}
        </Button>
        {properties.length > used.size && (
          <Checkbox
            size="sm"
            label={t('otherProperties')}
            checked={showsAll}
            onChange={(event) => setShowsAll(event.currentTarget.checked)}
          />
        )}
        {search !== '' && <CopyButton text={location.href} label={t('copyLink')} />}
      </div>
    </form>
  );
}
