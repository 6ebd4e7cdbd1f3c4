import { Button, Skeleton } from '@mantine/core'

import { BlockCallout } from '../../features/account/block-callout.tsx'
import { PlainMessage } from '../../../ui/components/plain-message.tsx'
import { useWords } from '../../words/language.ts'
import { AccountCard } from './account-card.tsx'
import { BalanceCard } from './balance-card.tsx'
import { DeletionCallout } from './deletion-callout.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Hero } from './hero.tsx'
import { LinesCard } from './lines-card.tsx'
import { NoticeCard } from './notice-card.tsx'
import css from './overview-screen.module.css'
import { OwnLines } from './own-lines.tsx'
import { QuickActions } from './quick-actions.tsx'
import { useUserInfo } from '../../session/use-user-info.ts'

export default function OverviewScreen() {
  const t = useWords('user')
  const base = useWords('base')
  const loaded = useUserInfo()
  if (loaded.state === 'loading') return <Loading label={base('loading')} />
  if (loaded.state === 'failed') {
    return (
      <PlainMessage title={t('infoFailedTitle')} text={t('infoFailedText')} fill="content">
        <Button fullWidth onClick={loaded.retry}>
          {base('retry')}
        </Button>
      </PlainMessage>
    )
  }
  const { info } = loaded
  return (
    <div className={css.grid}>
      <BlockCallout />
      {info.deleteAfter === null ? null : <DeletionCallout deleteAfter={info.deleteAfter} />}
      <Hero info={info} />
      <div className={css.pair}>
        <BalanceCard info={info} />
        <LinesCard info={info} />
      </div>
      <div className={css.main}>
        <FirstSteps info={info} />
        {info.lineCount > 0 ? <OwnLines count={info.lineCount} /> : null}
        <NoticeCard />
      </div>
      <div className={css.main}>
        <QuickActions />
        <AccountCard info={info} />
      </div>
    </div>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div className={css.grid} role="status" aria-label={label}>
      <Skeleton className={css.heroBone!} radius="xl" />
      <div className={css.pair}>
        <Skeleton className={css.bone!} radius="lg" />
        <Skeleton className={css.bone!} radius="lg" />
      </div>
      <Skeleton className={css.bone!} radius="lg" />
      <Skeleton className={css.bone!} radius="lg" />
    </div>
  )
}
