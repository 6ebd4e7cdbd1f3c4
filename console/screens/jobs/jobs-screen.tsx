import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { jobStates } from '../../../contract/console/choices.ts'
import type { JobRow } from '../../../contract/console/machine.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './jobs.module.css'

const LOOK_MS = 5000
const tones: Record<JobRow['state'], StateTone> = {
  waiting: 'busy',
  planned: 'off',
  running: 'good',
  retrying: 'warn',
  failed: 'bad',
}
type JobQuestion = { row: JobRow; what: 'run' | 'drop' }

/** Background jobs: waiting, running, and failed ones with the reason. */
export default function JobsScreen() {
  const t = useWords('machine')
  const list = useList(consoleApi.jobs.list, { filters: ['state', 'name'], lookMs: LOOK_MS })
  const [asked, setAsked] = useState<JobQuestion | null>(null)
  const columns: Column<JobRow>[] = [
    { key: 'name', label: t('colJob'), card: 'title', render: (row) => <code className={css.name}>{row.name}</code> },
    {
      key: 'state',
      label: t('colState'),
      card: 'end',
      render: ({ state }) => <StateWord tone={tones[state]}>{t(state)}</StateWord>,
    },
    {
      key: 'tries',
      label: t('colTries'),
      align: 'right',
      card: 'underEnd',
      render: (row) => t('tries', { count: row.attempts, max: row.maxAttempts }),
    },
    { key: 'runAt', label: t('colRunAt'), sort: 'runAt', card: 'under', render: (row) => <When at={row.runAt} /> },
    {
      key: 'error',
      label: t('colError'),
      render: ({ error }) => (error === null ? null : <span className={css.error}>{error}</span>),
    },
    { key: 'made', label: t('colMade'), extra: true, render: (row) => <When at={row.createdAt} /> },
  ]
  const actions = (row: JobRow) =>
    row.state === 'running' ? null : (
      <span className={css.actions}>
        <ActionButton tone="quiet" onClick={() => setAsked({ row, what: 'run' })}>
          {t('runAgain')}
        </ActionButton>
        <ActionButton tone="dangerQuiet" onClick={() => setAsked({ row, what: 'drop' })}>
          {t('drop')}
        </ActionButton>
      </span>
    )
  const states = jobStates.map((value) => ({ value, label: t(value) }))
  return (
    <>
      <ListTable
        list={list}
        label={t('jobs')}
        columns={columns}
        keyOf={(row) => row.jobId}
        action={actions}
        search={t('searchJobs')}
        filters={[{ key: 'state', label: t('filterState'), kind: 'choice', options: states }]}
        presets={[
          { label: t('presetFailed'), filters: { state: 'failed' } },
          { label: t('presetRunning'), filters: { state: 'running' } },
        ]}
        empty={{ topic: 'calm', title: t('jobsEmpty'), text: t('jobsEmptyText') }}
      />
      <Question asked={asked} onClose={() => setAsked(null)} onDone={list.retry} />
    </>
  )
}

function Question({ asked, onClose, onDone }: { asked: JobQuestion | null; onClose: () => void; onDone: () => void }) {
  const t = useWords('machine')
  const isDrop = asked?.what === 'drop'
  const name = asked?.row.name ?? ''
  return (
    <ConfirmSheet
      opened={asked !== null}
      onClose={onClose}
      title={t(isDrop ? 'dropAsk' : 'runAsk', { name })}
      button={t(isDrop ? 'drop' : 'runAgain')}
      tone={isDrop ? 'danger' : 'main'}
      isFinal={isDrop}
      act={async () => {
        const { jobId } = asked!.row
        await call(isDrop ? consoleApi.jobs.drop : consoleApi.jobs.run, { jobId })
        showMessage('success', t(isDrop ? 'dropped' : 'ran'))
        onDone()
      }}
    >
      {t(isDrop ? 'dropText' : 'runText')}
    </ConfirmSheet>
  )
}
