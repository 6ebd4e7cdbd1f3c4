import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { ClientFile, KeptClient } from '../../../contract/console/clients.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Section } from '../../features/show/section.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { ClientList } from './client-list.tsx'
import { ClientSheet } from './client-sheet.tsx'
import css from './clients.module.css'
import { UploadSheet } from './upload-sheet.tsx'

type Doing =
  | { what: 'nothing' | 'add' | 'upload' }
  | { what: 'edit' | 'remove'; row: KeptClient }
  | { what: 'removeFile'; file: ClientFile }

/** The clients that users are offered, and the files that the server keeps for them. */
export default function ClientsScreen() {
  const t = useWords('clients')
  const mayWrite = useMay()('packages.write')
  const [doing, setDoing] = useState<Doing>({ what: 'nothing' })
  const query = useQuery({
    queryKey: [consoleApi.clients.list.path],
    queryFn: () => call(consoleApi.clients.list, {}),
  })
  const files = query.data?.files ?? []
  const props = { onClose: () => setDoing({ what: 'nothing' }), onDone: () => void query.refetch() }
  return (
    <>
      {mayWrite ? (
        <ScreenActions>
          <ActionButton icon="plus" onClick={() => setDoing({ what: 'add' })}>
            {t('add')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <Loaded query={query} failed={t('loadFailed')} card={t('title')} bones={<Bones count={6} height={72} />}>
        {({ rows }) => (
          <div className={css.screen}>
            <ClientList
              rows={rows}
              mayWrite={mayWrite}
              onEdit={(row) => setDoing({ what: 'edit', row })}
              onRemove={(row) => setDoing({ what: 'remove', row })}
              onOrdered={props.onDone}
            />
            <Section
              title={t('files')}
              text={t('filesText')}
              end={
                mayWrite ? <TextButton onClick={() => setDoing({ what: 'upload' })}>{t('upload')}</TextButton> : null
              }
            >
              <Files files={files} mayWrite={mayWrite} onRemove={(file) => setDoing({ what: 'removeFile', file })} />
            </Section>
          </div>
        )}
      </Loaded>
      {doing.what === 'add' ? <ClientSheet row={null} files={files} {...props} /> : null}
      {doing.what === 'edit' ? <ClientSheet row={doing.row} files={files} {...props} /> : null}
      {doing.what === 'upload' ? <UploadSheet {...props} /> : null}
      {doing.what === 'remove' ? (
        <RemoveSheet
          name={doing.row.name}
          text={t('removeText')}
          remove={() => call(consoleApi.clients.remove, { clientId: doing.row.clientId })}
          {...props}
        />
      ) : null}
      {doing.what === 'removeFile' ? (
        <RemoveSheet
          name={doing.file.name}
          text={t('removeFileText')}
          remove={() => call(consoleApi.clients.removeFile, { fileId: doing.file.fileId })}
          {...props}
        />
      ) : null}
    </>
  )
}

type FilesProps = { files: readonly ClientFile[]; mayWrite: boolean; onRemove: (file: ClientFile) => void }

function Files({ files, mayWrite, onRemove }: FilesProps) {
  const t = useWords('clients')
  if (files.length === 0) return <EmptyPart topic="shop" title={t('noFiles')} text={t('noFilesText')} />
  return (
    <ul className={css.files}>
      {files.map((file) => (
        <li key={file.fileId} className={css.file}>
          <div className={css.facts}>
            <span className={css.name}>{file.name}</span>
            <span className={css.line}>{formatBytes(file.sizeBytes)}</span>
            <span className={css.digest}>SHA-256 {file.sha256}</span>
          </div>
          {mayWrite ? (
            <TextButton tone="quiet" label={`${t('remove')}: ${file.name}`} onClick={() => onRemove(file)}>
              {t('remove')}
            </TextButton>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

type RemoveProps = {
  name: string
  text: string
  remove: () => Promise<unknown>
  onClose: () => void
  onDone: () => void
}

function RemoveSheet({ name, text, remove, onClose, onDone }: RemoveProps) {
  const t = useWords('clients')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('removeTitle', { name })}
      button={t('remove')}
      tone="danger"
      act={async () => {
        await remove()
        showMessage('success', t('saved'))
        onDone()
      }}
    >
      <p>{text}</p>
    </ConfirmSheet>
  )
}
