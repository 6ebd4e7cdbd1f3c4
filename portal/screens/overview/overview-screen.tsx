import { Skeleton } from '@mantine/core'

import type { UserInfo } from '../../../contract/accounts.ts'
import { useLate } from '../../../ui/components/use-late.ts'
import { BlockCallout } from '../../features/account/block-callout.tsx'
import { WithInfo } from '../../features/account/with-info.tsx'
import { BalanceCard } from './balance-card.tsx'
import { DeletionCallout } from './deletion-callout.tsx'
import { Hero } from './hero.tsx'
import { HomeConnection } from './home-connection.tsx'
import { NoticeCard } from './notice-card.tsx'
import { OutageCallout } from './outage-callout.tsx'
import css from './overview-screen.module.css'
import { OwnLines } from './own-lines.tsx'

export default function OverviewScreen() {
  return (
    <WithInfo bones={<Bones />} bonesClass="split">
      {(info) => <Overview info={info} />}
    </WithInfo>
  )
}

function Overview({ info }: { info: UserInfo }) {
  const isLate = useLate()
  return (
    <div className="split">
      <BlockCallout />
      {info.outage ? <OutageCallout outage={info.outage} /> : null}
      {info.deleteAfter === null ? null : <DeletionCallout deleteAfter={info.deleteAfter} />}
      <div className="page">
        <Hero info={info} />
        <HomeConnection info={info} />
        {info.lineCount > 0 ? <OwnLines count={info.lineCount} /> : null}
      </div>
      <div className="page">
        <BalanceCard info={info} />
        {isLate ? <NoticeCard /> : null}
      </div>
    </div>
  )
}

function Bones() {
  return (
    <>
      <Skeleton className={css.heroBone!} radius="xl" />
      <Skeleton className={css.bone!} radius="lg" />
      <Skeleton className={css.bone!} radius="lg" />
    </>
  )
}
