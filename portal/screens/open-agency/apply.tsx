import { useState } from 'react'

import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { StateLine } from '../../../ui/components/state-line.tsx'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { OpenOrders, useOpenOrders } from '../../features/buying/open-orders.tsx'
import type { Payment } from '../../features/paying/use-payment.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { About } from './about.tsx'
import type { Application } from './agency-data.ts'
import css from './open-agency.module.css'
import { Outlook, type OutlookProps } from './outlook.tsx'
import { PaySheet } from './pay-sheet.tsx'

const AGENCY_ACTIONS = ['agency'] as const

type ApplyProps = { feeFen: number; outlook: OutlookProps; payment: Payment; onPaid: () => void }

export function Apply({ feeFen, outlook, payment, onPaid }: ApplyProps) {
  const t = useWords('open-agency')
  const amountText = useAmountText()
  const [application, setApplication] = useState<Application | null>(null)
  const [opened, setOpened] = useState(false)
  const intentKey = useIntentKey()
  const openOrders = useOpenOrders(AGENCY_ACTIONS)
  return (
    <div className="split">
      <div className="gap3 whole">
        <StateLine label={t('fee', { amount: amountText(feeFen) })} title={t('title')} text={t('intro')} />
        <OpenOrders list={openOrders} onPay={payment.open} />
      </div>
      <div className={css.apply}>
        <Card title={t('formTitle')}>
          <ApplyForm
            feeFen={feeFen}
            onApply={(given) => {
              setApplication(given)
              setOpened(true)
            }}
          />
        </Card>
      </div>
      <div className={`page ${css.column}`}>
        <Outlook {...outlook} />
        <About />
      </div>
      {application ? (
        <PaySheet
          application={application}
          feeFen={feeFen}
          intentKey={intentKey}
          opened={opened}
          onClose={() => setOpened(false)}
          onPay={payment.open}
          onPaid={onPaid}
        />
      ) : null}
    </div>
  )
}

type Props = { feeFen: number; onApply: (application: Application) => void }

export function ApplyForm({ feeFen, onApply }: Props) {
  const t = useWords('open-agency')
  const amountText = useAmountText()
  const form = useSubmit({
    rules: {
      name: { label: t('name'), required: true, max: limits.agencyNameMax },
      contact: { label: t('contact'), required: true, max: limits.agencyContactMax },
    },
    // Sends nothing yet: the next sheet shows the price and asks.
    send: (given) => Promise.resolve(onApply(given)),
  })
  return (
    <div className={css.form}>
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <Field
          name="name"
          label={t('name')}
          placeholder={t('nameHint')}
          maxLength={limits.agencyNameMax}
          autoComplete="organization"
          error={form.problems.name}
        />
        <Field
          name="contact"
          label={t('contact')}
          placeholder={t('contactHint')}
          maxLength={limits.agencyContactMax}
          autoComplete="off"
          enterKeyHint="go"
          error={form.problems.contact}
        />
        <p className="soft">{t('before')}</p>
        <ActionButton type="submit" fill>
          {t('next', { amount: amountText(feeFen) })}
        </ActionButton>
      </Form>
    </div>
  )
}
