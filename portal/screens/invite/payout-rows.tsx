import { formatFen } from '../../../contract/money.ts'
import { Rows } from '../../../ui/components/rows.tsx'
import { useWords } from '../../words/language.ts'
import type { InviteSummary } from './invite-data.ts'

type Props = { summary: InviteSummary; amountFen: number | null }

/** What will arrive, and when; follows the amount while it is typed. In yuan, because it leaves the portal. */
export function PayoutRows({ summary: { withdrawFeeFen, withdrawDays }, amountFen }: Props) {
  const t = useWords('invite')
  const arrivesFen = amountFen === null ? null : amountFen - withdrawFeeFen
  return (
    <Rows
      rows={[
        { name: t('fee'), value: withdrawFeeFen === 0 ? t('noFee') : `¥${formatFen(withdrawFeeFen)}` },
        { name: t('arrives'), value: arrivesFen === null || arrivesFen < 0 ? '–' : `¥${formatFen(arrivesFen)}` },
        { name: t('when'), value: t('withinDays', { days: withdrawDays }) },
      ]}
    />
  )
}
