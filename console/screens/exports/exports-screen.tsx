import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { ExportFile, ExportRow } from '../../../contract/console/exports.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { saveBlob } from '../../../ui/device/copy-or-save.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import items from '../../features/show/item-rows.module.css'
import css from '../../features/show/row-card.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { fetchFile } from '../../session/fetch-file.ts'
import { useWords } from '../../words/language.ts'
import own from './exports.module.css'

const { exports: calls } = consoleApi
const LOOK_MS = 3000
const tones = { waiting: 'busy', done: 'good', failed: 'bad' } as const

/** Everything the reseller owns, as files to take along. */
export default function ExportsScreen() {
  const t = useWords('exports')
  const base = useWords('base')
  const query = useQuery({
    queryKey: [calls.list.path],
    queryFn: () => call(calls.list, {}),
    refetchInterval: ({ state }) => (state.data?.rows[0]?.state === 'waiting' ? LOOK_MS : false),
  })
  const make = async (format: ExportRow['format']) => {
    try {
      await call(calls.make, { format })
      await query.refetch()
    } catch (error) {
      showMessage('error', failureText(error))
    }
  }
  const isWaiting = query.data?.rows[0]?.state === 'waiting'
  return (
    <Section title={t('exports')} text={t('exportsText')}>
      <Loaded query={query} failed={base('loadFailed')} bones={<Bones count={1} height={64} />} bonesClass={css.stack}>
        {({ rows }) => (
          <div className={css.stack}>
            <div className={css.presses}>
              <ActionButton tone="quiet" busy={isWaiting} onClick={() => void make('csv')}>
                {t('exportCsv')}
              </ActionButton>
              <ActionButton tone="quiet" busy={isWaiting} onClick={() => void make('jsonl')}>
                {t('exportJsonl')}
              </ActionButton>
            </div>
            <ul className={items.list}>
              {rows.map((row) => (
                <OneExport key={row.exportId} row={row} />
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function OneExport({ row }: { row: ExportRow }) {
  const t = useWords('exports')
  const [fetching, setFetching] = useState<ExportFile | null>(null)
  const take = async (file: ExportFile) => {
    setFetching(file)
    try {
      saveBlob(`${file}.${row.format}`, await fetchFile(calls.download, { exportId: row.exportId, file }))
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setFetching(null)
    }
  }
  return (
    <li className={items.item}>
      <span className={items.words}>
        <span>
          {row.format.toUpperCase()} · {recordText(row.askedAt)} · {row.askedBy}
        </span>
        {row.keptUntil === null ? (
          <StateWord tone={tones[row.state]}>{t(`export_${row.state}`)}</StateWord>
        ) : (
          <span className={items.soft}>{t('exportKept', { until: recordText(row.keptUntil) })}</span>
        )}
        {row.files.length === 0 ? null : (
          <span className={own.files}>
            {row.files.map(({ file, bytes }) => (
              <ActionButton
                key={file}
                tone="quiet"
                icon="download"
                busy={fetching === file}
                onClick={() => void take(file)}
              >
                {t(`exported_${file}`)} · {formatBytes(bytes)}
              </ActionButton>
            ))}
          </span>
        )}
      </span>
    </li>
  )
}
