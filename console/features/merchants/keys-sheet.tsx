import { useState } from 'react'

import type { MerchantRow } from '../../../contract/console/merchants.ts'
import { isKeyReplaced, type MerchantKeys } from '../../../contract/providers.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { KeyFields } from './key-fields.tsx'
import { useMerchantApi } from './merchant-api.ts'
import { useWrongFields } from './use-wrong-fields.ts'

type Props = { row: MerchantRow; onClose: () => void; onDone: () => void }

/** Replaces keys. Old keys are never shown; new ones count after the gateway has accepted them. */
export function KeysSheet({ row: { merchantId, provider, name }, onClose, onDone }: Props) {
  const t = useWords('payment')
  const api = useMerchantApi()
  const [keys, setKeys] = useState<MerchantKeys>({})
  const { wrong, noting } = useWrongFields()
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('keysTitle', { name })}
      button={t('tryAndSave')}
      act={async () => {
        const typed = Object.fromEntries(Object.entries(keys).filter(([, key]) => String(key).trim() !== ''))
        await noting(call(api.replaceKeys, { merchantId, ...typed }))
        showMessage('success', t('keysSaved'))
        onDone()
      }}
    >
      <p>{t('keysText')}</p>
      <KeyFields provider={provider} where={isKeyReplaced} keys={keys} onChange={setKeys} wrong={wrong} />
    </ConfirmSheet>
  )
}
