import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { RefundRow } from '../../../contract/console/refunds.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './refunds.module.css'

const tones = { asked: 'busy', done: 'good', refused: 'bad' } as const

/**
 * Results of refunds at the gateways. If a gateway gave no answer, a member checks with the provider and settles the
 * refund here.
 */
export function HistoryPart() {
  const t = useWords('refunds')
  const [resolving, setResolving] = useState<RefundRow | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.refunds.list.path],
    queryFn: () => call(consoleApi.refunds.list, {}),
  })
  return (
    <Section title={t('history')}>
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={3} height={56} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyPart topic="money" title={t('historyEmpty')} />
          ) : (
            <ul>
              {rows.map((row) => (
                <li key={row.outRequestNo} className={css.row}>
                  <span className={css.words}>
                    <strong>{row.reason}</strong>
                    <span className={css.faint}>
                      {row.outTradeNo} · {row.by} · <When at={row.createdAt} ago />
                    </span>
                  </span>
                  <Money fen={row.amountFen} />
                  <span>
                    <StateWord tone={tones[row.state]}>{t(`short_${row.state}`)}</StateWord>
                    {row.state === 'asked' ? (
                      <TextButton onClick={() => setResolving(row)}>{t('resolve')}</TextButton>
                    ) : null}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {resolving ? (
        <ResolveSheet row={resolving} onClose={() => setResolving(null)} onDone={() => void query.refetch()} />
      ) : null}
    </Section>
  )
}

function ResolveSheet({ row, onClose, onDone }: { row: RefundRow; onClose: () => void; onDone: () => void }) {
  const t = useWords('refunds')
  const [outcome, setOutcome] = useState<'done' | 'refused'>('done')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('resolveTitle')}
      button={t(`resolve_${outcome}`)}
      isFinal
      act={async () => {
        await call(consoleApi.refunds.resolve, { outRequestNo: row.outRequestNo, outcome })
        showMessage('success', t('resolved'))
        onDone()
      }}
    >
      <p>{t('resolveText', { number: row.outRequestNo })}</p>
      <Segments
        label={t('resolve')}
        value={outcome}
        options={(['done', 'refused'] as const).map((value) => ({ value, label: t(`resolve_${value}`) }))}
        onChange={setOutcome}
      />
    </ConfirmSheet>
  )
}
