import type { MerchantRow } from '../../../contract/console/merchants.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { useMerchantApi } from './merchant-api.ts'

type Props = { row: MerchantRow; onClose: () => void; onDone: () => void }

export function SwitchSheet({ row: { merchantId, name, isOn }, onClose, onDone }: Props) {
  const t = useWords('payment')
  const api = useMerchantApi()
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(isOn ? 'offTitle' : 'onTitle', { name })}
      button={t(isOn ? 'turnOff' : 'turnOnGo')}
      tone={isOn ? 'danger' : 'main'}
      act={async () => {
        await call(api.switch, { merchantId, on: !isOn })
        showMessage('success', t('switched'))
        onDone()
      }}
    >
      <p>{t(isOn ? 'offText' : 'onText')}</p>
    </ConfirmSheet>
  )
}
