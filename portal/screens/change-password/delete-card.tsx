import { Skeleton } from '@mantine/core'
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Checkbox } from '../../../ui/components/auth/checkbox.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { FactorCode, OwnPassword } from '../../features/account/own-password.tsx'
import { useKnownInfo } from '../../state/known-info.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { useFactors } from './factors/factor-state.ts'
import css from './own-data.module.css'

export function DeleteCard() {
  const t = useWords('change-password')
  const base = useWords('base')
  const { data, error, refetch, isFetching } = useDeletion()
  return (
    <Card title={t('deleteTitle')}>
      {data ? <Deletion deleteAfter={data.deleteAfter} /> : null}
      {!data && error ? (
        <>
          <p className="soft">{failureText(error)}</p>
          <div className={css.action}>
            <ActionButton tone="quiet" busy={isFetching} onClick={() => void refetch()}>
              {base('retry')}
            </ActionButton>
          </div>
        </>
      ) : null}
      {!data && !error ? <Skeleton height={104} radius="md" /> : null}
    </Card>
  )
}

function Deletion({ deleteAfter }: { deleteAfter: string | null }) {
  const t = useWords('change-password')
  const [asking, setAsking] = useState(false)
  const days = limits.deletionDelayMs / 86_400_000
  return (
    <>
      {deleteAfter === null ? (
        <>
          <p className="soft">{t('deleteText', { days })}</p>
          <div className={css.action}>
            <ActionButton tone="dangerQuiet" onClick={() => setAsking(true)}>
              {t('deleteNow')}
            </ActionButton>
          </div>
        </>
      ) : (
        <Pending deleteAfter={deleteAfter} />
      )}
      <DeleteSheet opened={asking} onClose={() => setAsking(false)} />
    </>
  )
}

function Pending({ deleteAfter }: { deleteAfter: string }) {
  const t = useWords('change-password')
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(api.accounts.keep, {}),
    onSuccess: () => {
      queries.setQueryData(DELETION_KEY, { deleteAfter: null })
      showMessage('success', t('kept'))
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
  return (
    <>
      <p className={css.pending}>{t('deletePending', { time: momentText(deleteAfter) })}</p>
      <p className="soft">{t('deletePendingText')}</p>
      <div className={css.action}>
        <ActionButton busy={isPending} onClick={() => mutate()}>
          {t('keep')}
        </ActionButton>
      </div>
    </>
  )
}

export const DELETION_KEY = ['deletion'] as const

export function useDeletion() {
  return useQuery({ queryKey: DELETION_KEY, queryFn: () => call(api.accounts.deletion, {}) })
}

export function DeleteSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('change-password')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('deleteAsk')} closeLabel={base('close')}>
      <DeleteForm onDone={onClose} />
    </Sheet>
  )
}

function DeleteForm({ onDone }: { onDone: () => void }) {
  const t = useWords('change-password')
  const days = limits.deletionDelayMs / 86_400_000
  return (
    <div className="gap4">
      <Facts
        facts={[
          { icon: 'clock', title: t('deleteWait', { days }), text: t('deleteWaitText') },
          { icon: 'warning', title: t('deleteGone'), text: t('deleteGoneText') },
        ]}
      />
      <Confirmation onDone={onDone} />
    </div>
  )
}

function Confirmation({ onDone }: { onDone: () => void }) {
  const t = useWords('change-password')
  const account = useWords('account')
  const amountText = useAmountText()
  const queries = useQueryClient()
  const balanceFen = useKnownInfo((info) => info.balanceFen)
  const hasBalance = balanceFen !== null && balanceFen > 0
  const { data: factors } = useFactors()
  const form = useSubmit({
    rules: {
      passWord: { label: account('password'), required: true },
      totp: { label: account('code') },
      waive: { label: '' },
    },
    exact: ['passWord'],
    // Even a refusal uses up a code, so ask for it at once when it is known to be needed.
    asked: factors?.totp ? ['totp'] : [],
    asks: { 'auth.totp_required': 'totp' },
    refusals: {
      'auth.wrong_password': 'passWord',
      'auth.totp_wrong': 'totp',
      'account.has_balance': 'waive',
    },
    send: async ({ passWord, totp, waive }) => {
      const given = { passWord, ...(totp === '' ? {} : { totp }), ...(waive === '' ? {} : { waiveBalance: true }) }
      queries.setQueryData(DELETION_KEY, await call(api.accounts.remove, given))
      onDone()
    },
  })
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      <OwnPassword error={form.problems.passWord} />
      {form.asked.includes('totp') ? <FactorCode error={form.problems.totp} /> : null}
      {hasBalance || form.problems.waive ? (
        <Checkbox
          name="waive"
          label={hasBalance ? t('waive', { amount: amountText(balanceFen) }) : t('waiveAll')}
          error={form.problems.waive}
        />
      ) : null}
      <ActionButton type="submit" tone="danger" fill busy={form.busy}>
        {t('deleteConfirm')}
      </ActionButton>
    </Form>
  )
}
