import { useRef, useState, type RefObject } from 'react'

import { formatBytes } from '../../../../contract/bytes.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { IMPORT_FILE_MAX_BYTES } from '../../../../contract/console/import-choices.ts'
import type { ImportTask, ImportUpload } from '../../../../contract/console/imports.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Callout } from '../../../../ui/components/auth/callout.tsx'
import { EmptyPart } from '../../../../ui/components/empty-part.tsx'
import { ShareBar } from '../../../../ui/components/share-bar.tsx'
import { StateWord } from '../../../../ui/components/state-word.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { recordText } from '../../../../ui/words/date-text.ts'
import { failureText } from '../../../../ui/words/failure-text.ts'
import { ConfirmSheet } from '../../../features/show/confirm-sheet.tsx'
import items from '../../../features/show/item-rows.module.css'
import { Section } from '../../../features/show/section.tsx'
import { call } from '../../../session/call.ts'
import { useWords } from '../../../words/language.ts'
import css from './import.module.css'
import { checkOf } from './task-facts.ts'
import { useImportUpload } from './use-import-upload.ts'

type Props = {
  uploads: readonly ImportUpload[]
  tasks: readonly ImportTask[]
  onChanged: () => void
  onStart: (upload: ImportUpload, check: ImportTask) => void
}

/** Files of other panels: sending one, and what can be done with those that are here. */
export function FilesCard({ uploads, tasks, onChanged, onStart }: Props) {
  const t = useWords('imports')
  const chooser = useRef<HTMLInputElement>(null)
  const [removing, setRemoving] = useState<ImportUpload | null>(null)
  const { sending, trouble, send } = useImportUpload(onChanged)
  const isBusy = tasks[0]?.endedAt === null
  const size = formatBytes(IMPORT_FILE_MAX_BYTES)
  const choose = () => chooser.current?.click()
  return (
    <Section title={t('files')} text={t('filesText', { size })}>
      <div className={css.stack}>
        {uploads.length === 0 && !sending ? (
          <EmptyPart topic="shop" title={t('noFiles')} text={t('noFilesText')} />
        ) : null}
        <ul className={items.list}>
          {uploads.map((upload) => (
            <FileRow
              key={upload.uploadId}
              upload={upload}
              check={checkOf(upload, tasks)}
              isBusy={isBusy || sending !== null}
              onChanged={onChanged}
              onGoOn={choose}
              onStart={(check) => onStart(upload, check)}
              onRemove={() => setRemoving(upload)}
            />
          ))}
        </ul>
        {sending ? (
          <div className={css.stack}>
            <p>{t('uploading', sending)}</p>
            <ShareBar percent={sending.percent} label={t('uploading', sending)} />
            <p className={items.soft}>{t('uploadText')}</p>
          </div>
        ) : null}
        {trouble === null ? null : <Callout tone="bad">{trouble}</Callout>}
        {sending ? null : (
          <ActionButton tone={uploads.length === 0 ? 'main' : 'quiet'} icon="plus" onClick={choose}>
            {t('choose')}
          </ActionButton>
        )}
        <Chooser ref={chooser} onChoose={(file) => void send(file)} />
      </div>
      {removing ? <RemoveSheet upload={removing} onClose={() => setRemoving(null)} onDone={onChanged} /> : null}
    </Section>
  )
}

type ChooserProps = { ref: RefObject<HTMLInputElement | null>; onChoose: (file: File) => void }

/** Hidden: the browser's own button speaks the browser's language. */
function Chooser({ ref, onChoose }: ChooserProps) {
  const t = useWords('imports')
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={t('choose')}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        // The same file may be chosen again, to go on.
        event.currentTarget.value = ''
        if (file) onChoose(file)
      }}
    />
  )
}

type RemoveProps = { upload: ImportUpload; onClose: () => void; onDone: () => void }

function RemoveSheet({ upload: { uploadId, name }, onClose, onDone }: RemoveProps) {
  const t = useWords('imports')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('removeAsk', { name })}
      button={t('remove')}
      tone="danger"
      act={async () => {
        await call(consoleApi.imports.removeFile, { uploadId })
        showMessage('success', t('removed'))
        onDone()
      }}
    >
      <p>{t('removeText')}</p>
    </ConfirmSheet>
  )
}

type RowProps = {
  upload: ImportUpload
  check: ImportTask | null
  isBusy: boolean
  onChanged: () => void
  onGoOn: () => void
  onStart: (check: ImportTask) => void
  onRemove: () => void
}

function FileRow({ upload, check, isBusy, onChanged, onGoOn, onStart, onRemove }: RowProps) {
  const t = useWords('imports')
  const isWhole = upload.partsHere === upload.parts
  const size = formatBytes(upload.sizeBytes)
  const askCheck = async () => {
    try {
      await call(consoleApi.imports.check, { uploadId: upload.uploadId })
      onChanged()
    } catch (error) {
      showMessage('error', failureText(error))
    }
  }
  return (
    <li className={items.item}>
      <span className={items.words}>
        <code className={items.name}>{upload.name}</code>
        <span className={items.soft}>
          {isWhole
            ? t('isHere', { size, until: recordText(upload.keptUntil) })
            : t('isPart', { size, percent: Math.floor((upload.partsHere / upload.parts) * 100) })}
        </span>
      </span>
      <StateWord tone={isWhole ? 'good' : 'warn'}>{t(isWhole ? 'whole' : 'halfway')}</StateWord>
      {isBusy ? null : (
        <span className={items.actions}>
          {isWhole && check ? <ActionButton onClick={() => onStart(check)}>{t('start')}</ActionButton> : null}
          {isWhole ? (
            <ActionButton tone="quiet" onClick={() => void askCheck()}>
              {t(check ? 'checkAgain' : 'check')}
            </ActionButton>
          ) : (
            <ActionButton tone="quiet" onClick={onGoOn}>
              {t('goOn')}
            </ActionButton>
          )}
          <ActionButton tone="dangerQuiet" onClick={onRemove}>
            {t('remove')}
          </ActionButton>
        </span>
      )}
    </li>
  )
}
