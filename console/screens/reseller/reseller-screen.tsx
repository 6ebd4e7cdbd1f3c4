import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownReseller } from '../../../contract/console/resellers.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { ResellerState } from '../../features/reseller/reseller-state.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { useTitle } from '../../features/screen/screen-title.ts'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { Money } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { goToOffice } from '../../session/office.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { AboutCard, AuditCard, LifelinesCard, MoneyCard, PeopleCard } from './cards.tsx'
import { DecideSheets, type Deciding } from './decide-sheets.tsx'
import { LimitsCard } from './limits-card.tsx'
import { NodesCard } from './nodes-card.tsx'
import css from './reseller.module.css'

/** One reseller: its figures, owner and terms, and all decisions of the platform about it. */
export default function ResellerScreen() {
  const t = useWords('resellers')
  const resellerId = Number(useParams()['id'])
  const query = useQuery({
    queryKey: [consoleApi.resellers.show.path, resellerId],
    queryFn: () => call(consoleApi.resellers.show, { resellerId }),
  })
  useTitle(query.data ? (query.data.agencyName ?? query.data.title) : null)
  return (
    <div className={css.page}>
      <Link className={css.back} to="/resellers">
        ‹ {t('back')}
      </Link>
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={4} height={120} />} bonesClass={css.page}>
        {(reseller) => <Shown reseller={reseller} onDone={() => void query.refetch()} />}
      </Loaded>
    </div>
  )
}

function Shown({ reseller, onDone }: { reseller: ShownReseller; onDone: () => void }) {
  const t = useWords('resellers')
  const may = useMay()
  const [deciding, setDeciding] = useState<Deciding>('nothing')
  const { resellerId, state, users, activeUsers, salesFen, marginFen, balanceFen, owedFen } = reseller
  return (
    <>
      <ScreenActions>
        {may('resellers.enter') ? (
          <ActionButton tone="quiet" onClick={() => goToOffice(resellerId)}>
            {t('enter')}
          </ActionButton>
        ) : null}
        {state === 'waiting' && may('resellers.write') ? (
          <ActionButton onClick={() => setDeciding('approve')}>{t('approve')}</ActionButton>
        ) : null}
      </ScreenActions>
      <p className={css.head}>
        <ResellerState state={state} />
        <span className={css.soft}>{t('numberOf', { key: resellerId })}</span>
      </p>
      <Figures>
        <Figure label={t('users')} value={`${users.count}${users.isFloor ? '+' : ''}`} />
        <Figure label={t('active')} value={activeUsers} />
        {salesFen === null ? null : <Figure label={t('sales')} value={<Money fen={salesFen} />} />}
        {marginFen === null ? null : <Figure label={t('margin')} value={<Money fen={marginFen} />} />}
        {balanceFen === null ? null : (
          <Figure label={t('balance')} value={<Money fen={balanceFen - (owedFen ?? 0)} />} />
        )}
      </Figures>
      <div className={css.columns}>
        <div className={css.column}>
          <AboutCard reseller={reseller} onDecide={setDeciding} />
          <MoneyCard reseller={reseller} onDecide={setDeciding} />
          <LimitsCard reseller={reseller} onDone={onDone} />
        </div>
        <div className={css.column}>
          <NodesCard reseller={reseller} onDone={onDone} />
          <LifelinesCard reseller={reseller} onDecide={setDeciding} />
          <PeopleCard reseller={reseller} onDecide={setDeciding} />
          <AuditCard audit={reseller.audit} />
        </div>
      </div>
      <DecideSheets reseller={reseller} deciding={deciding} onClose={() => setDeciding('nothing')} onDone={onDone} />
    </>
  )
}
