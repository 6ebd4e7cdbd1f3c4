import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { EditRoom } from '../form/edit-room.tsx'
import { Select } from '../form/fields.tsx'
import { exportUsers } from '../user/export-users.ts'
import css from './bulk.module.css'
import { toSelection } from './to-selection.ts'
import { type Selected, selectionOf, useWhom } from './whom.ts'

type Props = { onChosen: (selection: Selected) => void }

/** The first question of a bulk that begins with nobody: whom. Nothing is preset, and how many they are is told at once. */
export function WhomStep({ onChosen }: Props) {
  const t = useWords('bulk')
  const may = useMay()
  const [chosen, setChosen] = useState<string | null>(null)
  const groups = useWhom()
  const selection = chosen === null ? null : selectionOf(chosen)
  const count = useQuery({
    queryKey: [consoleApi.users.list.path, 'whom', chosen],
    queryFn: () => call(consoleApi.users.list, { ...toSelection(selection!), limit: 1 }),
    enabled: selection !== null,
  })
  const people = count.data && `${count.data.count.toLocaleString('en-US')}${count.data.countIsFloor ? '+' : ''}`
  return (
    <div className={css.stack}>
      {/* A choice is not work that could be lost. */}
      <EditRoom unsaved={false}>
        <Select
          name="whom"
          label={t('whom')}
          placeholder={t('whomNobody')}
          data={groups}
          value={chosen}
          searchable
          onChange={setChosen}
        />
      </EditRoom>
      <p className={css.people} role="status">
        {chosen === null ? t('whomText') : people === undefined ? t('counting') : t('whomCount', { people })}
      </p>
      <ActionButton
        fill
        disabled={selection === null || count.data?.count === 0}
        onClick={() => selection && onChosen(selection)}
      >
        {t('next')}
      </ActionButton>
      {selection && (count.data?.count ?? 0) > 0 && may('users.export') ? (
        <ActionButton tone="quiet" fill icon="download" onClick={() => exportUsers(selection)}>
          {t('exportThem')}
        </ActionButton>
      ) : null}
    </div>
  )
}
