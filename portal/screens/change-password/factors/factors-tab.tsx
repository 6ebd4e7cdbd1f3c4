import { Skeleton } from '@mantine/core'

import { RetryCard } from '../../../../ui/components/retry-card.tsx'
import { failureText } from '../../../../ui/words/failure-text.ts'
import { useWords } from '../../../words/language.ts'
import { offersPasskeys } from '../../../../ui/device/passkeys.ts'
import { useFactors } from './factor-state.ts'
import css from './factors.module.css'
import { PasskeysPart } from './passkeys-part.tsx'
import { TotpPart } from './totp-part.tsx'

export function FactorsTab() {
  const base = useWords('base')
  const account = useWords('account')
  const { data, error, isFetching, refetch } = useFactors()
  if (data) {
    // Those made on another device can be seen and removed here, even where none can be made.
    const showsPasskeys = offersPasskeys() || data.passkeys.length > 0
    return (
      <div className={css.columns}>
        <TotpPart factors={data} />
        {showsPasskeys ? <PasskeysPart factors={data} /> : null}
      </div>
    )
  }
  if (error) {
    return (
      <RetryCard
        title={account('loadFailedTitle')}
        text={failureText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div className={css.columns} role="status" aria-label={base('loading')}>
      <Skeleton height={148} radius="md" />
      <Skeleton height={148} radius="md" />
    </div>
  )
}
