import { Skeleton } from '@mantine/core'

import { Card } from '../../../ui/components/card.tsx'
import { PaymentSheet } from '../../features/paying/payment-sheet.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import type { Payment } from '../../features/paying/use-payment.ts'
import { useAgency } from './agency-data.ts'
import { AgencyReady } from './agency-ready.tsx'
import { Apply } from './apply.tsx'
import { NotOffered } from './not-offered.tsx'
import { useAgencyPayment } from './use-agency-payment.ts'
import css from './open-agency.module.css'

/** The payment belongs to the whole screen: once it is paid the form goes, and its result must stay. */
export default function OpenAgencyScreen() {
  const payment = useAgencyPayment()
  return (
    <>
      <Content payment={payment} />
      <PaymentSheet payment={payment} />
    </>
  )
}

function Content({ payment }: { payment: Payment }) {
  const t = useWords('agency')
  const user = useWords('user')
  const base = useWords('base')
  const { data, error, isFetching, refetch } = useAgency()
  if (data?.agency && data.beginning) return <AgencyReady agency={data.agency} beginning={data.beginning} />
  if (data) return data.available ? <Apply feeFen={data.feeFen} payment={payment} /> : <NotOffered />
  if (error) {
    return (
      <Card title={user('open_agency')}>
        <RetryCard title={t('loadFailed')} text={failureText(error)} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <div className={css.grid} role="status" aria-label={base('loading')}>
      <Skeleton className={css.stateBone!} radius="xl" />
      <Skeleton className={css.bone!} radius="lg" />
      <Skeleton className={css.bone!} radius="lg" />
    </div>
  )
}
