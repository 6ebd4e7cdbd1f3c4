import { useState } from 'react'

import { Card } from '../../../ui/components/card.tsx'
import { OpenOrders, useOpenOrders } from '../../features/buying/open-orders.tsx'
import { StateCard } from '../../../ui/components/state-card.tsx'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import type { Payment } from '../../features/paying/use-payment.ts'
import { About } from './about.tsx'
import type { Application } from './agency-data.ts'
import { ApplyForm } from './apply-form.tsx'
import css from './open-agency.module.css'
import { PaySheet } from './pay-sheet.tsx'

const AGENCY_ACTIONS = ['agency'] as const

export function Apply({ feeFen, payment }: { feeFen: number; payment: Payment }) {
  const t = useWords('open-agency')
  const amountText = useAmountText()
  const [application, setApplication] = useState<Application | null>(null)
  const [opened, setOpened] = useState(false)
  const intentKey = useIntentKey()
  const openOrders = useOpenOrders(AGENCY_ACTIONS)
  const pay = (orderId: string, amountFen: number) => payment.open({ type: 'agency', orderId, amountFen })
  return (
    <div className={css.grid}>
      <StateCard
        sign="agency"
        label={t('label')}
        title={t('title')}
        chip={t('fee', { amount: amountText(feeFen) })}
        text={t('intro')}
      />
      <div className={css.column}>
        <OpenOrders list={openOrders} onPay={pay} />
        <About />
      </div>
      <Card title={t('formTitle')}>
        <ApplyForm
          feeFen={feeFen}
          onApply={(given) => {
            setApplication(given)
            setOpened(true)
          }}
        />
      </Card>
      {application ? (
        <PaySheet
          application={application}
          feeFen={feeFen}
          intentKey={intentKey}
          opened={opened}
          onClose={() => setOpened(false)}
          onPay={pay}
        />
      ) : null}
    </div>
  )
}
