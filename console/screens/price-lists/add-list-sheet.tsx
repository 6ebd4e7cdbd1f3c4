import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceList } from '../../../contract/console/price-lists.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { Select, TextInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

const NONE = 'none'
type Props = { lists: readonly PriceList[]; onClose: () => void; onDone: () => void }

export function AddListSheet({ lists, onClose, onDone }: Props) {
  const t = useWords('price-lists')
  const [, setAddress] = useSearchParams()
  const [name, setName] = useState('')
  const [copyOf, setCopyOf] = useState('0')
  const options = lists.map(({ listId, name: label }) => ({ value: String(listId), label }))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('addList')}
      button={t('addGo', { name: name.trim() })}
      disabled={name.trim() === ''}
      act={async () => {
        const copied = copyOf === NONE ? {} : { copyOf: Number(copyOf) }
        const { listId } = await call(consoleApi.priceLists.add, { name: name.trim(), ...copied })
        showMessage('success', t('added'))
        setAddress({ list: String(listId) }, { replace: true })
        onDone()
      }}
    >
      <p>{t('addText')}</p>
      <TextInput
        name="name"
        label={t('listName')}
        value={name}
        maxLength={40}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        name="copyOf"
        label={t('copyOf')}
        data={[...options, { value: NONE, label: t('copyNone') }]}
        value={copyOf}
        allowDeselect={false}
        onChange={(value) => setCopyOf(value ?? NONE)}
      />
    </ConfirmSheet>
  )
}
