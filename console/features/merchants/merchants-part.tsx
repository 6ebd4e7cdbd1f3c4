import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { MerchantRow } from '../../../contract/console/merchants.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { ScreenActions } from '../screen/screen-actions.tsx'
import { Section } from '../show/section.tsx'
import { AddSheet } from './add-sheet.tsx'
import { KeysSheet } from './keys-sheet.tsx'
import { type MerchantApi, MerchantsOf } from './merchant-api.ts'
import { MerchantLine } from './merchant-line.tsx'
import css from './merchants.module.css'
import { SwitchSheet } from './switch-sheet.tsx'
import { WaysSheet } from './ways-sheet.tsx'

type MerchantQuestion = { row: MerchantRow; what: 'keys' | 'switch' | 'ways' }

/** Where online payments go: the reseller's own accounts in the order users see them, or the platform's. */
export function MerchantsPart({ api, isPlatform = false }: { api: MerchantApi; isPlatform?: boolean }) {
  const t = useWords('payment')
  const query = useQuery({
    queryKey: [api.list.path],
    queryFn: () => call(api.list, {}),
  })
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<MerchantQuestion | null>(null)
  const again = () => void query.refetch()
  async function raise(rows: readonly MerchantRow[], at: number): Promise<void> {
    const ids = rows.map(({ merchantId }) => merchantId)
    const merchantIds = [...ids.slice(0, at - 1), ids[at]!, ids[at - 1]!, ...ids.slice(at + 1)]
    try {
      await call(api.order, { merchantIds })
      again()
    } catch (error) {
      showMessage('error', failureText(error))
    }
  }
  return (
    <MerchantsOf value={api}>
      <ScreenActions>
        <ActionButton icon="plus" onClick={() => setAdding(true)}>
          {t('add')}
        </ActionButton>
      </ScreenActions>
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={2} height={120} />} bonesClass={css.page}>
        {({ rows, platformWays, isOnline }) => (
          <div className={css.page}>
            {isOnline ? null : <Callout tone="info">{t('notOnline')}</Callout>}
            <Section title={t('ownTitle')} text={t(isPlatform ? 'everybodysText' : 'ownText')}>
              {rows.length === 0 ? (
                <EmptyPart topic="money" title={t('empty')} text={t(isPlatform ? 'everybodysEmpty' : 'emptyText')} />
              ) : (
                <ol>
                  {rows.map((row, at) => (
                    <MerchantLine
                      key={row.merchantId}
                      row={row}
                      onRaise={at === 0 ? null : () => void raise(rows, at)}
                      onAsk={(what) => setAsked({ row, what })}
                    />
                  ))}
                </ol>
              )}
            </Section>
            {isPlatform || rows.some(({ isOn }) => isOn) ? null : (
              <Section title={t('platformTitle')} text={t('platformText')}>
                <p className={css.ways}>
                  {platformWays.length === 0 ? t('noWays') : platformWays.map((way) => t(way)).join(' · ')}
                </p>
              </Section>
            )}
          </div>
        )}
      </Loaded>
      {isAdding ? <AddSheet isPlatform={isPlatform} onClose={() => setAdding(false)} onDone={again} /> : null}
      {asked?.what === 'keys' ? <KeysSheet row={asked.row} onClose={() => setAsked(null)} onDone={again} /> : null}
      {asked?.what === 'ways' ? <WaysSheet row={asked.row} onClose={() => setAsked(null)} onDone={again} /> : null}
      {asked?.what === 'switch' ? <SwitchSheet row={asked.row} onClose={() => setAsked(null)} onDone={again} /> : null}
    </MerchantsOf>
  )
}
