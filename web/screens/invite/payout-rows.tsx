import { Rows } from '../../components/rows.tsx'
import { useAmountText } from '../../locales/amount-text.ts'
import { useWords } from '../../locales/language.ts'
import type { InviteSummary } from './invite-data.ts'

type Props = { summary: InviteSummary; amountFen: number | null }

/** What will arrive, and when; it follows the amount while that is typed. */
export function PayoutRows({ summary: { withdrawFeeFen, withdrawDays }, amountFen }: Props) {
  const t = useWords('invite')
  const amountText = useAmountText()
  const arrivesFen = amountFen === null ? null : amountFen - withdrawFeeFen
  return (
    <Rows
      rows={[
        { name: t('fee'), value: withdrawFeeFen === 0 ? t('noFee') : amountText(withdrawFeeFen) },
        { name: t('arrives'), value: arrivesFen === null || arrivesFen < 0 ? '–' : amountText(arrivesFen) },
        { name: t('when'), value: t('withinDays', { days: withdrawDays }) },
      ]}
    />
  )
}
