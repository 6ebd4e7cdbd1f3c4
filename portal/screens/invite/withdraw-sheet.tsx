import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { OutcomeSign } from '../../features/paying/outcome-step.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import type { IntentKey } from '../../../ui/forms/use-intent-key.ts'
import { useWords } from '../../words/language.ts'
import type { InviteSummary } from './invite-data.ts'
import { WithdrawForm } from './withdraw-form.tsx'

type Props = { opened: boolean; onClose: () => void; summary: InviteSummary; intentKey: IntentKey }

export function WithdrawSheet({ opened, onClose, ...rest }: Props) {
  const t = useWords('invite')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('withdraw')} closeLabel={base('close')}>
      <Withdraw onClose={onClose} {...rest} />
    </Sheet>
  )
}

function Withdraw({ onClose, summary, intentKey }: Omit<Props, 'opened'>) {
  const t = useWords('invite')
  const [isAsked, setAsked] = useState(false)
  return (
    <StepRoom step={isAsked ? 'done' : 'form'}>
      {isAsked ? (
        <div className="gap4">
          <OutcomeSign tone="good" title={t('asked')} text={t('askedText', { days: summary.withdrawDays })} />
          <ActionButton fill onClick={onClose}>
            {t('done')}
          </ActionButton>
        </div>
      ) : (
        <WithdrawForm summary={summary} intentKey={intentKey} onAsked={() => setAsked(true)} />
      )}
    </StepRoom>
  )
}
