import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { BulkRun } from '../../../contract/console/bulk.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { type BulkDraft, bulkKinds } from '../../features/bulk/bulk-draft.ts'
import { BulkSheet } from '../../features/bulk/bulk-sheet.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { useTitle } from '../../features/screen/screen-title.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './bulk.module.css'
import { ResultsPart } from './results-part.tsx'
import { RunProgress, RunState, runTitle } from './run-card.tsx'
import { UndoButton } from './undo-button.tsx'

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
      <Link className={items.back} to="/bulk">
        ‹ {t('list')}
      </Link>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={2} height={160} />} bonesClass={css.page}>
        {(run) => <Shown run={run} />}
      </Loaded>
    </div>
  )
}

/** What the earlier run did; the text of a notice is not in it. */
function beginAgain({ days, gb, title, reason, tag }: BulkRun): Partial<BulkDraft> {
  return {
    ...(days === null ? {} : { days }),
    ...(gb === null ? {} : { gb }),
    ...(title === null ? {} : { title }),
    ...(reason === null ? {} : { reason }),
    ...(tag === null ? {} : { tag }),
  }
}

function Shown({ run }: { run: BulkRun }) {
  const t = useWords('bulk')
  const queries = useQueryClient()
  const [stopping, setStopping] = useState(false)
  const [repeating, setRepeating] = useState(false)
  const may = useMay()
  const isRunning = run.state === 'running'
  const kinds = bulkKinds(may)
  const mayAgain = !isRunning && run.skipped > 0 && run.undoes === null && kinds.includes(run.action)
  const other = run.undoneBy ?? run.undoes
  return (
    <>
      <ScreenActions>
        {isRunning ? (
          <ActionButton tone="dangerQuiet" onClick={() => setStopping(true)}>
            {t('stop')}
          </ActionButton>
        ) : null}
        {run.canUndo && kinds.includes(run.action) ? <UndoButton run={run} /> : null}
      </ScreenActions>
      <Section title={runTitle(run, t)} end={<RunState run={run} />} {...(isRunning ? { text: t('goesOn') } : {})}>
        <RunProgress run={run} />
        {other === null ? null : (
          <Link className={items.soft} to={`/bulk/${other}`}>
            {t(run.undoneBy === null ? 'seeUndone' : 'seeUndo')}
          </Link>
        )}
      </Section>
      <ResultsPart id={run.id} ended={run.done + run.skipped} onAgain={mayAgain ? () => setRepeating(true) : null} />
      <BulkSheet
        opened={repeating}
        kind={run.action}
        selection={{ leftOutOf: run.id }}
        begin={beginAgain(run)}
        onClose={() => setRepeating(false)}
      />
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
