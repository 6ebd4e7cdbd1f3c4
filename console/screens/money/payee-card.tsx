import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { payeeMethods } from '../../../contract/console/choices.ts'
import type { Payee } from '../../../contract/console/money.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { EditForm } from '../../features/form/edit-form.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Field } from '../../features/form/plain-fields.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './money.module.css'

type Props = { payee: Payee | null; onSaved: () => void }

/** The account for payouts, with enough of its number to recognise it. */
export function PayeeCard({ payee, onSaved }: Props) {
  const t = useWords('money')
  const base = useWords('base')
  const [opened, setOpened] = useState(false)
  return (
    <Section title={t('payeeTitle')} text={t('payeeText')}>
      {payee === null ? (
        <p className={css.faint}>{t('payeeNone')}</p>
      ) : (
        <FactRows
          rows={[
            { name: t('payeeMethod'), value: t(payee.method) },
            { name: t('payeeAccount'), value: payee.accountMasked },
            { name: t('payeeName'), value: payee.nameMasked },
            { name: t('payeeChanged'), value: recordText(payee.changedAt) },
          ]}
        />
      )}
      <ActionButton tone="quiet" onClick={() => setOpened(true)}>
        {t(payee === null ? 'payeeSet' : 'payeeChange')}
      </ActionButton>
      <EditSheet opened={opened} onClose={() => setOpened(false)} title={t('payeeTitle')} closeLabel={base('close')}>
        <PayeeForm
          onSaved={() => {
            setOpened(false)
            onSaved()
          }}
        />
      </EditSheet>
    </Section>
  )
}

function PayeeForm({ onSaved }: { onSaved: () => void }) {
  const t = useWords('money')
  const [method, setMethod] = useState<Payee['method']>('alipay')
  const form = useSubmit<'account' | 'name'>({
    rules: {
      account: { label: t('payeeAccount'), required: true, min: 3, max: limits.payoutAccountMax },
      name: { label: t('payeeName'), required: true, min: 1, max: limits.payoutNameMax },
    },
    send: async (values) => {
      await call(consoleApi.money.setPayee, { method, ...values })
      showMessage('success', t('payeeSaved'))
      onSaved()
    },
  })
  return (
    <EditForm form={form}>
      <Segments
        label={t('payeeMethod')}
        value={method}
        options={payeeMethods.map((value) => ({ value, label: t(value) }))}
        onChange={setMethod}
      />
      <Field name="account" label={t('payeeAccount')} autoComplete="off" error={form.problems.account} />
      <Field name="name" label={t('payeeName')} autoComplete="off" error={form.problems.name} />
      <p className={css.hint}>{t('payeeText')}</p>
      <ActionButton type="submit" fill busy={form.busy}>
        {t('payeeSave')}
      </ActionButton>
    </EditForm>
  )
}
