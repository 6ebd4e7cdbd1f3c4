import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { WebhookRow } from '../../../contract/console/webhooks.ts'
import { WEBHOOK_NAME_MAX, WEBHOOK_URL_MAX, webhookEvents } from '../../../contract/webhook-events.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { EditForm } from '../form/edit-form.tsx'
import { EditSheet } from '../form/edit-sheet.tsx'
import { Field } from '../form/plain-fields.tsx'
import { ChoiceBoxes } from '../role/choice-boxes.tsx'
import { ShownSecret } from '../show/shown-secret.tsx'
import { useReloadWebhooks } from './webhook-queries.ts'
import { eventWords } from './webhook-words.ts'

type Props = { opened: boolean; webhook: WebhookRow | null; onClose: () => void }

/** A new one shows its secret afterwards, this once. */
export function WebhookFormSheet({ opened, webhook, onClose }: Props) {
  const t = useWords('connections')
  const base = useWords('base')
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => {
    setSecret(null)
    onClose()
  }
  const title = secret === null ? t(webhook ? 'hookChange' : 'hookAdd') : t('hookSecret')
  return (
    <EditSheet opened={opened} onClose={close} title={title} closeLabel={base('close')} wide={secret === null}>
      {secret === null ? (
        <WebhookForm webhook={webhook} onChanged={onClose} onAdded={setSecret} />
      ) : (
        <ShownSecret kind="hook" text={secret} onDone={close} />
      )}
    </EditSheet>
  )
}

type FormProps = { webhook: WebhookRow | null; onChanged: () => void; onAdded: (secret: string) => void }

function WebhookForm({ webhook, onChanged, onAdded }: FormProps) {
  const t = useWords('connections')
  const reload = useReloadWebhooks()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(webhook?.events ?? ['order.paid']))
  const form = useSubmit<'name' | 'url'>({
    rules: {
      name: { label: t('hookName'), required: true, max: WEBHOOK_NAME_MAX },
      url: { label: t('hookUrl'), required: true, max: WEBHOOK_URL_MAX },
    },
    refusals: { 'webhook.address': 'url' },
    send: async ({ name, url }) => {
      const wish = { name, url: url.trim(), events: webhookEvents.filter((event) => chosen.has(event)) }
      if (webhook) {
        await call(consoleApi.webhooks.change, { webhookId: webhook.webhookId, ...wish })
        showMessage('success', t('hookSaved'))
        onChanged()
      } else onAdded((await call(consoleApi.webhooks.add, wish)).secret)
      reload()
    },
  })
  return (
    <EditForm form={form}>
      <Field
        name="name"
        label={t('hookName')}
        defaultValue={webhook?.name}
        maxLength={WEBHOOK_NAME_MAX}
        autoComplete="off"
        error={form.problems.name}
      />
      <Field
        name="url"
        label={t('hookUrl')}
        hint={t('hookUrlHint')}
        defaultValue={webhook?.url}
        maxLength={WEBHOOK_URL_MAX}
        inputMode="url"
        autoComplete="off"
        error={form.problems.url}
      />
      <ChoiceBoxes
        name="events"
        legend={t('hookEvents')}
        options={webhookEvents.map((value) => ({ value, label: t(eventWords[value]) }))}
        chosen={chosen}
        onChange={setChosen}
      />
      <ActionButton type="submit" fill busy={form.busy} disabled={chosen.size === 0}>
        {t(webhook ? 'hookSave' : 'hookAdd')}
      </ActionButton>
    </EditForm>
  )
}
