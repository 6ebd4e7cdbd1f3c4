import { Textarea } from '@mantine/core'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { TicketMessage, TicketThread } from '../../../contract/tickets.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { SentPictures } from '../../../ui/components/sent-pictures.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { call } from '../../../ui/http/client.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { FactRows } from './fact-rows.tsx'
import { PicturePicker } from './picture-picker.tsx'
import { stateLooks } from './ticket-looks.ts'
import css from './tickets.module.css'
import { usePictures } from './use-pictures.ts'
import { useRefreshTickets, useThread } from './use-tickets.ts'

export function Thread({ ticketId }: { ticketId: number }) {
  const t = useWords('tickets')
  const query = useThread(ticketId)
  return (
    <Loaded query={query} failed={t('threadFailed')} bones={<Bones count={3} height={60} />} bonesClass="gap2">
      {({ pages }) => {
        const [ticket] = pages
        if (!ticket) return null
        const { tone, word } = stateLooks[ticket.state]
        return (
          <div className="gap4">
            <p className={css.under}>
              <StateWord tone={tone}>{t(word)}</StateWord>
              <span className="faint">{`#${ticketId}`}</span>
            </p>
            {query.hasNextPage ? (
              <ActionButton
                tone="quiet"
                fill
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('earlier')}
              </ActionButton>
            ) : null}
            <Messages ticketId={ticketId} messages={pages.toReversed().flatMap(({ messages }) => messages)} />
            {ticket.facts ? (
              <details className={css.facts}>
                <summary className={css.factsTitle}>{t('factsSent')}</summary>
                <FactRows facts={ticket.facts} />
              </details>
            ) : null}
            <Answer key={ticket.state} ticket={ticket} />
          </div>
        )
      }}
    </Loaded>
  )
}

function Messages({ ticketId, messages }: { ticketId: number; messages: readonly TicketMessage[] }) {
  const t = useWords('tickets')
  const base = useWords('base')
  const words = {
    name: (number: number) => t('picture', { number }),
    failed: t('pictureFailed'),
    close: base('close'),
  }
  return (
    <ol className={css.messages}>
      {messages.map(({ messageId, by, body, at, pictures }) => (
        <li key={messageId} className={css.message} data-by={by}>
          <p className="faint">{`${t(by === 'user' ? 'me' : 'support')} · ${recordText(at)}`}</p>
          <p className={css.body}>{body}</p>
          <SentPictures
            pictures={pictures}
            load={(pictureId) => call(api.tickets.picture, { ticketId, pictureId })}
            words={words}
          />
        </li>
      ))}
    </ol>
  )
}

/** What the user can do next: write on and close, or rate and open again. */
function Answer({ ticket }: { ticket: TicketThread }) {
  const t = useWords('tickets')
  const { ticketId, reopenUntil } = ticket
  const { busy, run } = useRun()
  if (ticket.state !== 'closed') {
    return (
      <>
        <Writing
          label={t('reply')}
          action={t('send')}
          send={(wish) => call(api.tickets.write, { ticketId, ...wish })}
        />
        <ActionButton
          tone="quiet"
          fill
          busy={busy}
          onClick={() => void run(() => call(api.tickets.close, { ticketId }))}
        >
          {t('solved')}
        </ActionButton>
      </>
    )
  }
  return (
    <>
      <Rate ticket={ticket} />
      {reopenUntil === null ? (
        <p className="soft">{t('closedFor')}</p>
      ) : (
        <Writing
          label={t('reopenReason')}
          action={t('reopen')}
          isQuiet
          send={(wish) => call(api.tickets.reopen, { ticketId, ...wish })}
        />
      )}
    </>
  )
}

function Rate({ ticket: { ticketId, canRate, rating } }: { ticket: TicketThread }) {
  const t = useWords('tickets')
  const { busy, run } = useRun()
  if (rating !== null) return <p className="soft">{t('rated')}</p>
  if (!canRate) return null
  const rate = (value: 'good' | 'bad') => void run(() => call(api.tickets.rate, { ticketId, rating: value }))
  return (
    <div className={css.rate}>
      <p>{t('rateAsk')}</p>
      <ActionButton tone="quiet" busy={busy} onClick={() => rate('good')}>
        {t('rateGood')}
      </ActionButton>
      <ActionButton tone="quiet" busy={busy} onClick={() => rate('bad')}>
        {t('rateBad')}
      </ActionButton>
    </div>
  )
}

/** Does one thing and shows what became of the ticket. */
function useRun() {
  const refresh = useRefreshTickets()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      showMessage('error', failureText(error))
      return false
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  return { busy, run }
}

type WritingProps = {
  label: string
  action: string
  isQuiet?: boolean
  send: (wish: { text: string; pictures?: string[]; key: string }) => Promise<unknown>
}

function Writing({ label, action, isQuiet = false, send }: WritingProps) {
  const t = useWords('tickets')
  const { busy, run } = useRun()
  const intentKey = useIntentKey()
  const pictures = usePictures()
  const [text, setText] = useState('')
  const isTooLong = [...text].length > limits.ticketTextMax
  const submit = async () => {
    const sendAll = () => pictures.sendWith((sent) => send({ text, ...sent, key: intentKey.of({ text, ...sent }) }))
    if (!(await run(sendAll))) return
    intentKey.settle()
    setText('')
    pictures.clear()
  }
  return (
    <div className="gap2">
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={isTooLong ? t('tooLong', { count: limits.ticketTextMax }) : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PicturePicker pictures={pictures} />
      <ActionButton
        fill
        tone={isQuiet ? 'quiet' : 'main'}
        busy={busy}
        disabled={text.trim() === '' || isTooLong || pictures.isReading}
        onClick={() => void submit()}
      >
        {action}
      </ActionButton>
    </div>
  )
}
