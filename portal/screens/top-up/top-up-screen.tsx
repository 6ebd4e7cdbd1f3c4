import { Skeleton } from '@mantine/core'

import { BlockCallout } from '../../features/account/block-callout.tsx'
import { WithInfo } from '../../features/account/with-info.tsx'
import { useSellsOnline } from '../../features/paying/use-sells-online.ts'
import { OfflineOnly } from './offline-only.tsx'
import css from './top-up.module.css'
import { TopUp } from './top-up.tsx'

export default function TopUpScreen() {
  const sellsOnline = useSellsOnline()
  const bones = (
    <>
      <Skeleton className={css.stateBone!} radius="xl" />
      <Skeleton className={css.bone!} radius="lg" />
      <Skeleton className={css.bone!} radius="lg" />
    </>
  )
  return (
    <WithInfo bones={bones} bonesClass={css.grid}>
      {(info) => {
        if (info.blockedReason !== null) return <BlockCallout />
        if (sellsOnline === null) return null
        return sellsOnline ? <TopUp info={info} /> : <OfflineOnly />
      }}
    </WithInfo>
  )
}
