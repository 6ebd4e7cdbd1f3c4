import { useState } from 'react'

import { Sheet } from '../../../../ui/components/sheet.tsx'
import { StepRoom } from '../../../../ui/components/step-room.tsx'
import { useWords } from '../../../words/language.ts'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { useReloadFactors } from './factor-state.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpConfirm } from './totp-confirm.tsx'
import { TotpOwner } from './totp-owner.tsx'

type Step =
  | { at: 'owner' }
  | { at: 'scan'; secret: string; uri: string }
  | { at: 'codes'; codes: readonly string[]; isKept: boolean }

/** Password, code, recovery codes. The last are never shown again, so the sheet stays until they are kept. */
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
