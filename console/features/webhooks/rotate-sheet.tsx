import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { rotationHours } from '../../../contract/webhook-events.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { EditRoom } from '../form/edit-room.tsx'
import { EditSheet } from '../form/edit-sheet.tsx'
import { Select } from '../form/fields.tsx'
import css from '../show/row-card.module.css'
import { ShownSecret } from '../show/shown-secret.tsx'
import { useRun } from '../show/use-run.ts'
import { useReloadWebhooks } from './webhook-queries.ts'

type Props = { opened: boolean; webhookId: string; onClose: () => void }

/** The old secret signs beside the new one for the chosen time. */
export function RotateSheet({ opened, webhookId, onClose }: Props) {
  const t = useWords('connections')
  const base = useWords('base')
  const reload = useReloadWebhooks()
  const [secret, setSecret] = useState<string | null>(null)
  const [hours, setHours] = useState('24')
  const { busy, failure, run, room } = useRun()
  const close = () => {
    setSecret(null)
    onClose()
  }
  const labels: Record<string, string> = {
    '0': t('hookRotateNow'),
    '1': t('hookRotateHour'),
    '24': t('hookRotateDay'),
    '72': t('hookRotateDays'),
    '168': t('hookRotateWeek'),
  }
  const rotate = () =>
    run(async () => {
      setSecret((await call(consoleApi.webhooks.rotate, { webhookId, hours: Number(hours) })).secret)
      reload()
    })
  return (
    <EditSheet opened={opened} onClose={close} title={t('hookRotate')} closeLabel={base('close')}>
      {secret === null ? (
        <EditRoom {...room}>
          <div className={css.stack}>
            <p className={css.text}>{t('hookRotateText')}</p>
            <Select
              name="hours"
              label={t('hookRotateHours')}
              data={rotationHours.map((one) => ({ value: String(one), label: labels[String(one)] ?? '' }))}
              value={hours}
              allowDeselect={false}
              onChange={(value) => setHours(value ?? hours)}
            />
            {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
            <ActionButton fill busy={busy} onClick={() => void rotate()}>
              {t('hookRotate')}
            </ActionButton>
          </div>
        </EditRoom>
      ) : (
        <ShownSecret kind="hook" text={secret} onDone={close} />
      )}
    </EditSheet>
  )
}
