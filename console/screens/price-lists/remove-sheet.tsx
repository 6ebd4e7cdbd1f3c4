import { consoleApi } from '../../../contract/console/api.ts'
import type { ListEntry } from '../../../contract/console/price-lists.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

type Props = { listId: number; row: ListEntry; onClose: () => void; onDone: () => void }

export function RemoveSheet({ listId, row, onClose, onDone }: Props) {
  const t = useWords('price-lists')
  const { packageId, period, packageName } = row
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('removeTitle', { name: packageName, period: t(period) })}
      button={t('remove')}
      tone="danger"
      act={async () => {
        await call(consoleApi.priceLists.removeEntry, { listId, packageId, period })
        showMessage('success', t('removed'))
        onDone()
      }}
    >
      <p>{t('removeText')}</p>
    </ConfirmSheet>
  )
}
