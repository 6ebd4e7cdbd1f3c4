import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from '../show/row-card.module.css'
import { useDelivery, useReloadWebhooks } from './webhook-queries.ts'
import { problemWords } from './webhook-words.ts'
import own from './webhooks.module.css'

type Named = { webhookId: string; canResend: boolean; onClose: () => void }

/** What was sent, and each answer. */
export function DeliverySheet({ deliveryId, ...rest }: Named & { deliveryId: number | null }) {
  const t = useWords('connections')
  const base = useWords('base')
  return (
    <Sheet
      opened={deliveryId !== null}
      onClose={rest.onClose}
      title={t('hookDelivery')}
      closeLabel={base('close')}
      wide
    >
      {deliveryId === null ? null : <Delivery deliveryId={deliveryId} {...rest} />}
    </Sheet>
  )
}

function Delivery({ deliveryId, webhookId, canResend, onClose }: Named & { deliveryId: number }) {
  const t = useWords('connections')
  const base = useWords('base')
  const reload = useReloadWebhooks()
  const [busy, setBusy] = useState(false)
  async function resend(): Promise<void> {
    setBusy(true)
    try {
      await call(consoleApi.webhooks.resend, { webhookId, deliveryId })
      showMessage('success', t('hookResent'))
      reload()
      onClose()
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Loaded
      query={useDelivery(deliveryId)}
      failed={base('loadFailed')}
      bones={<Bones count={3} height={56} />}
      bonesClass={css.stack}
    >
      {({ sentAs, body, log, nextAt, state }) => (
        <div className={css.stack}>
          <p className={own.address}>{sentAs}</p>
          {nextAt === null ? null : <p className={css.detail}>{t('hookNextAt', { at: recordText(nextAt) })}</p>}
          <pre className={own.code}>{pretty(body)}</pre>
          <h3 className={css.name}>{t('hookAnswers')}</h3>
          {log.length === 0 ? <p className={css.text}>{t('hookNoAnswers')}</p> : null}
          <ul>
            {log.map((tried) => (
              <Tried key={tried.at} {...tried} />
            ))}
          </ul>
          {canResend && (state === 'delivered' || state === 'given_up') ? (
            <ActionButton fill busy={busy} onClick={() => void resend()}>
              {t('hookResend')}
            </ActionButton>
          ) : null}
        </div>
      )}
    </Loaded>
  )
}

type TriedProps = { at: string; tookMs: number; status: number | null; problem: string | null; answer: string }

function Tried({ at, tookMs, status, problem, answer }: TriedProps) {
  const t = useWords('connections')
  const word = problem === null ? undefined : problemWords[problem]
  const said = status === null ? (word ? t(word) : (problem ?? '')) : String(status)
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p className={css.name}>{said}</p>
        <p className={css.detail}>
          {recordText(at)} · {t('hookTook', { ms: tookMs })}
        </p>
        {answer === '' ? null : <pre className={own.code}>{answer}</pre>}
      </div>
    </li>
  )
}

/** Lines for people; what is signed is the text as it was sent. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
