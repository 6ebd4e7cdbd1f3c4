import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { WebhookRow } from '../../../contract/console/webhooks.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import css from '../show/row-card.module.css'
import { Tag } from '../show/tag.tsx'
import { RotateSheet } from './rotate-sheet.tsx'
import { WebhookFormSheet } from './webhook-form-sheet.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { useReloadWebhooks } from './webhook-queries.ts'
import { eventWords } from './webhook-words.ts'
import own from './webhooks.module.css'

type Props = { webhook: WebhookRow | null; canChange: boolean; onClose: () => void }

export function WebhookSheet({ webhook, canChange, onClose }: Props) {
  const base = useWords('base')
  return (
    <Sheet opened={webhook !== null} onClose={onClose} title={webhook?.name ?? ''} closeLabel={base('close')} wide>
      {webhook === null ? null : <Webhook webhook={webhook} canChange={canChange} onClose={onClose} />}
    </Sheet>
  )
}

function Webhook({ webhook, canChange, onClose }: Props & { webhook: WebhookRow }) {
  const t = useWords('connections')
  const { url, events, oldUntil } = webhook
  return (
    <div className={css.stack}>
      <p className={own.address}>{url}</p>
      <p className={css.tags}>
        {events.map((event) => (
          <Tag key={event}>{t(eventWords[event])}</Tag>
        ))}
      </p>
      <Trouble webhook={webhook} />
      {oldUntil === null ? null : <p className={css.detail}>{t('hookOldUntil', { until: recordText(oldUntil) })}</p>}
      {canChange ? <Presses webhook={webhook} onClose={onClose} /> : null}
      <WebhookLog webhook={webhook} canChange={canChange} />
    </div>
  )
}

function Trouble({ webhook: { state, failingSince } }: { webhook: WebhookRow }) {
  const t = useWords('connections')
  if (state === 'gone') return <Callout tone="bad">{t('hookGoneText')}</Callout>
  if (state === 'given_up') return <Callout tone="bad">{t('hookGivenUpText')}</Callout>
  if (state !== 'failing' || failingSince === null) return null
  return <Callout tone="bad">{t('hookFailingText', { since: recordText(failingSince) })}</Callout>
}

type Question = 'change' | 'rotate' | 'remove' | 'off' | null

function Presses({ webhook, onClose }: { webhook: WebhookRow; onClose: () => void }) {
  const t = useWords('connections')
  const reload = useReloadWebhooks()
  const [asked, setAsked] = useState<Question>(null)
  const [busy, setBusy] = useState(false)
  const { webhookId, state } = webhook
  const isOn = state === 'on' || state === 'failing'
  const close = () => setAsked(null)
  async function go(act: () => Promise<unknown>, said: string): Promise<void> {
    setBusy(true)
    try {
      await act()
      showMessage('success', said)
      reload()
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const test = () => go(() => call(consoleApi.webhooks.test, { webhookId }), t('hookTested'))
  const turn = (on: boolean) => call(consoleApi.webhooks.switch, { webhookId, on })
  return (
    <div className={css.presses}>
      {isOn ? (
        <ActionButton tone="quiet" busy={busy} onClick={() => void test()}>
          {t('hookTest')}
        </ActionButton>
      ) : (
        <ActionButton tone="quiet" busy={busy} onClick={() => void go(() => turn(true), t('hookTurnedOn'))}>
          {t('hookTurnOn')}
        </ActionButton>
      )}
      <ActionButton tone="quiet" onClick={() => setAsked('change')}>
        {t('hookChange')}
      </ActionButton>
      <ActionButton tone="quiet" onClick={() => setAsked('rotate')}>
        {t('hookRotate')}
      </ActionButton>
      {isOn ? (
        <ActionButton tone="quiet" onClick={() => setAsked('off')}>
          {t('hookTurnOff')}
        </ActionButton>
      ) : null}
      <ActionButton tone="dangerQuiet" onClick={() => setAsked('remove')}>
        {t('hookRemove')}
      </ActionButton>
      <Questions webhook={webhook} asked={asked} turnOff={() => turn(false)} onAnswered={close} onRemoved={onClose} />
    </div>
  )
}

type QuestionsProps = {
  webhook: WebhookRow
  asked: Question
  turnOff: () => Promise<unknown>
  onAnswered: () => void
  onRemoved: () => void
}

/** What each press asks before it happens. */
function Questions({ webhook, asked, turnOff, onAnswered, onRemoved }: QuestionsProps) {
  const t = useWords('connections')
  const reload = useReloadWebhooks()
  const { webhookId, name, waiting } = webhook
  return (
    <>
      <WebhookFormSheet opened={asked === 'change'} webhook={webhook} onClose={onAnswered} />
      <RotateSheet opened={asked === 'rotate'} webhookId={webhookId} onClose={onAnswered} />
      <ConfirmSheet
        opened={asked === 'off'}
        onClose={onAnswered}
        title={t('hookTurnOffAsk', { name })}
        button={t('hookTurnOff')}
        act={async () => {
          await turnOff()
          showMessage('success', t('hookTurnedOff'))
          reload()
        }}
      >
        <p>{waiting > 0 ? t('hookTurnOffText', { count: waiting }) : t('hookTurnOffPlain')}</p>
      </ConfirmSheet>
      <ConfirmSheet
        opened={asked === 'remove'}
        onClose={onAnswered}
        title={t('hookRemoveAsk', { name })}
        button={t('hookRemove')}
        tone="danger"
        isFinal
        act={async () => {
          await call(consoleApi.webhooks.remove, { webhookId })
          showMessage('success', t('hookRemoved'))
          reload()
          onRemoved()
        }}
      >
        <p>{t('hookRemoveText')}</p>
      </ConfirmSheet>
    </>
  )
}
