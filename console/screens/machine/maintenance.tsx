import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PortalMaintenance } from '../../../contract/console/machine.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { typedMoment } from '../../../ui/words/date-text.ts'
import { TextInput } from '../../features/form/fields.tsx'
import { MomentField } from '../../features/form/moment-field.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'

const NOTE_MAX = 200
const OPEN: PortalMaintenance = { isOn: false, until: null, note: '' }

/** Whether users are let in, with the switch for it. */
export function Maintenance() {
  const t = useWords('machine')
  const mayWrite = useMay()('jobs.write')
  const client = useQueryClient()
  const [asking, setAsking] = useState<'close' | 'open' | null>(null)
  const queryKey = [consoleApi.machine.maintenance.path]
  const query = useQuery({
    queryKey,
    queryFn: () => call(consoleApi.machine.maintenance, {}),
    refetchInterval: 10_000,
  })
  const change = async (wish: PortalMaintenance) =>
    client.setQueryData(queryKey, await call(consoleApi.machine.setMaintenance, wish))
  const isOn = query.data?.isOn
  const state =
    isOn === undefined ? null : (
      <StateWord tone={isOn ? 'warn' : 'good'}>{t(isOn ? 'portalClosed' : 'portalOpen')}</StateWord>
    )
  return (
    <Section title={t('maintenance')} text={t('maintenanceText')} end={state}>
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={1} height={40} />}>
        {(shown) => (shown.isOn ? <Closed shown={shown} /> : null)}
      </Loaded>
      {mayWrite && isOn !== undefined ? (
        <ActionButton tone={isOn ? 'main' : 'quiet'} onClick={() => setAsking(isOn ? 'open' : 'close')}>
          {t(isOn ? 'openPortal' : 'closePortal')}
        </ActionButton>
      ) : null}
      {asking === 'close' ? <CloseSheet onClose={() => setAsking(null)} act={change} /> : null}
      <ConfirmSheet
        opened={asking === 'open'}
        onClose={() => setAsking(null)}
        title={t('openPortal')}
        button={t('openPortal')}
        act={async () => void (await change(OPEN))}
      >
        {t('openPortalText')}
      </ConfirmSheet>
    </Section>
  )
}

function Closed({ shown: { until, note } }: { shown: PortalMaintenance }) {
  const t = useWords('machine')
  return (
    <p className={items.soft}>
      {until === null ? (
        t('untilUnknown')
      ) : (
        <>
          {t('untilLabel')} <When at={until} />
        </>
      )}
      {note === '' ? '' : ` · ${note}`}
    </p>
  )
}

type SheetProps = { onClose: () => void; act: (wish: PortalMaintenance) => Promise<unknown> }

function CloseSheet({ onClose, act }: SheetProps) {
  const t = useWords('machine')
  const [until, setUntil] = useState('')
  const [note, setNote] = useState('')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('closePortal')}
      button={t('closePortal')}
      tone="danger"
      act={async () => void (await act({ isOn: true, until: until === '' ? null : typedMoment(until), note }))}
    >
      <p className={items.soft}>{t('closePortalText')}</p>
      <MomentField name="until" label={t('untilField')} value={until} onChange={setUntil} />
      <TextInput
        name="note"
        label={t('noteField')}
        description={t('noteHint')}
        maxLength={NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
