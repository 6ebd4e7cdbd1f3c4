import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { BulkRun } from '../../../contract/console/bulk.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

const texts = { notice: 'undoNotice', tag: 'undoTag', untag: 'undoUntag' } as const

/** Takes a run back by one of its own, and shows that one. */
export function UndoButton({ run: { id, action, done } }: { run: BulkRun }) {
  const t = useWords('bulk')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ActionButton tone="quiet" onClick={() => setAsking(true)}>
        {t('undo')}
      </ActionButton>
      <ConfirmSheet
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('undoTitle')}
        button={t('undo')}
        act={async () => {
          const undo = await call(consoleApi.bulk.undo, { id })
          queries.setQueryData([consoleApi.bulk.show.path, undo.id], undo)
          await queries.invalidateQueries({ queryKey: [consoleApi.bulk.show.path, id] })
          await queries.invalidateQueries({ queryKey: [consoleApi.bulk.list.path] })
          void navigate(`/bulk/${undo.id}`)
        }}
      >
        {t(action in texts ? texts[action as keyof typeof texts] : 'undoBlock', { count: done })}
      </ConfirmSheet>
    </>
  )
}
