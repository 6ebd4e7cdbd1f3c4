import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { OwnPrice } from '../../../contract/console/price-lists.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { Effect } from './effect.tsx'

type Props = { resellerId: number; row: OwnPrice; onClose: () => void; onDone: () => void }

/** Replaces a reseller's own price by the list's. If that is higher, it waits like any other rise. */
export function BackSheet({ resellerId, row: { packageId, period, packageName }, onClose, onDone }: Props) {
  const t = useWords('price-lists')
  const change = { resellerId, entries: [{ packageId, period, wholesaleFen: null }] }
  const preview = useQuery({
    queryKey: [consoleApi.priceLists.preview.path, change],
    queryFn: () => call(consoleApi.priceLists.preview, change),
  })
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('backTitle', { name: packageName, period: t(period) })}
      button={t('backGo')}
      disabled={preview.data === undefined}
      act={async () => {
        await call(consoleApi.priceLists.set, change)
        showMessage('success', t('saved'))
        onDone()
      }}
    >
      <Effect effect={preview.data ?? null} />
    </ConfirmSheet>
  )
}
