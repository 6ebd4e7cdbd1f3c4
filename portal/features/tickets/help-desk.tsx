import { useState } from 'react'

import type { TicketItem } from '../../../contract/tickets.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useHasMail } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import { NewTicket } from './new-ticket.tsx'
import { Thread } from './thread.tsx'
import { categoryWords, stateLooks } from './ticket-looks.ts'
import css from './tickets.module.css'
import { useTickets } from './use-tickets.ts'

type Step = 'list' | 'new' | number

/** The list, a new ticket, or one thread. `isDead`: begins with a ticket that says so already. */
export default function HelpDesk({ isDead = false }: { isDead?: boolean }) {
  const t = useWords('tickets')
  const [step, setStep] = useState<Step>(isDead ? 'new' : 'list')
  return (
    <StepRoom step={String(step)}>
      {step === 'list' ? (
        <TicketList onOpen={setStep} onNew={() => setStep('new')} />
      ) : (
        <>
          <button type="button" className={css.back} onClick={() => setStep('list')}>
            <span className={css.turned}>
              <Icon name="chevron" size={18} />
            </span>
            {t('back')}
          </button>
          {step === 'new' ? <NewTicket isDead={isDead} onSent={setStep} /> : <Thread ticketId={step} />}
        </>
      )}
    </StepRoom>
  )
}

function TicketList({ onOpen, onNew }: { onOpen: (ticketId: number) => void; onNew: () => void }) {
  const t = useWords('tickets')
  const hasMail = useHasMail()
  const isMailed = useKnownInfo((info) => info.emailVerified) === true && hasMail
  return (
    <div className="gap4">
      <ActionButton fill icon="plus" onClick={onNew}>
        {t('newTicket')}
      </ActionButton>
      <PagedList
        query={useTickets()}
        failed={t('listFailed')}
        bones={{ count: 3, height: 60 }}
        empty={
          <EmptyPart topic="notice" title={t('noTickets')} text={t(isMailed ? 'noTicketsText' : 'noTicketsBell')} />
        }
        more={t('moreTickets')}
      >
        {(items) => (
          <ul>
            {items.map((ticket) => (
              <li key={ticket.ticketId} className={css.item}>
                <Row ticket={ticket} onOpen={() => onOpen(ticket.ticketId)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

function Row({ ticket, onOpen }: { ticket: TicketItem; onOpen: () => void }) {
  const t = useWords('tickets')
  const { tone, word } = stateLooks[ticket.state]
  return (
    <button type="button" className={css.row} onClick={onOpen}>
      <span className={css.title}>{ticket.title}</span>
      <span className={css.under}>
        <StateWord tone={tone}>{t(word)}</StateWord>
        <span className={css.faint}>
          {`#${ticket.ticketId} · ${t(categoryWords[ticket.category])} · ${recordText(ticket.lastAt)}`}
        </span>
      </span>
    </button>
  )
}
