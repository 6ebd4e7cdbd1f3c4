import { useState } from 'react'
import { useNavigate } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { TextInput } from '../../features/form/fields.tsx'
import { ListField } from '../../features/reseller/list-field.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

/** Adds a reseller, whose shop is filled from a price list. */
export function CreateSheet({ onClose }: { onClose: () => void }) {
  const t = useWords('resellers')
  const go = useNavigate()
  const [title, setTitle] = useState('')
  const [list, setList] = useState<{ listId: number; name: string } | null>(null)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('createTitle')}
      button={t('createGo')}
      act={async () => {
        const { resellerId } = await call(consoleApi.resellers.create, {
          ...(title.trim() === '' ? {} : { title: title.trim() }),
          ...(list ? { listId: list.listId } : {}),
        })
        showMessage('success', t('created', { key: resellerId }))
        void go(`/resellers/${resellerId}`)
      }}
    >
      <p>{t('createText')}</p>
      <TextInput
        name="title"
        label={t('createName')}
        description={t('createNameHint')}
        autoComplete="off"
        data-autofocus
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <ListField chosen={list} onChange={setList} />
    </ConfirmSheet>
  )
}
