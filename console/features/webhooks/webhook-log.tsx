import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { WebhookDelivery, WebhookRow } from '../../../contract/console/webhooks.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from '../show/row-card.module.css'
import { DeliverySheet } from './delivery-sheet.tsx'
import { type DeliveryFilter, useDeliveries, useReloadWebhooks } from './webhook-queries.ts'
import { deliveryLook, eventWord } from './webhook-words.ts'

/** Every event of the last 30 days, newest first. */
export function WebhookLog({ webhook, canChange }: { webhook: WebhookRow; canChange: boolean }) {
  const t = useWords('connections')
  const base = useWords('base')
  const [state, setState] = useState<DeliveryFilter>('all')
  const [chosen, setChosen] = useState<number | null>(null)
  const query = useDeliveries(webhook.webhookId, state)
  const isOn = webhook.state === 'on' || webhook.state === 'failing'
  const options: { value: DeliveryFilter; label: string }[] = [
    { value: 'all', label: t('hookLogAll') },
    { value: 'waiting', label: t('hookWaits') },
    { value: 'delivered', label: t('hookDelivered') },
    { value: 'given_up', label: t('hookNotDelivered') },
  ]
  return (
    <section className={css.stack}>
      <h3 className={css.name}>{t('hookLog')}</h3>
      <FilterChips label={t('hookLog')} options={options} value={state} onChange={setState} />
      {canChange && isOn && webhook.givenUp > 0 ? <ResendAll webhook={webhook} /> : null}
      <PagedList
        query={query}
        failed={base('loadFailed')}
        bones={{ count: 3, height: 56 }}
        empty={<EmptyPart topic="calm" title={t('hookLogNone')} />}
        more={t('hookLogMore')}
      >
        {(items) => (
          <ul>
            {items.map((one) => (
              <Delivery key={one.deliveryId} delivery={one} onOpen={() => setChosen(one.deliveryId)} />
            ))}
          </ul>
        )}
      </PagedList>
      <DeliverySheet
        deliveryId={chosen}
        webhookId={webhook.webhookId}
        canResend={canChange && isOn}
        onClose={() => setChosen(null)}
      />
    </section>
  )
}

function Delivery({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: () => void }) {
  const t = useWords('connections')
  const { type, object, state, tries, status, createdAt } = delivery
  const word = eventWord(type)
  const facts = [recordText(createdAt), object, ...(tries > 0 ? [t('hookTries', { count: tries })] : [])]
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p className={css.name}>{word === null ? type : t(word)}</p>
        <p className={css.detail}>{[...facts, ...(status === null ? [] : [String(status)])].join(' · ')}</p>
      </div>
      <div className={css.end}>
        <StateWord tone={deliveryLook[state].tone}>{t(deliveryLook[state].word)}</StateWord>
        <button type="button" className={css.press} onClick={onOpen}>
          {t('hookLook')}
        </button>
      </div>
    </li>
  )
}

function ResendAll({ webhook: { webhookId, givenUp } }: { webhook: WebhookRow }) {
  const t = useWords('connections')
  const reload = useReloadWebhooks()
  const [busy, setBusy] = useState(false)
  async function resend(): Promise<void> {
    setBusy(true)
    try {
      const { count } = await call(consoleApi.webhooks.resend, { webhookId })
      showMessage('success', t('hookResentAll', { count }))
      reload()
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.presses}>
      <ActionButton tone="quiet" busy={busy} onClick={() => void resend()}>
        {t('hookResendAll', { count: givenUp })}
      </ActionButton>
    </div>
  )
}
