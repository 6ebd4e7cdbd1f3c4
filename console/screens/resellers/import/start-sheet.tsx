import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { ImportTask, ImportUpload, ShownImport } from '../../../../contract/console/imports.ts'
import { Bones, Loaded } from '../../../../ui/components/loaded.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../../features/show/confirm-sheet.tsx'
import { call } from '../../../session/call.ts'
import { useWords } from '../../../words/language.ts'
import { emptyDraft, isReady, openImport, wishOf, type StartDraft } from './start-draft.ts'
import { StartFields } from './start-fields.tsx'
import { startFacts } from './task-facts.ts'

type Props = {
  upload: ImportUpload
  /** The dry run of this file. */
  check: ImportTask
  imports: readonly ShownImport[]
  onClose: () => void
  onDone: () => void
}

/** Says what will happen, and asks where to and on which terms. */
export function StartSheet({ upload, check: { taskId }, imports, onClose, onDone }: Props) {
  const t = useWords('imports')
  const [draft, setDraft] = useState<StartDraft>(() => emptyDraft(imports))
  const report = useQuery({
    queryKey: [consoleApi.imports.report.path, taskId],
    queryFn: () => call(consoleApi.imports.report, { taskId }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const looks = report.data?.source?.findings.filter(({ needsLook }) => needsLook).length ?? 0
  const open = openImport(draft, imports)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('startTitle', { name: upload.name })}
      button={t('startGo')}
      disabled={!report.data || !isReady(draft, open, looks)}
      act={async () => {
        await call(consoleApi.imports.run, { uploadId: upload.uploadId, ...wishOf(draft, open) })
        showMessage('success', t('started'))
        onDone()
      }}
    >
      <Loaded query={report} failed={t('reportFailed')} bones={<Bones count={1} height={64} />}>
        {({ source }) => <p>{t('startText', startFacts(source!))}</p>}
      </Loaded>
      <StartFields
        draft={draft}
        open={open}
        looks={looks}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
      />
    </ConfirmSheet>
  )
}
