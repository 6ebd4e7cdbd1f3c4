import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { StaffThread, TicketDesk } from '../../../contract/console/tickets.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { moneyText } from '../../features/show/money.tsx'
import { AskedAction } from '../../features/user/asked-action.tsx'
import { GiveSheet } from '../../features/user/give-sheet.tsx'
import { useReloadUser } from '../../features/user/use-user.ts'
import { call } from '../../session/call.ts'
import { useMay, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { answerOf, type DeedName, deedsFor } from './deeds-for.ts'
import css from './desk.module.css'

const ONE_DAY = { kind: 'days', days: 1 } as const

type Props = {
  ticket: Pick<StaffThread, 'category'>
  desk: TicketDesk
  /** Offers the answer that says what was done. */
  onDone: (templateId: string) => void
}

/** First help, then answer: two or three deeds that fit the question, each one tap away. */
export function Deeds({ ticket, desk, onDone }: Props) {
  const t = useWords('tickets')
  const { user, payments } = desk
  const may = useMay()
  const isOperator = useSession().scope === 'platform'
  const [opened, setOpened] = useState<DeedName | null>(null)
  const { busy, ask } = useAsking(user.id, onDone)
  const shown = deedsFor(ticket.category, desk, { may, isOperator })
  const [last] = payments
  if (shown.length === 0) return null
  const close = () => setOpened(null)
  const asked = opened === 'moveLine' || opened === 'resetFeed' || opened === 'resetCode' ? opened : null
  return (
    <div className={css.chips} role="group" aria-label={t('deeds')}>
      {shown.map((name) => (
        <button
          key={name}
          type="button"
          className={css.deed}
          disabled={busy}
          onClick={() => (name === 'ask' ? void ask(last!.paymentId) : setOpened(name))}
        >
          {name === 'ask' ? t('deed_ask', { amount: moneyText(last!.amountFen) }) : t(`deed_${name}`)}
        </button>
      ))}
      <AskedAction
        name={asked}
        user={user}
        onClose={close}
        onDone={() => {
          if (asked !== null && asked !== 'resetCode') onDone(answerOf[asked])
        }}
      />
      <GiveSheet
        user={user}
        opened={opened === 'giveDay'}
        first={ONE_DAY}
        onClose={close}
        onDone={() => onDone(answerOf.giveDay)}
      />
    </div>
  )
}

/** What the gateway says of the last payment decides which answer is true. */
function useAsking(accountId: number, onDone: (templateId: string) => void) {
  const t = useWords('tickets')
  const reload = useReloadUser(accountId)
  const [busy, setBusy] = useState(false)
  async function ask(paymentId: string): Promise<void> {
    setBusy(true)
    try {
      const { state, found } = await call(consoleApi.payments.ask, { paymentId })
      await reload()
      if (state === 'paid') onDone('paid')
      else if (found === 'open' || found === 'closed') onDone('asked')
      else showMessage('info', t(found === 'soon' ? 'askedSoon' : 'askedUnsaid'))
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, ask }
}
