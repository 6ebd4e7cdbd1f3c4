import type { TicketItem } from '../../../contract/tickets.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { BackPress, StepRoom } from '../../../ui/components/step-room.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useHasMail } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import { NewTicket } from './new-ticket.tsx'
import { Thread } from './thread.tsx'
import { categoryWords, stateLooks } from './ticket-looks.ts'
import { useTickets } from './use-tickets.ts'

export type DeskStep = 'list' | 'dead' | 'new' | number
type Props = {
  step: DeskStep
  /** The ticket that is open beside the list. */
  chosen?: number | null
  onStep: (step: DeskStep) => void
  /** Leads to the list; without it the list stands beside. */
  onBack?: (() => void) | undefined
}

/** The list, a new ticket, or one thread. */
export default function HelpDesk({ step, chosen = null, onStep, onBack }: Props) {
  const t = useWords('tickets')
  return (
    <StepRoom step={String(step)}>
      {typeof step === 'number' && onBack ? <BackPress onPress={onBack}>{t('back')}</BackPress> : null}
      {step === 'list' ? <TicketList chosen={chosen} onOpen={onStep} /> : null}
      {typeof step === 'number' ? <Thread key={step} ticketId={step} /> : null}
      {step === 'new' || step === 'dead' ? <NewTicket key={step} isDead={step === 'dead'} onSent={onStep} /> : null}
    </StepRoom>
  )
}

function TicketList({ chosen, onOpen }: { chosen: number | null; onOpen: (ticketId: number) => void }) {
  const t = useWords('tickets')
  const hasMail = useHasMail()
  const isMailed = useKnownInfo((info) => info.emailVerified) === true && hasMail
  return (
    <PagedList
      query={useTickets()}
      failed={t('listFailed')}
      bones={{ count: 3, height: 60 }}
      empty={<EmptyPart topic="notice" title={t('noTickets')} text={t(isMailed ? 'noTicketsText' : 'noTicketsBell')} />}
      more={t('moreTickets')}
    >
      {(items) => (
        <List>
          {items.map((ticket) => (
            <TicketRow
              key={ticket.ticketId}
              ticket={ticket}
              isChosen={ticket.ticketId === chosen}
              onOpen={() => onOpen(ticket.ticketId)}
            />
          ))}
        </List>
      )}
    </PagedList>
  )
}

type RowProps = { ticket: TicketItem; isChosen: boolean; onOpen: () => void }

function TicketRow({ ticket, isChosen, onOpen }: RowProps) {
  const t = useWords('tickets')
  const { tone, word } = stateLooks[ticket.state]
  return (
    <ListRow
      sign="mail"
      name={ticket.title}
      mark={<StateWord tone={tone}>{t(word)}</StateWord>}
      about={`#${ticket.ticketId} · ${t(categoryWords[ticket.category])} · ${recordText(ticket.lastAt)}`}
      isChosen={isChosen}
      onPress={onOpen}
    />
  )
}
