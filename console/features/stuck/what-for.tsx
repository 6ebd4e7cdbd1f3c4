import type { StuckPayment } from '../../../contract/console/confirm.ts'
import { useWords } from '../../words/language.ts'
import { FactRows } from '../show/fact-rows.tsx'
import { Money } from '../show/money.tsx'

/** Whose money a person answers for, and by what: to hold beside the account that it came to. */
export function WhatFor({ row }: { row: StuckPayment }) {
  const t = useWords('stuck')
  const { userName, amountFen, provider, outTradeNo, number, reason } = row
  return (
    <FactRows
      rows={[
        { name: t('user'), value: userName ?? t('nobody') },
        { name: t(`provider.${provider}`), value: <Money fen={amountFen} /> },
        ...(outTradeNo === null ? [] : [{ name: t('order'), value: outTradeNo }]),
        ...(number === null ? [] : [{ name: t('number'), value: number }]),
        ...(reason === null ? [] : [{ name: t('reason'), value: reason }]),
      ]}
    />
  )
}
