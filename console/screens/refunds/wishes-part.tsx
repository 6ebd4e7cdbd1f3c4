import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { WishRow } from '../../../contract/console/refunds.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Textarea } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import type { RefundSubject } from './refund-sheet.tsx'
import css from './refunds.module.css'

/** Requests for refunds, the oldest first. */
export function WishesPart({ onAsk }: { onAsk: (asked: RefundSubject) => void }) {
  const t = useWords('refunds')
  const [declining, setDeclining] = useState<WishRow | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.refunds.wishes.path],
    queryFn: () => call(consoleApi.refunds.wishes, {}),
  })
  async function open({ wishId, amountFen, reason, orderId, outTradeNo }: WishRow): Promise<void> {
    try {
      const about = await call(consoleApi.refunds.find, { number: orderId ?? outTradeNo! })
      onAsk({ about, wish: { wishId, amountFen, reason } })
    } catch (error) {
      showMessage('error', failureText(error))
    }
  }
  return (
    <Section title={t('wishes')}>
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={2} height={64} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyPart topic="calm" title={t('wishesEmpty')} text={t('wishesEmptyText')} />
          ) : (
            <ul>
              {rows.map((row) => (
                <li key={row.wishId} className={css.row}>
                  <span className={css.words}>
                    <strong>{row.reason}</strong>
                    <span className={css.faint}>
                      {row.title || t('unnamed', { number: row.resellerId })} · {row.askedBy} ·{' '}
                      <When at={row.createdAt} ago />
                    </span>
                  </span>
                  <Money fen={row.amountFen} />
                  <span>
                    <TextButton tone="quiet" onClick={() => setDeclining(row)}>
                      {t('decline')}
                    </TextButton>
                    <TextButton onClick={() => void open(row)}>{t('look')}</TextButton>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {declining ? (
        <DeclineSheet row={declining} onClose={() => setDeclining(null)} onDone={() => void query.refetch()} />
      ) : null}
    </Section>
  )
}

function DeclineSheet({ row, onClose, onDone }: { row: WishRow; onClose: () => void; onDone: () => void }) {
  const t = useWords('refunds')
  const [answer, setAnswer] = useState('')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('declineTitle')}
      button={t('decline')}
      tone="danger"
      disabled={answer.trim() === ''}
      act={async () => {
        await call(consoleApi.refunds.decline, { wishId: row.wishId, answer: answer.trim() })
        showMessage('success', t('declined'))
        onDone()
      }}
    >
      <Textarea
        name="answer"
        label={t('answer')}
        description={t('answerHint')}
        maxLength={200}
        autosize
        minRows={2}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
    </ConfirmSheet>
  )
}
