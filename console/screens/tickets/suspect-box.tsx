import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useRun } from '../../features/show/use-run.ts'
import { useTicketCounts } from '../../features/waiting/use-ticket-counts.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './ticket.module.css'

const { release, discard } = consoleApi.tickets

/** Nobody is told of held tickets, so the queue's head counts them. */
export function SuspectNote() {
  const t = useWords('tickets')
  const data = useTicketCounts()
  if (data.held === 0) return null
  return (
    <Callout tone="info">
      {t('heldNote', { count: data.held })} <Link to="/tickets?state=held">{t('heldShow')}</Link>
    </Callout>
  )
}

/** Read it, then say what it is. An answer releases it too. */
export function SuspectBox({ ticketId, onDone }: { ticketId: number; onDone: () => Promise<void> }) {
  const t = useWords('tickets')
  const { busy, failure, run } = useRun()
  const act = (route: typeof release | typeof discard) =>
    void run(async () => {
      await call(route, { ticketId })
      await onDone()
    })
  return (
    <div className={css.box}>
      <Callout tone="info">{t('heldText')}</Callout>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      <div className={css.actions}>
        <ActionButton busy={busy} onClick={() => act(release)}>
          {t('heldRelease')}
        </ActionButton>
        <ActionButton tone="quiet" busy={busy} onClick={() => act(discard)}>
          {t('heldDiscard')}
        </ActionButton>
      </div>
    </div>
  )
}
