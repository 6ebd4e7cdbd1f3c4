import { useState } from 'react'

import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { Price } from '../../features/buying/pay-by.tsx'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import type { InviteSummary } from './invite-data.ts'
import css from './invite.module.css'
import { MoveSheet } from './move-sheet.tsx'
import { WithdrawSheet } from './withdraw-sheet.tsx'

const DAY_MS = 86_400_000

export function CommissionCard({ summary }: { summary: InviteSummary }) {
  const t = useWords('invite')
  const amountText = useAmountText()
  const [open, setOpen] = useState<'move' | 'withdraw' | null>(null)
  // Here and not in the sheets: closing one after a lost answer and retrying must keep the same key.
  const moveKey = useIntentKey()
  const withdrawKey = useIntentKey()
  const { confirmedFen, withdrawableFen, pendingFen, heldFen, usedFen, withdrawMinFen } = summary
  const close = () => setOpen(null)
  return (
    <Card title={t('confirmed')}>
      <p className={css.figure}>
        <Price fen={confirmedFen} size="l" />
      </p>
      <p className={css.note}>
        {t('confirmedText', { days: limits.commissionConfirmMs / DAY_MS, ripe: limits.payoutMarginMs / DAY_MS })}
      </p>
      <div className={css.rows}>
        <Rows
          rows={[
            { name: t('withdrawable'), value: amountText(withdrawableFen) },
            { name: t('pending'), value: amountText(pendingFen) },
            { name: t('held'), value: amountText(heldFen) },
            { name: t('used'), value: amountText(usedFen) },
          ]}
        />
      </div>
      {confirmedFen === 0 ? null : (
        <div className={css.actions}>
          <ActionButton fill tone="quiet" onClick={() => setOpen('move')}>
            {t('move')}
          </ActionButton>
          {withdrawableFen < withdrawMinFen ? null : (
            <ActionButton fill tone="quiet" onClick={() => setOpen('withdraw')}>
              {t('withdraw')}
            </ActionButton>
          )}
        </div>
      )}
      {withdrawableFen < withdrawMinFen ? (
        <p className={css.note}>{t('withdrawFrom', { amount: amountText(withdrawMinFen) })}</p>
      ) : null}
      <MoveSheet opened={open === 'move'} onClose={close} confirmedFen={confirmedFen} intentKey={moveKey} />
      <WithdrawSheet opened={open === 'withdraw'} onClose={close} summary={summary} intentKey={withdrawKey} />
    </Card>
  )
}
