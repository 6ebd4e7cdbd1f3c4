import { consoleApi } from '../../../contract/console/api.ts'
import type { MerchantRow } from '../../../contract/console/merchants.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

type Props = { row: MerchantRow; onClose: () => void; onDone: () => void }

export function SwitchSheet({ row: { merchantId, name, isOn }, onClose, onDone }: Props) {
  const t = useWords('payment')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(isOn ? 'offTitle' : 'onTitle', { name })}
      button={t(isOn ? 'turnOff' : 'turnOnGo')}
      tone={isOn ? 'danger' : 'main'}
      act={async () => {
        await call(consoleApi.merchants.switch, { merchantId, on: !isOn })
        showMessage('success', t('switched'))
        onDone()
      }}
    >
      <p>{t(isOn ? 'offText' : 'onText')}</p>
    </ConfirmSheet>
  )
}
