import { Skeleton } from '@mantine/core'

import { useWords } from '../../words/language.ts'
import css from './embedded.module.css'

/** Stands where the page will be. `isSilent`: what is around it says that it loads. */
export function Bones({ isSilent = false }: { isSilent?: boolean }) {
  const base = useWords('base')
  return (
    <div className={css.bones} {...(isSilent ? {} : { role: 'status', 'aria-label': base('loading') })}>
      <Skeleton height={28} width="46%" radius="md" />
      <Skeleton height={96} radius="lg" />
      <Skeleton height={96} radius="lg" />
    </div>
  )
}
