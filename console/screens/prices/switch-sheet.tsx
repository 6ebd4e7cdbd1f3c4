import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

/** Switches a package off or on. Before switching off, it explains what that means for users who have it. */
export function SwitchSheet({ row, onClose, onDone }: { row: PriceRow; onClose: () => void; onDone: () => void }) {
  const t = useWords('prices')
  const { packageId, period, packageName, isOn, trialDays } = row
  const isTrial = trialDays !== null
  const name = isTrial ? packageName : t('editTitle', { name: packageName, period: t(period) })
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={isOn ? t(isTrial ? 'trialOffTitle' : 'takeOffTitle', { name }) : name}
      button={t(isOn ? 'takeOff' : 'putOn')}
      tone={isOn ? 'danger' : 'main'}
      act={async () => {
        await call(consoleApi.prices.switch, { packageId, period, on: !isOn })
        showMessage('success', t('switched'))
        onDone()
      }}
    >
      {isOn ? <p>{t(isTrial ? 'trialOffText' : 'takeOffText')}</p> : null}
      {!isOn && isTrial ? <p>{t('trialOnText')}</p> : null}
    </ConfirmSheet>
  )
}
