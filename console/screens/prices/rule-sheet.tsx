import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { EditRoom, useProblems } from '../../features/form/edit-room.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { fenOf } from '../../features/form/fen-of.ts'
import { NumberInput } from '../../features/form/fields.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import type { useLastChange } from './last-change.ts'
import { monthMargin } from './month-margin.ts'
import { marginPercent, markUpPercent } from './price-outcome.ts'
import css from './prices.module.css'
import { type RuleDraft, ruleOf, ruleToday } from './rule-draft.ts'

type Props = {
  opened: boolean
  onClose: () => void
  onSet: ReturnType<typeof useLastChange>['keep']
  onDone: () => void
  rows: readonly PriceRow[]
}

/** Sets all prices by one rule. The result is shown before anything changes. */
export function RuleSheet({ opened, onClose, onSet, onDone, rows }: Props) {
  const t = useWords('prices')
  const base = useWords('base')
  return (
    <EditSheet opened={opened} onClose={onClose} title={t('ruleTitle')} closeLabel={base('close')} wide>
      <Rule rows={rows} onClose={onClose} onSet={onSet} onDone={onDone} />
    </EditSheet>
  )
}

function Rule({ rows, onClose, onSet, onDone }: Omit<Props, 'opened'>) {
  const t = useWords('prices')
  const [draft, setDraft] = useState(() => ruleToday(rows))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problems = useProblems()
  const rule = ruleOf(draft)
  const preview = useQuery({
    queryKey: [consoleApi.prices.preview.path, rule],
    queryFn: () => call(consoleApi.prices.preview, rule),
    enabled: draft.amount !== '' && Number(draft.amount) >= 0,
    placeholderData: (before) => before,
  })
  const seen = preview.data?.rows ?? []
  const changes = seen.filter(({ retailFen, newRetailFen }) => retailFen !== newRetailFen)
  const month = monthMargin(changes, rows)
  const falls = changes.filter(({ retailFen, newRetailFen }) => retailFen !== null && newRetailFen < retailFen).length
  async function apply(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      const wanted = changes.map(({ packageId, period, newRetailFen }) => ({
        packageId,
        period,
        retailFen: newRetailFen,
      }))
      await call(consoleApi.prices.set, { changes: wanted })
      onSet(changes)
      showMessage('success', t('saved'))
      onDone()
      onClose()
    } catch (error) {
      setFailure(problems.refuse(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.rule}>
      <EditRoom isSending={busy} problems={problems}>
        <RuleForm draft={draft} rows={rows} onChange={(change) => setDraft((before) => ({ ...before, ...change }))} />
      </EditRoom>
      <Preview rows={rows} seen={changes} />
      <div className={css.ruleEnd}>
        {falls === 0 ? null : (
          <p className={css.falls} role="status">
            {t(falls === changes.length ? 'allFall' : 'someFall', { count: falls, of: changes.length })}
          </p>
        )}
        {month === null ? null : (
          <p role="status">{t('ruleMonth', { before: moneyText(month.nowFen), after: moneyText(month.newFen) })}</p>
        )}
        {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
        <ActionButton
          fill
          tone={falls > 0 ? 'danger' : 'main'}
          busy={busy}
          disabled={changes.length === 0 || preview.isPlaceholderData}
          onClick={() => void apply()}
        >
          {changes.length === 0 ? t('ruleNothing') : t('ruleApply', { count: changes.length })}
        </ActionButton>
      </div>
    </div>
  )
}

/**
 * Reports only changes: a number field may report its value again on blur, when the draft's ending has changed
 * meanwhile.
 */
type FormProps = { draft: RuleDraft; rows: readonly PriceRow[]; onChange: (change: Partial<RuleDraft>) => void }

function RuleForm({ draft, rows, onChange }: FormProps) {
  const t = useWords('prices')
  const { by, amount, ending } = draft
  const today = ruleToday(rows, by).amount
  const todayText = by === 'percent' ? `${today}%` : moneyText(fenOf(today))
  return (
    <div className={css.ruleForm}>
      <p>{t('ruleText')}</p>
      <Segments
        label={t('ruleBy')}
        value={by}
        options={[
          { value: 'percent', label: t('byPercent') },
          { value: 'amount', label: t('byAmount') },
        ]}
        onChange={(next) => onChange({ by: next, amount: ruleToday(rows, next).amount })}
      />
      <NumberInput
        name="amount"
        label={t(by === 'percent' ? 'markUpPercent' : 'markUpAmount')}
        description={t('markUpToday', { amount: todayText })}
        value={amount}
        min={0}
        decimalScale={by === 'percent' ? 0 : 2}
        prefix={by === 'percent' ? '' : '¥'}
        suffix={by === 'percent' ? '%' : ''}
        onChange={(next) => onChange({ amount: next })}
      />
      <Segments
        label={t('ruleEnding')}
        value={ending}
        options={[
          { value: '0', label: t('ending0') },
          { value: '90', label: t('ending90') },
          { value: '99', label: t('ending99') },
          { value: 'none', label: t('endingNone') },
        ]}
        onChange={(next) => onChange({ ending: next })}
      />
    </div>
  )
}

type Seen = Pick<PriceRow, 'packageId' | 'period' | 'retailFen'> & { newRetailFen: number }

function Preview({ rows, seen }: { rows: readonly PriceRow[]; seen: readonly Seen[] }) {
  const t = useWords('prices')
  return (
    <ul className={css.preview} aria-label={t('rulePreview')}>
      {seen.map((row) => {
        const known = rows.find(({ packageId, period }) => packageId === row.packageId && period === row.period)
        if (!known) return null
        return (
          <li key={row.packageId + row.period} className={css.previewRow}>
            <span>
              {known.packageName} · {t(row.period)}
              {known.specials.some(({ retailFen }) => retailFen >= row.newRetailFen) ? (
                <span className={css.rises}> {t('ruleOverSpecial')}</span>
              ) : null}
            </span>
            <span className={css.previewMoney}>
              {row.retailFen === null ? null : <s className={css.faint}>{moneyText(row.retailFen)} →</s>}
              <strong>
                <Money fen={row.newRetailFen} />
              </strong>
              <span className={css.percent}>
                {t('bothOf', {
                  markUp: markUpPercent(row.newRetailFen, known.wholesaleFen),
                  margin: marginPercent(row.newRetailFen, known.wholesaleFen),
                })}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
