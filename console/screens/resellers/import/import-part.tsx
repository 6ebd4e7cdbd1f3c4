import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { ImportTask, ImportUpload } from '../../../../contract/console/imports.ts'
import { Bones, Loaded } from '../../../../ui/components/loaded.tsx'
import { call } from '../../../session/call.ts'
import { useWords } from '../../../words/language.ts'
import { FilesCard } from './files-card.tsx'
import css from './import.module.css'
import { ImportsCard } from './imports-card.tsx'
import { StartSheet } from './start-sheet.tsx'
import { NowCard, TasksCard } from './task-cards.tsx'

const LOOK_MS = 2000

/** Brings the business of another panel over: upload, dry run, import, and the way back. */
export function ImportPart() {
  const t = useWords('imports')
  const [starting, setStarting] = useState<{ upload: ImportUpload; check: ImportTask } | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.imports.list.path],
    queryFn: () => call(consoleApi.imports.list, {}),
    refetchInterval: ({ state }) => (state.data?.tasks[0]?.endedAt === null ? LOOK_MS : false),
  })
  const refresh = () => void query.refetch()
  return (
    <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={3} height={140} />} bonesClass="gap3">
      {({ uploads, tasks, imports }) => {
        const [newest] = tasks
        const open = newest?.endedAt === null ? newest : null
        return (
          <div className={css.page}>
            <p className={css.intro}>{t('intro')}</p>
            {open ? <NowCard task={open} /> : null}
            <FilesCard
              uploads={uploads}
              tasks={tasks}
              onChanged={refresh}
              onStart={(upload, check) => setStarting({ upload, check })}
            />
            <ImportsCard imports={imports} isBusy={open !== null} onChanged={refresh} />
            <TasksCard tasks={tasks.filter((task) => task !== open)} imports={imports} />
            {starting ? (
              <StartSheet {...starting} imports={imports} onClose={() => setStarting(null)} onDone={refresh} />
            ) : null}
          </div>
        )
      }}
    </Loaded>
  )
}
