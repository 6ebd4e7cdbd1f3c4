import { Skeleton } from '@mantine/core'

import type { UserInfo } from '../../../contract/accounts.ts'
import { useLate } from '../../../ui/components/use-late.ts'
import { BlockCallout } from '../../features/account/block-callout.tsx'
import { WithInfo } from '../../features/account/with-info.tsx'
import { DeletionCallout } from './deletion-callout.tsx'
import { BalanceCard, LinesCard } from './figure-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Hero } from './hero.tsx'
import { NoticeCard } from './notice-card.tsx'
import css from './overview-screen.module.css'
import { OwnLines } from './own-lines.tsx'

export default function OverviewScreen() {
  return (
    <WithInfo bones={<Bones />} bonesClass={css.grid}>
      {(info) => <Overview info={info} />}
    </WithInfo>
  )
}

function Overview({ info }: { info: UserInfo }) {
  const isLate = useLate()
  return (
    <div className={css.grid}>
      <BlockCallout />
      {info.deleteAfter === null ? null : <DeletionCallout deleteAfter={info.deleteAfter} />}
      <Hero info={info} />
      <div className={css.pair}>
        <BalanceCard info={info} />
        <LinesCard info={info} />
      </div>
      {isLate ? <Rest info={info} /> : null}
    </div>
  )
}

/** Below what a phone shows without scrolling. */
function Rest({ info }: { info: UserInfo }) {
  return (
    <>
      <div className={css.main}>
        <FirstSteps info={info} />
        {info.lineCount > 0 ? <OwnLines count={info.lineCount} /> : null}
      </div>
      <div className={css.main}>
        <NoticeCard />
      </div>
    </>
  )
}

function Bones() {
  return (
    <>
      <Skeleton className={css.heroBone!} radius="xl" />
      <div className={css.pair}>
        <Skeleton className={css.bone!} radius="lg" />
        <Skeleton className={css.bone!} radius="lg" />
      </div>
      <Skeleton className={css.bone!} radius="lg" />
      <Skeleton className={css.bone!} radius="lg" />
    </>
  )
}
