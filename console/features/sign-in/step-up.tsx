import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { PasswordField } from '../../../ui/components/auth/password-field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { useAsked } from '../../session/asking.ts'
import { send } from '../../session/send.ts'
import { useWords } from '../../words/language.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { showPasskey } from './passkey.ts'
import css from './sign-in-over.module.css'

type Ways = Static<typeof consoleApi.factors.stepUpBegin.output>

/** Asks for the factor again before a change of money, keys, the team or sessions. */
export default function StepUp() {
  const t = useWords('signin')
  const base = useWords('base')
  const asked = useAsked((state) => state.asked)
  const query = useQuery({
    queryKey: ['step-up'],
    queryFn: () => send(consoleApi.factors.stepUpBegin, {}),
    // Never load this again: the options of a passkey work only once.
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <Sheet
      opened={asked !== null}
      onClose={() => asked?.settle(false)}
      title={t('stepTitle')}
      closeLabel={base('close')}
    >
      <div className={css.stack}>
        <p className={css.text}>{t('stepText')}</p>
        <Loaded
          query={query}
          failed={base('loadFailed')}
          bones={<Bones count={2} height={48} />}
          bonesClass={css.stack}
        >
          {(ways) => <Proof {...ways} onDone={() => asked?.settle(true)} />}
        </Loaded>
      </div>
    </Sheet>
  )
}

function Proof({ ways, options, onDone }: Ways & { onDone: () => void }) {
  const t = useWords('signin')
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      {ways.includes('totp') ? <ByText way="code" onDone={onDone} /> : null}
      {ways.includes('password') ? <ByText way="passWord" onDone={onDone} /> : null}
      {options ? (
        <PasskeyButton
          label={t('stepPasskey')}
          onFailure={setFailure}
          act={async () => {
            await send(consoleApi.factors.stepUp, { response: await showPasskey(options) })
            onDone()
          }}
        />
      ) : null}
    </>
  )
}

/** Takes a code of the app or a recovery code; without a factor, the password. */
function ByText({ way, onDone }: { way: 'code' | 'passWord'; onDone: () => void }) {
  const t = useWords('signin')
  const label = t(way === 'code' ? 'code' : 'stepPassword')
  const form = useSubmit<'proof'>({
    rules: { proof: { label, required: true } },
    exact: ['proof'],
    refusals: { 'auth.totp_wrong': 'proof', 'auth.wrong_password': 'proof' },
    send: async ({ proof }) => {
      await send(consoleApi.factors.stepUp, { [way]: way === 'code' ? proof.replaceAll(/\s/g, '') : proof })
      onDone()
    },
  })
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      {way === 'code' ? (
        <Field
          name="proof"
          label={label}
          placeholder={t('codeHint')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          autoFocus
          error={form.problems.proof}
        />
      ) : (
        <PasswordField
          name="proof"
          label={label}
          autoComplete="current-password"
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
          autoFocus
          error={form.problems.proof}
        />
      )}
      <Button type="submit" busy={form.busy}>
        {t('stepSubmit')}
      </Button>
    </Form>
  )
}
