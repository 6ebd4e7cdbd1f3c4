import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { UnclaimedRow } from '../../../contract/console/refunds.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { fenOf } from '../../features/form/fen-of.ts'
import { MoneyInput, TextInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './adjustments.module.css'

/** Payments that arrived for deleted accounts and wait to be returned. */
export function UnclaimedPart() {
  const t = useWords('adjustments')
  const [chosen, setChosen] = useState<UnclaimedRow | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.adjustments.unclaimed.path],
    queryFn: () => call(consoleApi.adjustments.unclaimed, {}),
  })
  return (
    <Section title={t('unclaimed')} text={t('unclaimedText')}>
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={2} height={52} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyPart topic="calm" title={t('unclaimedEmpty')} />
          ) : (
            <ul>
              {rows.map((row) => (
                <li key={`${row.resellerId} ${row.accountId}`} className={css.row}>
                  <span className={css.words}>{t('goneOf', { account: row.accountId, reseller: row.resellerId })}</span>
                  <Money fen={row.balanceFen} />
                  <TextButton onClick={() => setChosen(row)}>{t('giveBack')}</TextButton>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {chosen ? (
        <GiveBackSheet row={chosen} onClose={() => setChosen(null)} onDone={() => void query.refetch()} />
      ) : null}
    </Section>
  )
}

function GiveBackSheet({ row, onClose, onDone }: { row: UnclaimedRow; onClose: () => void; onDone: () => void }) {
  const t = useWords('adjustments')
  const { resellerId, accountId, balanceFen } = row
  const [by, setBy] = useState<'platform' | 'reseller'>('platform')
  const [yuan, setYuan] = useState<number | string>(balanceFen / 100)
  const [reason, setReason] = useState('')
  const intent = useIntentKey()
  const amountFen = fenOf(yuan)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('giveBackTitle', { account: accountId })}
      button={t('giveBackGo', { amount: moneyText(amountFen) })}
      isFinal
      disabled={amountFen < 1 || amountFen > balanceFen || reason.trim() === ''}
      act={async () => {
        const wish = { resellerId, accountId, amountFen, by, reason: reason.trim() }
        await call(consoleApi.adjustments.payOutUnclaimed, { ...wish, key: intent.of(wish) })
        showMessage('success', t('done'))
        onDone()
      }}
    >
      <Segments
        label={t('paidBy')}
        value={by}
        options={(['platform', 'reseller'] as const).map((value) => ({ value, label: t(`by_${value}`) }))}
        onChange={setBy}
      />
      <MoneyInput name="amountFen" label={t('amount')} min={0.01} value={yuan} onChange={setYuan} />
      <TextInput
        name="reason"
        label={t('reason')}
        description={t('giveBackHint')}
        maxLength={100}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
