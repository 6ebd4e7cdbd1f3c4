import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import { isMobile } from '../../../ui/device/user-agent.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { CopyButton } from '../show/copy-button.tsx'
import css from './factor.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Scan, type a first code, keep the recovery codes. Calls `onDone` after the last step. */
export function TotpSetup({ onDone }: { onDone: () => void }) {
  const base = useWords('base')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const query = useQuery({
    queryKey: ['totp-setup'],
    queryFn: () => call(consoleApi.factors.totpBegin, {}),
    // Never load this again: each answer is a different secret.
    gcTime: 0,
    staleTime: Infinity,
  })
  if (codes) {
    return (
      <StepRoom step="codes">
        <RecoveryCodes codes={codes} onDone={onDone} />
      </StepRoom>
    )
  }
  return (
    <Loaded query={query} failed={base('loadFailed')} bones={<Bones count={3} height={64} />} bonesClass={css.stack}>
      {(begun) => <Scan {...begun} onConfirmed={(given) => (given.length > 0 ? setCodes(given) : onDone())} />}
    </Loaded>
  )
}

type ScanProps = { secret: string; uri: string; onConfirmed: (recoveryCodes: readonly string[]) => void }

function Scan({ secret, uri, onConfirmed }: ScanProps) {
  const t = useWords('account')
  const form = useSubmit<'code'>({
    rules: { code: { label: t('appCode'), required: true } },
    refusals: { 'auth.totp_wrong': 'code' },
    send: async ({ code }) => {
      const { recoveryCodes } = await call(consoleApi.factors.totpConfirm, { code: code.replaceAll(/\s/g, '') })
      onConfirmed(recoveryCodes)
    },
  })
  return (
    <div className={css.stack}>
      <h2 className={css.title}>{t('scanTitle')}</h2>
      <p className={css.text}>{t('scanText')}</p>
      {/* A phone cannot scan its own screen, so a link opens the app there. */}
      {isMobile() ? (
        <a className={css.link} href={uri}>
          {t('openApp')}
        </a>
      ) : null}
      <div className={css.qr}>
        <QrCode text={uri} label={t('qrLabel')} />
      </div>
      <div>
        <p className={css.text}>{t('secret')}</p>
        <div className={css.copy}>
          <code className={css.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={secret} label={t('copySecret')} />
        </div>
      </div>
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <Field
          name="code"
          label={t('appCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          error={form.problems.code}
        />
        <ActionButton type="submit" fill busy={form.busy}>
          {t('confirm')}
        </ActionButton>
      </Form>
    </div>
  )
}
