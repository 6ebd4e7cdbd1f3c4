import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { BulkRun } from '../../../contract/console/bulk.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { useTitle } from '../../features/screen/screen-title.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './bulk.module.css'
import { ResultsPart } from './results-part.tsx'
import { RunProgress, RunState, runTitle } from './run-card.tsx'

const LOOK_MS = 1000

/** One bulk operation: its progress, and the result for each user. It continues without this page. */
export default function RunScreen() {
  const t = useWords('bulk')
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: [consoleApi.bulk.show.path, id],
    queryFn: () => call(consoleApi.bulk.show, { id }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
  })
  useTitle(query.data ? runTitle(query.data, t) : null)
  return (
    <div className={css.page}>
      <Link className={items.soft} to="/bulk">
        ‹ {t('list')}
      </Link>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={2} height={160} />} bonesClass={css.page}>
        {(run) => <Shown run={run} />}
      </Loaded>
    </div>
  )
}

function Shown({ run }: { run: BulkRun }) {
  const t = useWords('bulk')
  const queries = useQueryClient()
  const [stopping, setStopping] = useState(false)
  const isRunning = run.state === 'running'
  return (
    <>
      {isRunning ? (
        <ScreenActions>
          <ActionButton tone="dangerQuiet" onClick={() => setStopping(true)}>
            {t('stop')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <Section title={runTitle(run, t)} end={<RunState run={run} />} {...(isRunning ? { text: t('goesOn') } : {})}>
        <RunProgress run={run} />
      </Section>
      <ResultsPart id={run.id} ended={run.done + run.skipped} />
      <ConfirmSheet
        opened={stopping}
        onClose={() => setStopping(false)}
        title={t('stopTitle')}
        button={t('stop')}
        tone="danger"
        act={async () => {
          queries.setQueryData([consoleApi.bulk.show.path, run.id], await call(consoleApi.bulk.stop, { id: run.id }))
          await queries.invalidateQueries({ queryKey: [consoleApi.bulk.list.path] })
        }}
      >
        {t('stopText')}
      </ConfirmSheet>
    </>
  )
}
