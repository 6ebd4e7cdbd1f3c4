import { useRef, useState } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import { FILE_MAX_BYTES } from '../../../contract/client-files.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { useWords } from '../../words/language.ts'
import css from './clients.module.css'
import { uploadFile } from './upload-file.ts'

/** Chooses a file and uploads it; choosing the same one again goes on where it stopped. */
export function UploadSheet({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const t = useWords('clients')
  const chooser = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const isLarge = file !== null && file.size > FILE_MAX_BYTES
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('upload')}
      button={t('uploadGo')}
      disabled={!file || isLarge || file.size === 0}
      act={async () => {
        await uploadFile(file!, setShare)
        showMessage('success', t('saved'))
        onDone()
      }}
    >
      <p>{t('uploadText', { size: formatBytes(FILE_MAX_BYTES) })}</p>
      {/* The browser's own button speaks the browser's language. */}
      <ActionButton tone="quiet" fill onClick={() => chooser.current?.click()}>
        {file ? `${file.name} · ${formatBytes(file.size)}` : t('chooseFile')}
      </ActionButton>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('chooseFile')}
        onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
      />
      {isLarge ? <p>{t('tooLarge')}</p> : null}
      {share > 0 ? <progress className={css.progress} value={share} aria-label={t('uploading')} /> : null}
    </ConfirmSheet>
  )
}
