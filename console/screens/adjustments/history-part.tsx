import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { AdjustmentRow } from '../../../contract/console/refunds.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './adjustments.module.css'

/** Manual bookings with member and reason, the newest first. */
export function HistoryPart() {
  const t = useWords('adjustments')
  const query = useQuery({
    queryKey: [consoleApi.adjustments.list.path],
    queryFn: () => call(consoleApi.adjustments.list, {}),
  })
  return (
    <Section title={t('history')} text={t('historyText')}>
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={3} height={56} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyPart topic="calm" title={t('historyEmpty')} />
          ) : (
            <ul>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

function Row({ row: { resellerId, title, userName, how, amountFen, reason, by, createdAt } }: { row: AdjustmentRow }) {
  const t = useWords('adjustments')
  const whose = userName ?? (title || t('resellerOf', { key: resellerId }))
  return (
    <li className={css.row}>
      <span className={css.words}>
        <strong>{whose}</strong> · {t(how)} · {reason}
        <span className={css.faint}>
          {userName === null ? '' : `${title || t('resellerOf', { key: resellerId })} · `}
          {by} · <When at={createdAt} ago />
        </span>
      </span>
      <Money fen={amountFen} />
    </li>
  )
}
