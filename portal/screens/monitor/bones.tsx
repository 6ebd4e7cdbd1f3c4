import { Skeleton } from '@mantine/core'

import { useWords } from '../../words/language.ts'
import css from './monitor-screen.module.css'

export function Bones() {
  const t = useWords('base')
  return (
    <div className={css.grid} role="status" aria-label={t('loading')}>
      <Skeleton height={72} radius="lg" />
      <div className={css.side}>
        <Skeleton height={120} radius="lg" />
        <Skeleton height={240} radius="lg" className={css.platform!} />
      </div>
      <div className={css.column}>
        <Skeleton height={112} radius="lg" />
        <Skeleton height={320} radius="lg" />
      </div>
    </div>
  )
}
