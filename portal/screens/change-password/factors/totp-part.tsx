import { useState } from 'react'

import { api } from '../../../../contract/api.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Callout } from '../../../../ui/components/auth/callout.tsx'
import { Form } from '../../../../ui/components/form.tsx'
import { Mark } from '../../../../ui/components/list.tsx'
import { Sheet } from '../../../../ui/components/sheet.tsx'
import { StepRoom } from '../../../../ui/components/step-room.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../../ui/forms/use-submit.ts'
import { call } from '../../../../ui/http/client.ts'
import { OwnPassword } from '../../../features/account/own-password.tsx'
import { useWords } from '../../../words/language.ts'
import { type FactorState, useReloadFactors } from './factor-state.ts'
import css from './factors.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SheetStep } from './sheet-step.tsx'
import { TotpConfirm } from './totp-confirm.tsx'
import { TotpRemoveSheet } from './totp-remove-sheet.tsx'

const FEW_CODES = 3

export function TotpPart({ factors: { totp, recoveryCodesLeft } }: { factors: FactorState }) {
  const t = useWords('change-password')
  const [open, setOpen] = useState<'nothing' | 'setup' | 'remove'>('nothing')
  const close = () => setOpen('nothing')
  return (
    <section className={css.part}>
      <div className={css.head}>
        <h3 className={css.title}>{t('totpTitle')}</h3>
        <Mark tone={totp ? 'good' : 'quiet'}>{t(totp ? 'on' : 'off')}</Mark>
      </div>
      <p className={css.text}>{t('totpText')}</p>
      {totp ? <p className={css.text}>{t('codesLeft', { count: recoveryCodesLeft })}</p> : null}
      {totp && recoveryCodesLeft <= FEW_CODES ? <Callout tone="info">{t('codesFew')}</Callout> : null}
      <div className={css.action}>
        {totp ? (
          <ActionButton tone="dangerQuiet" onClick={() => setOpen('remove')}>
            {t('totpTurnOff')}
          </ActionButton>
        ) : (
          <ActionButton icon="shield" onClick={() => setOpen('setup')}>
            {t('totpTurnOn')}
          </ActionButton>
        )}
      </div>
      <TotpSetupSheet opened={open === 'setup'} onClose={close} />
      <TotpRemoveSheet opened={open === 'remove'} onClose={close} />
    </section>
  )
}

type Props = { onBegun: (begun: { secret: string; uri: string }) => void }

export function TotpOwner({ onBegun }: Props) {
  const t = useWords('change-password')
  const account = useWords('account')
  const form = useSubmit({
    rules: { passWord: { label: account('password'), required: true } },
    exact: ['passWord'],
    refusals: { 'auth.wrong_password': 'passWord' },
    send: async ({ passWord }) => onBegun(await call(api.factors.totpBegin, { passWord })),
  })
  return (
    <SheetStep step={1} title={t('setupOwner')}>
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <OwnPassword error={form.problems.passWord} />
        <ActionButton type="submit" fill busy={form.busy}>
          {t('next')}
        </ActionButton>
      </Form>
    </SheetStep>
  )
}

type Step =
  | { at: 'owner' }
  | { at: 'scan'; secret: string; uri: string }
  | { at: 'codes'; codes: readonly string[]; isKept: boolean }

/**
 * Password, code, recovery codes. The recovery codes are never shown again, so the sheet stays until they are saved.
 */
export function TotpSetupSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('change-password')
  const base = useWords('base')
  const reload = useReloadFactors()
  const [step, setStep] = useState<Step>({ at: 'owner' })

  function leave(): void {
    onClose()
    setStep({ at: 'owner' })
  }

  function close(): void {
    if (step.at === 'codes' && !step.isKept) return showMessage('info', t('codesFirst'))
    leave()
  }

  function finish(): void {
    leave()
    showMessage('success', t('turnedOn'))
  }

  return (
    <Sheet opened={opened} onClose={close} title={t('setupTitle')} closeLabel={base('close')}>
      <StepRoom step={step.at}>
        {step.at === 'owner' ? <TotpOwner onBegun={(begun) => setStep({ at: 'scan', ...begun })} /> : null}
        {step.at === 'scan' ? (
          <TotpConfirm
            secret={step.secret}
            uri={step.uri}
            onConfirmed={(codes) => {
              setStep({ at: 'codes', codes, isKept: false })
              void reload()
            }}
          />
        ) : null}
        {step.at === 'codes' ? (
          <RecoveryCodes codes={step.codes} onKept={() => setStep({ ...step, isKept: true })} onFinish={finish} />
        ) : null}
      </StepRoom>
    </Sheet>
  )
}
