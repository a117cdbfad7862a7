import { useQuery } from '@tanstack/react-query';
import { TextsOfSignIn } from '../base/texts/texts-of-sign-in.tsx';
import { signInPolicyQuery } from '../data/sign-in-policy-queries.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { SignInSettings } from './sign-in-settings.tsx';

/** How the users of the company come in. Source: IDN-41. */
export function SignInPolicyPage() {
  const policy = useQuery(signInPolicyQuery);
  return (
    <TextsOfSignIn>
      <SignInSettings>
        <Loaded query={policy} rows={8}>
          {(saved, reload) => <PolicyEditor saved={saved} onReload={reload} />}
        </Loaded>
      </SignInSettings>
    </TextsOfSignIn>
  );
}
