import { useForm } from '@mantine/form'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { payeeMethods } from '../../../contract/console/choices.ts'
import type { Payee } from '../../../contract/console/money.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { EditRoom, useProblems } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { TextInput } from '../../features/form/fields.tsx'
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
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problems = useProblems()
  const accountMax = { max: limits.payoutAccountMax }
  const nameMax = { max: limits.payoutNameMax }
  const form = useForm({
    initialValues: { method: 'alipay' as Payee['method'], account: '', name: '' },
    validate: {
      account: (text) => (fits(text, 3, accountMax.max) ? null : t('payeeAccountError', accountMax)),
      name: (text) => (fits(text, 1, nameMax.max) ? null : t('payeeNameError', nameMax)),
    },
  })
  const save = form.onSubmit(async (values) => {
    setBusy(true)
    setFailure(null)
    try {
      await call(consoleApi.money.setPayee, values)
      showMessage('success', t('payeeSaved'))
      onSaved()
    } catch (error) {
      setFailure(problems.refuse(error))
    } finally {
      setBusy(false)
    }
  })
  return (
    <EditRoom isSending={busy} problems={problems}>
      <form className={css.form} method="post" noValidate onSubmit={save}>
        <Segments
          label={t('payeeMethod')}
          value={form.values.method}
          options={payeeMethods.map((value) => ({ value, label: t(value) }))}
          onChange={(method) => form.setFieldValue('method', method)}
        />
        <TextInput
          name="account"
          label={t('payeeAccount')}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('account')}
        />
        <TextInput name="name" label={t('payeeName')} autoComplete="off" {...form.getInputProps('name')} />
        <p className={css.hint}>{t('payeeText')}</p>
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        <ActionButton type="submit" fill busy={busy}>
          {t('payeeSave')}
        </ActionButton>
      </form>
    </EditRoom>
  )
}

function fits(text: string, min: number, max: number): boolean {
  const { length } = [...text.trim()]
  return length >= min && length <= max
}
