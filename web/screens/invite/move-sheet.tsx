import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Form } from '../../components/form.tsx'
import { MoneyDone } from '../../components/money/money-done.tsx'
import { Sheet } from '../../components/sheet.tsx'
import type { IntentKey } from '../../forms/use-intent-key.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { call } from '../../http/client.ts'
import { useAmountText } from '../../locales/amount-text.ts'
import { useWords } from '../../locales/language.ts'
import { useMoneyFailureText } from '../../locales/money-failure-text.ts'
import { readYuan } from '../../paying/read-yuan.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { AMOUNT_SHAPE, AmountField } from './amount-field.tsx'
import { INVITE_KEY } from './invite-data.ts'
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
      amount: {
        label: t('amount').toLowerCase(),
        required: true,
        type: 'number',
        min: 0.01,
        max: confirmedFen / 100,
        pattern: AMOUNT_SHAPE,
      },
    },
    refusals: { 'commission.short': 'amount' },
    explain,
    send: async ({ amount }) => {
      const amountFen = readYuan(amount) ?? 0
      await call(api.invites.toBalance, { amountFen, key: intentKey.of({ amountFen }) })
      intentKey.settle()
      await Promise.all([queries.invalidateQueries({ queryKey: INVITE_KEY }), loadUserInfo({ fresh: true })])
      setMovedFen(amountFen)
    },
  })
  if (movedFen !== null) {
    return <MoneyDone title={t('moved', { amount: amountText(movedFen) })} onClose={onClose} />
  }
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      <p className={css.note}>{t('moveText', { amount: amountText(confirmedFen) })}</p>
      <AmountField maxFen={confirmedFen} error={form.problems.amount} />
      <ActionButton type="submit" fill busy={form.busy}>
        {t('moveNow')}
      </ActionButton>
    </Form>
  )
}
