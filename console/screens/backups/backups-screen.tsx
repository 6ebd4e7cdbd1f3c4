import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Static } from 'typebox'

import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { BackupRow } from '../../../contract/console/machine.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { saveBlob } from '../../../ui/device/copy-or-save.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { PasswordInput } from '../../features/form/fields.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { fetchFile } from '../../session/fetch-file.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'

const LOOK_MS = 5000
type Shown = Static<typeof consoleApi.backups.list.output>
type FileQuestion = { file: string; what: 'verify' | 'download' }

/** Stored backups, the results of recent ones, and a button to make another. */
export default function BackupsScreen() {
  const t = useWords('machine')
  const may = useMay()
  const [asked, setAsked] = useState<FileQuestion | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.backups.list.path],
    queryFn: () => call(consoleApi.backups.list, {}),
    refetchInterval: LOOK_MS,
  })
  const run = async () => {
    try {
      await call(consoleApi.backups.run, {})
      showMessage('success', t('asked'))
      await query.refetch()
    } catch (error) {
      showMessage('error', failureText(error))
    }
  }
  const isRunning = query.data?.isRunning ?? false
  return (
    <div className="gap3">
      {may('jobs.write') ? (
        <ScreenActions>
          <ActionButton busy={isRunning} onClick={() => void run()}>
            {t(isRunning ? 'runningBackup' : 'run')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={3} height={120} />} bonesClass="gap3">
        {(shown) => (
          <>
            {shown.isNightly ? null : <Callout tone="info">{t('nightlyOff')}</Callout>}
            <Files shown={shown} onAsk={setAsked} />
            <Runs shown={shown} />
          </>
        )}
      </Loaded>
      {asked?.what === 'verify' ? <VerifySheet file={asked.file} onClose={() => setAsked(null)} /> : null}
      {asked?.what === 'download' ? <DownloadSheet file={asked.file} onClose={() => setAsked(null)} /> : null}
    </div>
  )
}

function Files({ shown, onAsk }: { shown: Shown; onAsk: (asked: FileQuestion) => void }) {
  const t = useWords('machine')
  return (
    <Section title={t('files')} text={t('filesText', { host: shown.host })}>
      {shown.files.length === 0 ? <EmptyPart topic="calm" title={t('noFiles')} /> : null}
      <ul className={items.list}>
        {shown.files.map((row) => (
          <FileRow key={row.file} row={row} onAsk={onAsk} />
        ))}
      </ul>
    </Section>
  )
}

function FileRow({ row, onAsk }: { row: BackupRow; onAsk: (asked: FileQuestion) => void }) {
  const t = useWords('machine')
  const may = useMay()
  const { file, isSealed } = row
  const kind = isSealed === null ? 'unreadable' : isSealed ? 'sealed' : 'open'
  return (
    <li className={items.item}>
      <span className={items.words}>
        <code className={items.name}>{file}</code>
        <span className={items.soft}>
          {row.madeAt === null ? '—' : recordText(row.madeAt)} · {formatBytes(row.bytes)} ·{' '}
          {t(row.isNightly ? 'nightly' : 'byHand')}
        </span>
      </span>
      <StateWord tone={isSealed === null ? 'bad' : isSealed ? 'good' : 'warn'}>{t(kind)}</StateWord>
      <span className={items.actions}>
        {may('jobs.write') ? (
          <ActionButton tone="quiet" onClick={() => onAsk({ file, what: 'verify' })}>
            {t('verify')}
          </ActionButton>
        ) : null}
        {may('backups.download') && isSealed !== null ? (
          <ActionButton tone="quiet" icon="download" onClick={() => onAsk({ file, what: 'download' })}>
            {t('download')}
          </ActionButton>
        ) : null}
      </span>
    </li>
  )
}

function Runs({ shown }: { shown: Shown }) {
  const t = useWords('machine')
  return (
    <Section title={t('history')}>
      {shown.runs.length === 0 ? <p className={items.soft}>{t('noRuns')}</p> : null}
      <ul className={items.list}>
        {shown.runs.map((run) => (
          <li key={run.id} className={items.item}>
            <span className={items.words}>
              <span>
                {recordText(run.startedAt)} · {t(run.isNightly ? 'nightly' : 'byHand')} · {run.host}
              </span>
              <span className={items.soft}>
                {run.trouble === null
                  ? `${formatBytes(run.bytes ?? 0)} · ${t('took', { seconds: Math.ceil(run.tookMs / 1000) })}`
                  : t('trouble', { why: run.trouble })}
              </span>
            </span>
            <StateWord tone={run.trouble === null ? 'good' : 'bad'}>
              {t(run.trouble === null ? 'ok' : 'failed')}
            </StateWord>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function VerifySheet({ file, onClose }: { file: string; onClose: () => void }) {
  const t = useWords('machine')
  const [passphrase, setPassphrase] = useState('')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('verifyAsk', { file })}
      button={t('verify')}
      act={async () => {
        const wish = passphrase === '' ? {} : { passphrase }
        const { tables, rows } = await call(consoleApi.backups.verify, { file, ...wish })
        showMessage('success', t('verified', { tables, rows }))
      }}
    >
      <p>{t('verifyText')}</p>
      <PasswordInput
        name="passphrase"
        label={t('passphrase')}
        autoComplete="off"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}

function DownloadSheet({ file, onClose }: { file: string; onClose: () => void }) {
  const t = useWords('machine')
  const [passphrase, setPassphrase] = useState('')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('downloadAsk', { file })}
      button={t('downloadButton')}
      act={async () => saveBlob(file, await fetchFile(consoleApi.backups.download, { file, passphrase }))}
    >
      <p>{t('downloadText')}</p>
      <PasswordInput
        name="passphrase"
        label={t('passphrase')}
        description={t('passphraseHint')}
        autoComplete="new-password"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
