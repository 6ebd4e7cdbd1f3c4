import { Skeleton } from '@mantine/core'

import { Loaded } from '../../../ui/components/loaded.tsx'
import { useWords } from '../../words/language.ts'
import { useCatalogue } from './catalogue.ts'
import css from './packages.module.css'
import { Shop } from './shop.tsx'

export default function PackagesScreen() {
  const user = useWords('user')
  const t = useWords('packages')
  return (
    <Loaded
      query={useCatalogue()}
      failed={t('loadFailed')}
      card={user('tcBuy')}
      bones={<ShopBones />}
      bonesClass="page"
    >
      {(catalogue) => <Shop catalogue={catalogue} />}
    </Loaded>
  )
}

function ShopBones() {
  return (
    <>
      <Skeleton height={72} radius="lg" />
      <Skeleton height={54} radius="lg" />
      <div className={css.plans}>
        <Skeleton className={css.planBone!} radius="lg" />
        <Skeleton className={css.planBone!} radius="lg" />
        <Skeleton className={css.planBone!} radius="lg" />
      </div>
    </>
  )
}
