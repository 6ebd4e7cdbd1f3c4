import { Skeleton } from '@mantine/core'

import { WithInfo } from '../../features/account/with-info.tsx'
import { EmailBind } from './email-bind.tsx'
import css from './email-bind.module.css'

export default function EmailBindScreen() {
  const bones = (
    <>
      <Skeleton className={css.stateBone!} radius="xl" />
      <Skeleton className={css.bone!} radius="lg" />
    </>
  )
  return (
    <WithInfo bones={bones} bonesClass={css.grid}>
      {(info) => <EmailBind info={info} />}
    </WithInfo>
  )
}
