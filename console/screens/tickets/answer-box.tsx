import { useState } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { StaffThread } from '../../../contract/console/tickets.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { Textarea } from '../../features/form/fields.tsx'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { BackAgain, useKeptWords } from '../../features/form/kept-words.tsx'
import items from '../../features/show/item-rows.module.css'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { Deeds } from './deeds.tsx'
import { type AnswerDraft, insertTemplate } from './insert-text.ts'
import { NoteSheet } from './note-sheet.tsx'
import { ReplyPictures } from './reply-pictures.tsx'
import { TemplateChips, useFill } from './template-chips.tsx'
import css from './ticket.module.css'
import { useDesk } from './use-desk.ts'

const EMPTY: AnswerDraft = { text: '' }
type Props = { ticket: StaffThread; onDone: () => Promise<void> }

/** The answer is kept in this browser until it is sent, over an ended session and a closed page. */
export function AnswerBox({ ticket, onDone }: Props) {
  const t = useWords('tickets')
  return (
    <div className={css.box}>
      {ticket.mergedInto !== null ? (
        <Link to={`/tickets/${ticket.mergedInto}`}>{t('mergedInto', { number: ticket.mergedInto })}</Link>
      ) : ticket.state === 'closed' ? (
        <p className={items.soft}>{t(ticket.closedBy === 'user' ? 'closedByUser' : 'closedNote')}</p>
      ) : (
        <Answer ticket={ticket} onDone={onDone} />
      )}
      <Others ticket={ticket} onDone={onDone} />
    </div>
  )
}

function Answer({ ticket, onDone }: Props) {
  const t = useWords('tickets')
  const { ticketId } = ticket
  const { data: desk } = useDesk(ticketId)
  const { draft, setDraft, isBack, isChanged, forget } = useKeptDraft(`ticket ${ticketId}`, EMPTY)
  const { busy, failure, run, room } = useRun()
  const intentKey = useIntentKey()
  const say = useKeptWords()
  const { text, pictures = [] } = draft
  const send = (closes: boolean) =>
    run(async () => {
      const wish = { ticketId, text, closes, pictures: pictures.map(({ pictureId }) => pictureId) }
      await call(consoleApi.tickets.answer, { ...wish, key: intentKey.of(wish) })
      intentKey.settle()
      forget()
      showMessage('success', t('sent'))
      await onDone()
    })
  const { filling, fill } = useFill(ticketId, (filled) => setDraft((before) => insertTemplate(before, filled)))
  const isEmpty = text.trim() === ''
  return (
    <EditRoom unsaved={isChanged} say={say} {...room}>
      {isBack && isChanged ? <BackAgain onClear={forget} /> : null}
      {desk ? <Deeds ticket={ticket} desk={desk} onDone={(templateId) => void fill(templateId)} /> : null}
      <TemplateChips done={desk?.done ?? []} busy={filling} onPick={(templateId) => void fill(templateId)} />
      <Textarea
        name="text"
        label={t('answerLabel')}
        placeholder={t('answerHint')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={limits.ticketTextMax}
        value={text}
        onChange={(event) => {
          const typed = event.currentTarget.value
          setDraft((before) => ({ text: typed, pictures: before.pictures ?? [] }))
        }}
      />
      <ReplyPictures pictures={pictures} onChange={(kept) => setDraft((before) => ({ ...before, pictures: kept }))} />
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      <div className={css.actions}>
        <ActionButton busy={busy} disabled={isEmpty} onClick={() => void send(false)}>
          {t('answer')}
        </ActionButton>
        <ActionButton tone="quiet" busy={busy} disabled={isEmpty} onClick={() => void send(true)}>
          {t('answerAndClose')}
        </ActionButton>
      </div>
    </EditRoom>
  )
}

/** What needs no words to the user: a note, closing, and handing over to the operator or back. */
function Others({ ticket: { ticketId, resellerId, holder, state }, onDone }: Props) {
  const t = useWords('tickets')
  const { busy, failure, run } = useRun()
  const [asked, setAsked] = useState(false)
  const [isNoting, setNoting] = useState(false)
  const to = holder === 'operator' ? 'reseller' : 'operator'
  const act = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work()
      await onDone()
    })
  const close = () => (asked ? act(() => call(consoleApi.tickets.close, { ticketId })) : setAsked(true))
  return (
    <div className={css.actions}>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      <ActionButton tone="quiet" onClick={() => setNoting(true)}>
        {t('note')}
      </ActionButton>
      {state === 'closed' ? null : (
        <ActionButton tone="quiet" busy={busy} onClick={close}>
          {t(asked ? 'closeSure' : 'close')}
        </ActionButton>
      )}
      {resellerId === 0 || state === 'closed' ? null : (
        <ActionButton
          tone="quiet"
          busy={busy}
          onClick={() => act(() => call(consoleApi.tickets.hand, { ticketId, to }))}
        >
          {t(to === 'operator' ? 'handOver' : 'handBack')}
        </ActionButton>
      )}
      {isNoting ? <NoteSheet ticketId={ticketId} onClose={() => setNoting(false)} onDone={onDone} /> : null}
    </div>
  )
}
