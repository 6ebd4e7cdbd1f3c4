import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Loaded, PageBones } from '../../../ui/components/loaded.tsx'
import { SupportLink } from '../../features/account/support-link.tsx'
import { PaymentSheet } from '../../features/paying/payment-sheet.tsx'
import type { Payment } from '../../features/paying/use-payment.ts'
import { useWords } from '../../words/language.ts'
import { useAgency, useAgencyPayment, useTopAfterSheet } from './agency-data.ts'
import { AgencyReady } from './agency-ready.tsx'
import { Apply } from './apply.tsx'

/** The payment belongs to the whole screen: after payment the form disappears, and the result must stay. */
export default function OpenAgencyScreen() {
  const showTop = useTopAfterSheet()
  const payment = useAgencyPayment(showTop)
  return (
    <>
      <Content payment={payment} onPaid={showTop} />
      <PaymentSheet payment={payment} />
    </>
  )
}

function Content({ payment, onPaid }: { payment: Payment; onPaid: () => void }) {
  const t = useWords('open-agency')
  const user = useWords('user')
  return (
    <Loaded
      query={useAgency()}
      failed={t('loadFailed')}
      card={user('open_agency')}
      bones={<PageBones heights={[240, 240]} />}
      bonesClass="split"
    >
      {({ agency, beginning, available, feeFen, prices, example }) => {
        if (agency && beginning) return <AgencyReady agency={agency} beginning={beginning} />
        if (!available) return <NotOffered />
        return <Apply feeFen={feeFen} outlook={{ prices, example, feeFen }} payment={payment} onPaid={onPaid} />
      }}
    </Loaded>
  )
}

/** A reseller that does not sell online opens no agencies: its users are told whom to ask. */
export function NotOffered() {
  const t = useWords('open-agency')
  const user = useWords('user')
  return (
    <Card title={user('open_agency')}>
      <EmptyPart topic="shop" title={t('notOffered')} text={t('notOfferedText')}>
        <SupportLink />
      </EmptyPart>
    </Card>
  )
}
