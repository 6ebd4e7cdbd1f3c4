import { consoleApi } from '../../../contract/console/api.ts'
import type { PackageRow } from '../../../contract/console/packages.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

type Props = { row: PackageRow; onClose: () => void; onDone: () => void }

export function SwitchSheet({ row: { packageId, name, isListed, sellers, holders }, onClose, onDone }: Props) {
  const t = useWords('packages')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(isListed ? 'retireTitle' : 'sellAgainTitle', { name })}
      button={t(isListed ? 'retire' : 'sellAgain')}
      tone={isListed ? 'danger' : 'main'}
      act={async () => {
        await call(consoleApi.packages.switch, { packageId, on: !isListed })
        showMessage('success', t('saved'))
        onDone()
      }}
    >
      <p>{t(isListed ? 'retireText' : 'sellAgainText', { sellers, holders })}</p>
    </ConfirmSheet>
  )
}
