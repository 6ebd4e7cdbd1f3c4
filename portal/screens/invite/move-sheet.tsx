import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import type { IntentKey } from '../../../ui/forms/use-intent-key.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { call } from '../../../ui/http/client.ts'
import { MoneyDone } from '../../features/buying/money-done.tsx'
import { amountRule, readYuan } from '../../features/paying/amounts.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { useMoneyFailureText } from '../../words/money-failure-text.ts'
import { AmountField } from './amount-field.tsx'
import css from './invite.module.css'

type Props = { opened: boolean; onClose: () => void; confirmedFen: number; intentKey: IntentKey }

export function MoveSheet({ opened, onClose, ...rest }: Props) {
  const t = useWords('invite')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('move')} closeLabel={base('close')}>
      <MoveForm onClose={onClose} {...rest} />
    </Sheet>
  )
}

function MoveForm({ onClose, confirmedFen, intentKey }: Omit<Props, 'opened'>) {
  const t = useWords('invite')
  const amountText = useAmountText()
  const queries = useQueryClient()
  const explain = useMoneyFailureText()
  const [movedFen, setMovedFen] = useState<number | null>(null)
  const form = useSubmit({
    rules: {
      amount: amountRule({ label: t('amount'), minFen: 1, maxFen: confirmedFen }),
    },
    refusals: { 'commission.short': 'amount' },
    explain,
    send: async ({ amount }) => {
      const amountFen = readYuan(amount) ?? 0
      await call(api.invites.toBalance, { amountFen, key: intentKey.of({ amountFen }) })
      intentKey.settle()
      await refreshAccount(queries)
      setMovedFen(amountFen)
    },
  })
  return (
    <StepRoom step={movedFen === null ? 'form' : 'done'}>
      {movedFen === null ? (
        <Form onSubmit={form.onSubmit} failure={form.failure}>
          <p className={css.note}>{t('moveText', { amount: amountText(confirmedFen) })}</p>
          <AmountField maxFen={confirmedFen} error={form.problems.amount} />
          <ActionButton type="submit" fill busy={form.busy}>
            {t('moveNow')}
          </ActionButton>
        </Form>
      ) : (
        <MoneyDone title={t('moved', { amount: amountText(movedFen) })} onClose={onClose} />
      )}
    </StepRoom>
  )
}
