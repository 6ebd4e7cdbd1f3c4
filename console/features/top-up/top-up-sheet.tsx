import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { feeOf } from '../../../contract/pay-fees.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { EditRoom } from '../form/edit-room.tsx'
import { EditSheet } from '../form/edit-sheet.tsx'
import { fenOf } from '../form/fen-of.ts'
import { MoneyInput } from '../form/fields.tsx'
import { moneyText } from '../show/money.tsx'
import { TopUpWait } from './top-up-wait.tsx'
import css from './top-up.module.css'
import { type Trade, useBegin } from './use-top-up.ts'

type Props = {
  opened: boolean
  /** Number of the payment after the return from a gateway. */
  returned: string | null
  /** What is missing for what the member wants to pay. */
  missingFen?: number
  onClose: () => void
}

/** Choose, pay, see the money arrive: three steps in one sheet. */
export function TopUpSheet({ opened, returned, missingFen = 0, onClose }: Props) {
  const t = useWords('money')
  const base = useWords('base')
  const [trade, setTrade] = useState<Trade | null>(
    returned === null ? null : { number: returned, opened: null, way: null },
  )
  const close = () => {
    setTrade(null)
    onClose()
  }
  return (
    <EditSheet opened={opened} onClose={close} title={t('topUpTitle')} closeLabel={base('close')}>
      {trade === null ? (
        <ChooseStep missingFen={missingFen} onBegun={setTrade} />
      ) : (
        <TopUpWait trade={trade} onStartOver={() => setTrade(null)} onDone={close} />
      )}
    </EditSheet>
  )
}

const PRESETS = ['10000', '50000', '100000', '500000'] as const
const OWN = 'own'

type StepProps = { missingFen: number; onBegun: (trade: Trade) => void }

function ChooseStep({ missingFen, onBegun }: StepProps) {
  const t = useWords('money')
  const query = useQuery({
    queryKey: [consoleApi.money.topUpWays.path],
    queryFn: () => call(consoleApi.money.topUpWays, {}),
  })
  return (
    <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={3} height={56} />}>
      {(terms) =>
        terms.ways.length === 0 ? (
          <Callout tone="info">{t('topUpNone')}</Callout>
        ) : (
          <ChooseForm terms={terms} missingFen={missingFen} onBegun={onBegun} />
        )
      }
    </Loaded>
  )
}

type Terms = Awaited<ReturnType<typeof call<typeof consoleApi.money.topUpWays>>>

function ChooseForm({ terms, missingFen, onBegun }: StepProps & { terms: Terms }) {
  const t = useWords('money')
  const { ways, minFen, maxFen } = terms
  const [preset, setPreset] = useState<string>(missingFen > 0 ? OWN : PRESETS[1])
  const [typed, setTyped] = useState<number | string>(
    missingFen > 0 ? Math.min(maxFen, Math.max(missingFen, minFen)) / 100 : '',
  )
  const [wayId, setWayId] = useState(ways[0]!.id)
  const { busy, failure, begin } = useBegin(onBegun)
  const way = ways.find(({ id }) => id === wayId) ?? ways[0]!
  const fen = preset === OWN ? fenOf(typed) : Number(preset)
  const fits = fen >= minFen && fen <= maxFen
  const bounds = { min: moneyText(minFen), max: moneyText(maxFen) }
  return (
    <EditRoom isSending={busy}>
      <form
        className={css.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The sheet may stand over another form, which must not be sent with it.
          event.stopPropagation()
          if (fits && !busy) void begin(fen, way)
        }}
      >
        {way.sandbox ? <Callout tone="info">{t('sandbox')}</Callout> : null}
        <div className={css.amounts}>
          <Segments
            label={t('topUpAmount')}
            value={preset}
            options={[
              ...PRESETS.map((value) => ({ value: value as string, label: `¥${Number(value) / 100}` })),
              { value: OWN, label: t('topUpOwn') },
            ]}
            onChange={setPreset}
          />
        </div>
        {preset === OWN ? (
          <MoneyInput
            name="amountFen"
            label={t('topUpOwn')}
            description={t('topUpHint', bounds)}
            value={typed}
            hideControls
            data-autofocus
            onChange={setTyped}
          />
        ) : null}
        <div className={css.ways}>
          <Segments
            label={t('topUpWay')}
            value={way.id}
            options={ways.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setWayId}
          />
        </div>
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        <ActionButton type="submit" fill busy={busy} disabled={!fits}>
          {fits ? t('topUpPay', { amount: moneyText(fen + feeOf(way, fen)) }) : t('topUpPayNothing')}
        </ActionButton>
      </form>
    </EditRoom>
  )
}
