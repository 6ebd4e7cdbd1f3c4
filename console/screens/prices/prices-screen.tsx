import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { byPackage } from '../../features/table/by-package.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { Coupons } from './coupons.tsx'
import { useLastChange } from './last-change.ts'
import { PackagePrices } from './package-prices.tsx'
import { PriceSheet } from './price-sheet.tsx'
import css from './prices.module.css'
import { RuleSheet } from './rule-sheet.tsx'
import { SwitchSheet } from './switch-sheet.tsx'
import { UndoBar } from './undo-bar.tsx'

const SpecialSheet = lazy(() => loadChunk(() => import('./special-sheet.tsx')))

type Doing = { what: 'nothing' } | { what: 'rule' } | { what: 'price' | 'off' | 'special'; row: PriceRow }

export default function PricesScreen() {
  const t = useWords('prices')
  const mayWrite = useMay()('prices.write')
  const [doing, setDoing] = useState<Doing>({ what: 'nothing' })
  const query = useQuery({
    queryKey: [consoleApi.prices.list.path],
    queryFn: () => call(consoleApi.prices.list, {}),
  })
  const change = useLastChange()
  const again = () => void query.refetch()
  const close = () => setDoing({ what: 'nothing' })
  return (
    <>
      {mayWrite ? (
        <ScreenActions>
          {/* A rule begins with today's prices. */}
          <ActionButton disabled={!query.data} onClick={() => setDoing({ what: 'rule' })}>
            {t('rule')}
          </ActionButton>
        </ScreenActions>
      ) : null}
      <div className={css.page}>
        {mayWrite ? <UndoBar change={change} rows={query.data?.rows ?? []} onDone={again} /> : null}
        <Loaded query={query} failed={t('loadFailed')} card={t('pricesTitle')} bones={<Bones count={3} height={180} />}>
          {({ rows }) => (
            <div className={css.packages}>
              {byPackage(rows).map((group) => (
                <PackagePrices
                  key={group[0]!.packageId}
                  rows={group}
                  mayWrite={mayWrite}
                  onPrice={(row) => setDoing({ what: 'price', row })}
                  onSwitch={(row) => setDoing({ what: 'off', row })}
                  onSpecial={(row) => setDoing({ what: 'special', row })}
                  onDone={again}
                />
              ))}
            </div>
          )}
        </Loaded>
        <Coupons rows={query.data?.rows ?? []} />
      </div>
      {doing.what === 'price' ? <PriceSheet row={doing.row} onClose={close} onDone={again} /> : null}
      {doing.what === 'off' ? <SwitchSheet row={doing.row} onClose={close} onDone={again} /> : null}
      {doing.what === 'special' ? (
        <Suspense>
          <SpecialSheet row={doing.row} onClose={close} onDone={again} />
        </Suspense>
      ) : null}
      {mayWrite ? (
        <RuleSheet
          opened={doing.what === 'rule'}
          onClose={close}
          onSet={change.keep}
          onDone={again}
          rows={query.data?.rows ?? []}
        />
      ) : null}
    </>
  )
}
