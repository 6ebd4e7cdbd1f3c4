import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { AgencyRow } from '../../../contract/console/invites.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './agencies.module.css'

const tones = { waiting: 'warn', open: 'good', suspended: 'bad' } as const

/** Agencies that the reseller's users opened. Shows how large each is, but not its money. */
export default function AgenciesScreen() {
  const t = useWords('invites')
  const query = useQuery({
    queryKey: [consoleApi.agencies.list.path],
    queryFn: () => call(consoleApi.agencies.list, {}),
  })
  return (
    <Loaded query={query} failed={t('loadFailed')} card={t('agency')} bones={<Bones count={2} height={200} />}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyPart topic="people" title={t('agenciesEmpty')} text={t('agenciesEmptyText')} />
        ) : (
          <div className={css.page}>
            <p className={css.note}>{t('agencyNote')}</p>
            <div className={css.agencies}>
              {rows.map((row) => (
                <Agency key={row.resellerId} row={row} />
              ))}
            </div>
          </div>
        )
      }
    </Loaded>
  )
}

function Agency({ row }: { row: AgencyRow }) {
  const t = useWords('invites')
  return (
    <Section title={row.name} end={<StateWord tone={tones[row.state]}>{t(row.state)}</StateWord>}>
      <div className={css.figures}>
        {(
          [
            ['users', row.userCount],
            ['newUsers', row.newUserCount],
            ['orders', row.orderCount],
          ] as const
        ).map(([name, count]) => (
          <p key={name} className={css.figure}>
            <strong className={css.count}>{count.toLocaleString('en-US')}</strong>
            <span className={css.label}>{t(name)}</span>
          </p>
        ))}
      </div>
      <FactRows
        rows={[
          { name: t('owner'), value: row.owner.userName },
          { name: t('opened'), value: <When at={row.openedAt} /> },
          { name: t('fee'), value: row.feeFen === null ? '—' : <Money fen={row.feeFen} /> },
        ]}
      />
    </Section>
  )
}
