import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { fenOf } from '../../features/form/fen-of.ts'
import { NumberInput, Select } from '../../features/form/fields.tsx'
import items from '../../features/show/item-rows.module.css'
import { moneyText } from '../../features/show/money.tsx'
import { useRun } from '../../features/show/use-run.ts'
import { TopUpInstead } from '../../features/top-up/top-up-instead.tsx'
import { useReloadUser } from '../../features/user/use-user.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

type Props = { user: ShownUser; opened: boolean; onClose: () => void }
type Offers = Static<typeof consoleApi.user.sellOffers.output>
type Offer = Offers['rows'][number]

export function useSellOffers(id: number, enabled: boolean) {
  return useQuery({
    queryKey: [consoleApi.user.sellOffers.path, id],
    queryFn: () => call(consoleApi.user.sellOffers, { id }),
    enabled,
  })
}

/** Sells to a user who paid outside: wholesale leaves the balance, and the button says how much. */
export function SellSheet({ user, opened, onClose }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const query = useSellOffers(user.id, opened)
  return (
    <EditSheet
      opened={opened}
      onClose={onClose}
      title={t('sellTitle', { name: user.userName })}
      closeLabel={base('close')}
    >
      <Loaded query={query} failed={t('failed')} bones={<Bones count={3} height={52} />} bonesClass="gap3">
        {(offers) =>
          offers.rows.length === 0 ? (
            <p className={items.soft}>{t('sellNothing')}</p>
          ) : (
            <SellForm user={user} offers={offers} onClose={onClose} onStale={() => void query.refetch()} />
          )
        }
      </Loaded>
    </EditSheet>
  )
}

const nameOf = ({ packageId, period }: Offer) => `${packageId}:${period}`

type FormProps = { user: ShownUser; offers: Offers; onClose: () => void; onStale: () => void }

function SellForm({ user, offers, onClose, onStale }: FormProps) {
  const t = useWords('user')
  const reload = useReloadUser(user.id)
  const key = useIntentKey()
  const [chosen, setChosen] = useState(nameOf(offers.rows[0]!))
  const [yuan, setYuan] = useState<number | string>('')
  const { busy, failure, run, room } = useRun(onClose)
  const offer = offers.rows.find((one) => nameOf(one) === chosen) ?? offers.rows[0]!
  const { packageId, period, costFen, action } = offer
  const sell = async () => {
    const input = { id: user.id, packageId, period, costFen, ...(yuan === '' ? {} : { notedFen: fenOf(yuan) }) }
    try {
      await call(consoleApi.user.sell, { ...input, key: key.of(input) })
    } catch (error) {
      onStale()
      throw error
    }
    key.settle()
    showMessage('success', t('sold'))
    await reload()
  }
  const { balanceFen } = offers
  const missingFen = balanceFen === null ? 0 : costFen - balanceFen
  return (
    <div className="gap3">
      <EditRoom {...room}>
        <Select
          name="packageId"
          label={t('sellPlan')}
          data={offers.rows.map((one) => ({
            value: nameOf(one),
            label: `${one.name} · ${t(`period_${one.period}`)} · ${moneyText(one.costFen)}`,
          }))}
          value={nameOf(offer)}
          allowDeselect={false}
          onChange={(value) => setChosen(value ?? chosen)}
        />
        <NumberInput
          name="notedFen"
          label={t('notedField')}
          description={t('notedHint')}
          placeholder={moneyText(offer.retailFen)}
          value={yuan}
          min={0}
          decimalScale={2}
          prefix="¥"
          onChange={setYuan}
        />
      </EditRoom>
      <Rows
        rows={[
          { name: t('sellCost'), value: moneyText(costFen) },
          ...(balanceFen === null ? [] : [{ name: t('sellBalance'), value: moneyText(balanceFen) }]),
        ]}
      />
      <p className={items.soft}>{t('sellText')}</p>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      {missingFen > 0 ? (
        <TopUpInstead missingFen={missingFen} onBack={onStale} />
      ) : (
        <ActionButton fill busy={busy} onClick={() => void run(sell)}>
          {t(action === 'renew' ? 'renewButton' : 'sellButton', { amount: moneyText(costFen) })}
        </ActionButton>
      )}
    </div>
  )
}
