import type { ReactNode } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { type Row, Rows } from '../../../ui/components/rows.tsx'
import { useKnownInfo } from '../../state/known-info.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { useMoneyFailureText } from '../../words/money-failure-text.ts'
import { Folded, OutcomeSign } from '../paying/outcome-step.tsx'

type Props = {
  title: string
  text?: string
  rows?: readonly Row[]
  onClose: () => void
  /** Stands in place of what one has now, which is then behind a word. */
  children?: ReactNode
  /** What stands there has the button that the moment needs. */
  isWelcome?: boolean
}

/** Result of paying from the balance or moving money to it: what the user has now, and what is left. */
export function MoneyDone({ title, text = '', rows = [], onClose, children, isWelcome = false }: Props) {
  const t = useWords('buying')
  const amountText = useAmountText()
  const balanceFen = useKnownInfo((info) => info.balanceFen)
  const left = balanceFen === null ? [] : [{ name: t('balanceLeft'), value: amountText(balanceFen) }]
  const facts = <Rows rows={[...rows, ...left]} />
  return (
    <div className="gap3">
      <OutcomeSign tone="good" title={title} text={text} />
      {children}
      {children ? <Folded>{facts}</Folded> : facts}
      {isWelcome ? null : (
        <ActionButton fill tone={children ? 'quiet' : 'main'} onClick={onClose}>
          {t('done')}
        </ActionButton>
      )}
    </div>
  )
}

/** What went wrong, and whether money moved. */
export function MoneyFailure({ error }: { error: unknown }) {
  const failureText = useMoneyFailureText()
  return <Callout tone="bad">{failureText(error)}</Callout>
}
