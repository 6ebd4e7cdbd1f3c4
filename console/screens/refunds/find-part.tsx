import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Refundable } from '../../../contract/console/refunds.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { TextInput } from '../../features/form/fields.tsx'
import { Section } from '../../features/show/section.tsx'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './refunds.module.css'

/** Starts a refund that no reseller asked for: finds the order or payment by its number. */
export function FindPart({ onAsk }: { onAsk: (about: Refundable) => void }) {
  const t = useWords('refunds')
  const [number, setNumber] = useState('')
  const { busy, failure, run, room } = useRun()
  const find = async () => onAsk(await call(consoleApi.refunds.find, { number: number.trim() }))
  return (
    <Section title={t('direct')} text={t('directText')}>
      {/* What is searched for is not work that could be lost. */}
      <EditRoom {...room} unsaved={false}>
        <form
          className={css.find}
          onSubmit={(event) => {
            event.preventDefault()
            if (number.trim() !== '') void run(find)
          }}
        >
          <TextInput
            name="number"
            label={t('number')}
            autoComplete="off"
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <ActionButton type="submit" tone="quiet" busy={busy} disabled={number.trim() === ''}>
            {t('find')}
          </ActionButton>
        </form>
      </EditRoom>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
    </Section>
  )
}
