import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { call } from '../../session/call.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { EditRoom } from '../form/edit-room.tsx'
import { EditSheet } from '../form/edit-sheet.tsx'
import { Checkbox, NumberInput, Select } from '../form/fields.tsx'
import items from '../show/item-rows.module.css'
import { moneyText } from '../show/money.tsx'
import { useRun } from '../show/use-run.ts'
import { TopUpInstead, useBalance } from '../top-up/top-up-instead.tsx'
import { FIRST, type GiftDraft, wishOf } from './gift-draft.ts'
import { useUserChoices } from './use-user-choices.ts'
import { useReloadUser } from './use-user.ts'

type Props = {
  user: ShownUser
  opened: boolean
  onClose: () => void
  /** What stands in the form at first. */
  first?: Partial<GiftDraft>
  onDone?: () => void
}

export function GiveSheet({ opened, ...rest }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const { user, onClose } = rest
  return (
    <EditSheet
      opened={opened}
      onClose={onClose}
      title={t('giveTitle', { name: user.userName })}
      closeLabel={base('close')}
    >
      <GiveForm {...rest} />
    </EditSheet>
  )
}

/** Asks for the price as soon as the form is complete, so that the button can show it. */
function GiveForm({ user, onClose, first, onDone }: Omit<Props, 'opened'>) {
  const t = useWords('user')
  const isOperator = useSession().scope === 'platform'
  const reload = useReloadUser(user.id)
  const key = useIntentKey()
  // Without a plan there is nothing to prolong or to add traffic to.
  const isBare = user.state === 'none'
  const [draft, setDraft] = useState({ ...FIRST, kind: isBare ? ('balance' as const) : FIRST.kind, ...first })
  const [isFree, setFree] = useState(false)
  const { busy, failure, run, room } = useRun(onClose)
  const wish = wishOf(draft)
  const price = useQuery({
    queryKey: [consoleApi.user.givePrice.path, user.id, wish],
    queryFn: () => call(consoleApi.user.givePrice, { id: user.id, wish: wish! }),
    enabled: wish !== null,
    retry: false,
    staleTime: 0,
  })
  const costFen = price.data?.costFen
  const balanceFen = useBalance()
  const give = async () => {
    if (wish === null || costFen === undefined) return
    const input = { id: user.id, wish, costFen, ...(isFree ? { paidBy: 'platform' as const } : {}) }
    try {
      await call(consoleApi.user.give, { ...input, key: key.of(input) })
    } catch (error) {
      void price.refetch()
      throw error
    }
    key.settle()
    showMessage('success', t('given'))
    await reload()
    onDone?.()
  }
  const amount = costFen === undefined ? '…' : moneyText(costFen)
  const missingFen = isFree || balanceFen === null ? 0 : (costFen ?? 0) - balanceFen
  return (
    <EditRoom {...room}>
      <div className="gap3">
        <WishFields draft={draft} onChange={setDraft} />
        {isOperator ? (
          <Checkbox
            name="isFree"
            label={t('payPlatform')}
            checked={isFree}
            onChange={(event) => setFree(event.currentTarget.checked)}
          />
        ) : (
          <p className={items.soft}>{t('payNote')}</p>
        )}
        {price.error ? <Callout tone="bad">{failureText(price.error)}</Callout> : null}
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        {missingFen > 0 ? (
          <TopUpInstead missingFen={missingFen} />
        ) : (
          <ActionButton
            fill
            busy={busy || price.isFetching}
            disabled={costFen === undefined}
            onClick={() => void run(give)}
          >
            {t(isFree ? 'giveFree' : 'giveButton', { amount })}
          </ActionButton>
        )}
      </div>
    </EditRoom>
  )
}

function WishFields({
  draft,
  onChange,
}: {
  draft: GiftDraft
  onChange: (update: (before: GiftDraft) => GiftDraft) => void
}) {
  const t = useWords('user')
  const set = (change: Partial<GiftDraft>) => onChange((before) => ({ ...before, ...change }))
  const choices = useUserChoices()
  const kinds = [
    { value: 'days', label: t('giveDays') },
    { value: 'traffic', label: t('giveTraffic') },
    { value: 'balance', label: t('giveBalance') },
    { value: 'package', label: t('givePackage') },
  ] as const
  const { grantDaysMax, grantGbMax } = staffLimits
  const numbers = { days: ['daysField', draft.days, grantDaysMax], traffic: ['gbField', draft.gb, grantGbMax] } as const
  return (
    <>
      <Segments label={t('giveWhat')} options={kinds} value={draft.kind} onChange={(kind) => set({ kind })} />
      {draft.kind === 'days' || draft.kind === 'traffic' ? (
        <NumberInput
          name={draft.kind === 'days' ? 'days' : 'gb'}
          label={t(numbers[draft.kind][0])}
          value={numbers[draft.kind][1]}
          min={1}
          max={numbers[draft.kind][2]}
          allowDecimal={false}
          onChange={(value) => set(draft.kind === 'days' ? { days: Number(value) || 1 } : { gb: Number(value) || 1 })}
        />
      ) : null}
      {draft.kind === 'balance' ? (
        <NumberInput
          name="amountFen"
          label={t('yuanField')}
          value={draft.yuan}
          min={0.01}
          decimalScale={2}
          prefix="¥"
          onChange={(value) => set({ yuan: Number(value) || 0.01 })}
        />
      ) : null}
      {draft.kind === 'package' ? (
        <Select
          name="packageId"
          label={t('packageField')}
          data={choices.packages.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.packageId}
          onChange={(packageId) => set({ packageId })}
        />
      ) : null}
    </>
  )
}
