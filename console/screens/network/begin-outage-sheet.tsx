import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NetworkNode, Outage } from '../../../contract/console/network.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { instantOf } from '../../../ui/words/date-text.ts'
import { Checkbox } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './network.module.css'
import { outageLine } from './outage-line.ts'

type Props = {
  nodes: readonly NetworkNode[]
  outage: Outage | null
  /** Ticked at first, beside those that are told of already. */
  first: readonly NetworkNode[]
  onClose: () => void
  onDone: () => void
}

const HOURS = ['0', '1', '2', '4', '12'] as const
const HOUR_MS = 3_600_000

/** Which nodes, and when they should be back; the sentence is shown as the users will read it. */
export default function BeginOutageSheet({ nodes, outage, first, onClose, onDone }: Props) {
  const t = useWords('network')
  const [ids, setIds] = useState(() => new Set([...(outage?.nodeIds ?? []), ...first.map(({ id }) => id)]))
  const [hours, setHours] = useState<(typeof HOURS)[number]>('0')
  const [now] = useState(() => Date.now())
  const told = nodes.filter(({ id }) => ids.has(id))
  const backAt = hours === '0' ? null : instantOf(now + Number(hours) * HOUR_MS)
  const since = outage?.since ?? earliest(told) ?? instantOf(now)
  const toggle = (id: number) =>
    setIds((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const tell = async () => {
    await call(consoleApi.network.beginOutage, { nodeIds: [...ids], ...(backAt === null ? {} : { backAt }) })
    onDone()
  }
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('outageTitle')}
      button={t(outage ? 'outageChange' : 'outageTell')}
      disabled={told.length === 0}
      act={tell}
    >
      <div className="gap3">
        <fieldset className={css.ticks}>
          <legend>{t('outageNodes')}</legend>
          {nodes.map(({ id, name }) => (
            <Checkbox key={id} name="nodeIds" label={name} checked={ids.has(id)} onChange={() => toggle(id)} />
          ))}
        </fieldset>
        <div>
          <p className={css.soft}>{t('outageBack')}</p>
          <Segments
            label={t('outageBack')}
            options={HOURS.map((value) => ({
              value,
              label: value === '0' ? t('outageUnknown') : t('outageHours', { count: Number(value) }),
            }))}
            value={hours}
            onChange={setHours}
          />
        </div>
        <p className={css.soft}>{t('outageText')}</p>
        {told.length > 0 ? (
          <p className={css.said}>{outageLine(t, { nodes: told.map(({ name }) => name), since, backAt })}</p>
        ) : null}
      </div>
    </ConfirmSheet>
  )
}

function earliest(nodes: readonly NetworkNode[]): string | null {
  return nodes.flatMap(({ state, since }) => (state === 'down' && since !== null ? [since] : [])).toSorted()[0] ?? null
}
