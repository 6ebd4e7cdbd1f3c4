import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceList } from '../../../contract/console/price-lists.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { TextInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

type Props = { list: PriceList; onClose: () => void; onDone: () => void }

export function RenameSheet({ list, onClose, onDone }: Props) {
  const t = useWords('price-lists')
  const [name, setName] = useState(list.name)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('renameTitle', { name: list.name })}
      button={t('renameGo', { name: name.trim() })}
      disabled={name.trim() === '' || name.trim() === list.name}
      act={async () => {
        await call(consoleApi.priceLists.rename, { listId: list.listId, name: name.trim() })
        showMessage('success', t('renamed'))
        onDone()
      }}
    >
      <TextInput
        name="name"
        label={t('listName')}
        value={name}
        maxLength={40}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
