import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Field } from '../../components/auth/field.tsx'
import { Form } from '../../components/form.tsx'
import { OutcomeSign } from '../../components/paying/outcome-sign.tsx'
import { Segments } from '../../components/segments.tsx'
import { Sheet } from '../../components/sheet.tsx'
import { StepRoom } from '../../components/step-room.tsx'
import type { IntentKey } from '../../forms/use-intent-key.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { ApiError } from '../../http/api-error.ts'
import { call } from '../../http/client.ts'
import { useAmountText } from '../../locales/amount-text.ts'
import { useWords } from '../../locales/language.ts'
import { useMoneyFailureText } from '../../locales/money-failure-text.ts'
import { amountRule } from '../../paying/amount-rule.ts'
import { readYuan } from '../../paying/read-yuan.ts'
import { AmountField } from './amount-field.tsx'
import { INVITE_KEY, type InviteSummary } from './invite-data.ts'
import css from './invite.module.css'
import { PasswordFirst } from './password-first.tsx'

const methods = ['alipay', 'wechat', 'bank'] as const
type Method = (typeof methods)[number]
const hints = { alipay: 'alipayHint', wechat: 'wechatHint', bank: 'bankHint' } as const

type Props = { opened: boolean; onClose: () => void; summary: InviteSummary; intentKey: IntentKey }

export function WithdrawSheet({ opened, onClose, ...rest }: Props) {
  const t = useWords('invite')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('withdraw')} closeLabel={base('close')}>
      <Withdraw onClose={onClose} {...rest} />
    </Sheet>
  )
}

function Withdraw({ onClose, summary, intentKey }: Omit<Props, 'opened'>) {
  const t = useWords('invite')
  const [step, setStep] = useState<'form' | 'password' | 'done'>('form')
  return (
    <StepRoom step={step}>
      {step === 'form' ? <WithdrawForm summary={summary} intentKey={intentKey} onStep={setStep} /> : null}
      {step === 'password' ? <PasswordFirst /> : null}
      {step === 'done' ? (
        <div className={css.sheet}>
          <OutcomeSign tone="good" title={t('asked')} text={t('askedText')} />
          <ActionButton fill onClick={onClose}>
            {t('done')}
          </ActionButton>
        </div>
      ) : null}
    </StepRoom>
  )
}

type FormProps = { summary: InviteSummary; intentKey: IntentKey; onStep: (step: 'password' | 'done') => void }

function WithdrawForm({ summary: { confirmedFen, withdrawMinFen }, intentKey, onStep }: FormProps) {
  const t = useWords('invite')
  const amountText = useAmountText()
  const queries = useQueryClient()
  const explain = useMoneyFailureText()
  const [method, setMethod] = useState<Method>('alipay')
  const form = useSubmit<'amount' | 'account'>({
    rules: {
      amount: amountRule({ label: t('amount'), minFen: withdrawMinFen, maxFen: confirmedFen }),
      account: { label: t('account'), required: true, min: 3, max: limits.payoutAccountMax },
    },
    refusals: { 'commission.short': 'amount' },
    explain,
    send: async ({ amount, account }) => {
      const wanted = { amountFen: readYuan(amount) ?? 0, method, account }
      try {
        await call(api.invites.withdraw, { ...wanted, key: intentKey.of(wanted) })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'auth.password_required') return onStep('password')
        throw error
      }
      intentKey.settle()
      await queries.invalidateQueries({ queryKey: INVITE_KEY })
      onStep('done')
    },
  })
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      <p className={css.note}>{t('withdrawText', { amount: amountText(confirmedFen) })}</p>
      <AmountField maxFen={confirmedFen} error={form.problems.amount} />
      <Segments
        label={t('method')}
        options={methods.map((value) => ({ value, label: t(value) }))}
        value={method}
        onChange={setMethod}
      />
      <Field
        name="account"
        label={t('account')}
        placeholder={t(hints[method])}
        autoComplete="off"
        error={form.problems.account}
      />
      <ActionButton type="submit" fill busy={form.busy}>
        {t('withdrawNow')}
      </ActionButton>
    </Form>
  )
}
