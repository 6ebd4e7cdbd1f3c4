import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { StaffMessage, StaffThread, TicketNote } from '../../../contract/console/tickets.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { SentPictures } from '../../../ui/components/sent-pictures.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { useTitle } from '../../features/screen/screen-title.ts'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { AnswerBox } from './answer-box.tsx'
import { AssignPart } from './assign-part.tsx'
import { MergePart } from './merge-part.tsx'
import { LatelyPart, NowPart } from './now-part.tsx'
import { SuspectBox } from './suspect-box.tsx'
import { TicketFactRows } from './ticket-facts.tsx'
import { TicketState } from './ticket-looks.tsx'
import css from './ticket.module.css'
import { useDesk } from './use-desk.ts'
import { UserPart } from './user-part.tsx'

const { show, list, picture, counts } = consoleApi.tickets

/** One thread with the user's facts beside it. */
export default function TicketScreen() {
  const t = useWords('tickets')
  const ticketId = Number(useParams()['id'])
  useTitle(t('ticketTitle', { number: ticketId }))
  const client = useQueryClient()
  const query = useQuery({ queryKey: [show.path, ticketId], queryFn: () => call(show, { ticketId }) })
  const again = async () => {
    await client.invalidateQueries({ queryKey: [show.path, ticketId] })
    void client.invalidateQueries({ queryKey: [list.path] })
    void client.invalidateQueries({ queryKey: [counts.path] })
  }
  return (
    <div className="gap3">
      <Link className={items.back} to="/tickets">
        ‹ {t('back')}
      </Link>
      <Loaded query={query} failed={t('failed')} card="" bones={<Bones count={3} height={120} />}>
        {(ticket) => (
          <div className={css.page}>
            <div className={css.thread}>
              <div className={css.said}>
                <Thread ticket={ticket} />
              </div>
              {ticket.isHeld && ticket.state !== 'closed' ? <SuspectBox ticketId={ticketId} onDone={again} /> : null}
              <AnswerBox ticket={ticket} onDone={again} />
            </div>
            <div className={css.side}>
              <Now ticketId={ticketId} />
              <Side ticket={ticket} onDone={again} />
            </div>
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** The latest messages, and on request those before them. */
function Thread({ ticket }: { ticket: StaffThread }) {
  const t = useWords('tickets')
  const [earlier, setEarlier] = useState<Pick<StaffThread, 'messages' | 'notes' | 'hasEarlier'>>({
    messages: [],
    notes: [],
    hasEarlier: ticket.hasEarlier,
  })
  const { busy, failure, run } = useRun()
  const messages = [...earlier.messages, ...ticket.messages]
  const before = messages[0]?.messageId
  const load = () =>
    run(async () => {
      const page = await call(show, { ticketId: ticket.ticketId, ...(before === undefined ? {} : { before }) })
      setEarlier({
        messages: [...page.messages, ...earlier.messages],
        notes: [...page.notes, ...earlier.notes],
        hasEarlier: page.hasEarlier,
      })
    })
  return (
    <>
      {earlier.hasEarlier ? (
        <ActionButton tone="quiet" busy={busy} onClick={() => void load()}>
          {failure ?? t('earlier')}
        </ActionButton>
      ) : null}
      <Messages ticket={ticket} messages={messages} notes={[...earlier.notes, ...ticket.notes]} />
    </>
  )
}

/** Messages and notes in the order in which they were written. */
function Messages({ ticket, messages, notes }: { ticket: StaffThread } & Pick<StaffThread, 'messages' | 'notes'>) {
  const said = [...messages, ...notes].toSorted((one, other) => one.at.localeCompare(other.at))
  return (
    <ol className={css.messages}>
      {said.map((one) =>
        'noteId' in one ? (
          <NoteItem key={`note ${one.noteId}`} note={one} />
        ) : (
          <MessageItem key={one.messageId} ticket={ticket} message={one} />
        ),
      )}
    </ol>
  )
}

function NoteItem({ note: { side, member, body, at } }: { note: TicketNote }) {
  const t = useWords('tickets')
  return (
    <li className={css.message} data-by="note">
      <p className={css.who}>
        {t('noteOf', { side: t(side) })} · {member ?? t('gone')} · {recordText(at)}
      </p>
      <p className={css.body}>{body}</p>
    </li>
  )
}

function MessageItem({ ticket, message }: { ticket: StaffThread; message: StaffMessage }) {
  const t = useWords('tickets')
  const base = useWords('base')
  const { by, member, body, at, pictures } = message
  const { ticketId } = ticket
  const words = {
    name: (number: number) => t('picture', { number }),
    failed: t('pictureFailed'),
    close: base('close'),
  }
  return (
    <li className={css.message} data-by={by}>
      <p className={css.who}>
        {by === 'user' ? ticket.user.userName : (member ?? t('gone'))} · {recordText(at)}
      </p>
      <p className={css.body}>{body}</p>
      <SentPictures pictures={pictures} load={(pictureId) => call(picture, { ticketId, pictureId })} words={words} />
    </li>
  )
}

/** The user as it is now; on a phone between what was said and the answer. */
function Now({ ticketId }: { ticketId: number }) {
  const { data: desk } = useDesk(ticketId)
  return desk ? (
    <>
      <div className={css.now}>
        <NowPart desk={desk} />
      </div>
      <LatelyPart desk={desk} />
    </>
  ) : null
}

function Side({ ticket, onDone }: { ticket: StaffThread; onDone: () => Promise<void> }) {
  const t = useWords('tickets')
  const may = useMay()
  const { user, facts, rating, ratingWord } = ticket
  return (
    <>
      <Section title={user.userName} end={<TicketState ticket={ticket} />}>
        <p className={items.soft}>
          {t(ticket.category)} · {recordText(ticket.createdAt)}
        </p>
        {rating === null ? null : (
          <p className={items.soft}>
            {t(rating)}
            {ratingWord === null ? '' : ` · ${ratingWord}`}
          </p>
        )}
        <AssignPart ticket={ticket} onDone={onDone} />
        <UserPart ticket={ticket} />
        {may('users.read') ? (
          <Link className={items.touch} to={`/users/${user.accountId}`}>
            {t('toUser')}
          </Link>
        ) : null}
      </Section>
      {facts ? (
        <Section title={t('facts')} text={t('factsText')}>
          <TicketFactRows facts={facts} />
        </Section>
      ) : null}
      <MergePart ticket={ticket} onDone={onDone} />
    </>
  )
}
