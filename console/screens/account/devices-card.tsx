import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { DeviceRows, type Device } from '../../features/devices/device-rows.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './account.module.css'

const KEY = ['devices'] as const

export function DevicesCard() {
  const t = useWords('account')
  const base = useWords('base')
  const query = useQuery({ queryKey: KEY, queryFn: () => call(consoleApi.devices.list, {}) })
  return (
    <Section title={t('partDevices')} text={t('devicesText')}>
      <Loaded query={query} failed={base('loadFailed')} bones={<Bones count={3} height={56} />} bonesClass={css.stack}>
        {({ rows }) => <Devices devices={rows} />}
      </Loaded>
    </Section>
  )
}

function Devices({ devices }: { devices: readonly Device[] }) {
  const t = useWords('account')
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const reload = () => void queries.invalidateQueries({ queryKey: KEY })
  const end = async ({ id }: Device) => {
    try {
      await call(consoleApi.devices.end, { id })
      showMessage('success', t('signedOut'))
    } catch (error) {
      showMessage('error', failureText(error))
    }
    reload()
  }
  return (
    <div className={css.stack}>
      <DeviceRows devices={devices} onEnd={(device) => void end(device)} />
      {devices.length > 1 ? (
        <div className={css.actions}>
          <ActionButton tone="quiet" icon="logout" onClick={() => setAsking(true)}>
            {t('signOutOthers')}
          </ActionButton>
        </div>
      ) : null}
      <ConfirmSheet
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('signOutOthers')}
        button={t('signOutOthers')}
        act={async () => {
          await call(consoleApi.devices.endOthers, {})
          showMessage('success', t('signedOutOthers'))
          reload()
        }}
      >
        <p>{t('signOutOthersText')}</p>
      </ConfirmSheet>
    </div>
  )
}
