import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { MaintenanceWindow } from '../../../contract/console/watch.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { recordText, typedMoment } from '../../../ui/words/date-text.ts'
import { Select, TextInput } from '../../features/form/fields.tsx'
import { MomentField } from '../../features/form/moment-field.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'

const tones: Record<MaintenanceWindow['state'], StateTone> = {
  planned: 'busy',
  running: 'warn',
  over: 'off',
  cancelled: 'off',
}
const SHOWN = 12

export function Windows() {
  const t = useWords('watch')
  const mayWrite = useMay()('nodes.write')
  const [isPlanning, setPlanning] = useState(false)
  const [ending, setEnding] = useState<MaintenanceWindow | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.alerts.windows.path],
    queryFn: () => call(consoleApi.alerts.windows, {}),
  })
  const again = () => void query.refetch()
  return (
    <Section title={t('windows')} text={t('windowsText')}>
      {mayWrite ? (
        <ScreenActions>
          <ActionButton icon="plus" onClick={() => setPlanning(true)}>
            {t('plan')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={2} height={48} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={items.soft}>{t('noWindows')}</p>
          ) : (
            <ul className={items.list}>
              {rows.slice(0, SHOWN).map((row) => (
                <Row key={row.windowId} row={row} onCancel={mayWrite ? () => setEnding(row) : null} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isPlanning ? <PlanSheet onClose={() => setPlanning(false)} onDone={again} /> : null}
      <ConfirmSheet
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={t('cancelAsk')}
        button={t('cancel')}
        tone="danger"
        act={async () => {
          await call(consoleApi.alerts.cancel, { windowId: ending!.windowId })
          again()
        }}
      >
        {t('cancelText')}
      </ConfirmSheet>
    </Section>
  )
}

function Row({ row, onCancel }: { row: MaintenanceWindow; onCancel: (() => void) | null }) {
  const t = useWords('watch')
  const isOpen = row.state === 'planned' || row.state === 'running'
  return (
    <li className={items.item}>
      <span className={items.words}>
        <b>{row.nodeName}</b>
        <span className={items.soft}>
          {recordText(row.startsAt)} – {recordText(row.endsAt)}
          {row.note === '' ? '' : ` · ${row.note}`}
        </span>
      </span>
      <StateWord tone={tones[row.state]}>{t(row.state)}</StateWord>
      {isOpen && onCancel ? (
        <ActionButton tone="dangerQuiet" onClick={onCancel}>
          {t('cancel')}
        </ActionButton>
      ) : null}
    </li>
  )
}

function PlanSheet({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const t = useWords('watch')
  const [nodeId, setNodeId] = useState<string | null>(null)
  const [starts, setStarts] = useState('')
  const [ends, setEnds] = useState('')
  const [note, setNote] = useState('')
  const nodes = useQuery({
    queryKey: [consoleApi.nodes.list.path, 'all'],
    queryFn: () => call(consoleApi.nodes.list, { limit: 100 }),
  })
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('plan')}
      button={t('planButton')}
      disabled={nodeId === null || starts === '' || ends === ''}
      act={async () => {
        const times = { startsAt: typedMoment(starts), endsAt: typedMoment(ends) }
        await call(consoleApi.alerts.plan, { nodeId: Number(nodeId), ...times, note })
        onDone()
      }}
    >
      <Select
        name="nodeId"
        label={t('node')}
        searchable
        value={nodeId}
        onChange={setNodeId}
        data={(nodes.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <MomentField name="startsAt" label={t('starts')} value={starts} onChange={setStarts} />
      <MomentField name="endsAt" label={t('ends')} value={ends} onChange={setEnds} />
      <TextInput
        name="note"
        label={t('note')}
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
