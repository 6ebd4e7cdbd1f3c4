import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { packageKinds, planPeriods, speedClasses } from '../../../contract/console/choices.ts'
import type { PackageRow } from '../../../contract/console/packages.ts'
import { trialPayers } from '../../../contract/console/trial-payers.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { languageNames } from '../../../ui/words/ui-words.ts'
import { Checkbox, NumberInput, Select, TextInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { fieldsOf, firstDraft, isReady, isTrial, type PackageDraft, pricesOf } from './package-draft.ts'
import css from './packages.module.css'

type Props = { row?: PackageRow; onClose: () => void; onDone: () => void }
type PartProps = { draft: PackageDraft; set: (part: Partial<PackageDraft>) => void }

/** A pack and a trial have one price for all there is. */
const periodsOf = (draft: PackageDraft) => (draft.kind === 'pack' || isTrial(draft) ? (['once'] as const) : planPeriods)

/** A package: its names, what it gives, and, if it is new, its first prices on every price list. */
export function PackageSheet({ row, onClose, onDone }: Props) {
  const t = useWords('packages')
  const mayPrice = useMay()('price-lists.write')
  const [draft, setDraft] = useState<PackageDraft>(() => firstDraft(row))
  const set = (part: Partial<PackageDraft>) => setDraft((before) => ({ ...before, ...part }))
  async function save(): Promise<void> {
    const fields = fieldsOf(draft)
    if (row) await call(consoleApi.packages.change, { packageId: row.packageId, ...fields })
    else {
      const prices = mayPrice ? pricesOf(draft, periodsOf(draft)) : []
      await call(consoleApi.packages.add, { kind: draft.kind, ...fields, prices })
    }
    showMessage('success', t('saved'))
    onDone()
  }
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={row ? t('editTitle', { name: row.name }) : t('add')}
      button={row ? t('save') : t('addGo', { name: draft.name.trim() })}
      disabled={!isReady(draft)}
      act={save}
    >
      {row ? (
        <p>{t('editText')}</p>
      ) : (
        <Segments
          label={t('kind')}
          value={draft.kind}
          options={packageKinds.map((value) => ({ value, label: t(value) }))}
          onChange={(kind) => set({ kind })}
        />
      )}
      <Names draft={draft} set={set} />
      <Notes draft={draft} set={set} />
      <Gives draft={draft} set={set} />
      {draft.kind === 'plan' ? <Trial draft={draft} set={set} /> : null}
      {row || !mayPrice ? null : <Prices draft={draft} set={set} />}
    </ConfirmSheet>
  )
}

function Names({ draft, set }: PartProps) {
  const t = useWords('packages')
  return (
    <>
      <TextInput
        name="name"
        label={t('name')}
        value={draft.name}
        maxLength={40}
        data-autofocus
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={css.pair}>
        <TextInput
          name="nameZhTw"
          label={t('nameIn', { language: languageNames['zh-TW'] })}
          value={draft.nameZhTw}
          maxLength={40}
          placeholder={draft.name}
          onChange={(event) => set({ nameZhTw: event.currentTarget.value })}
        />
        <TextInput
          name="nameEn"
          label={t('nameIn', { language: languageNames.en })}
          value={draft.nameEn}
          maxLength={40}
          placeholder={draft.name}
          onChange={(event) => set({ nameEn: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

/** The line below the name. */
function Notes({ draft, set }: PartProps) {
  const t = useWords('packages')
  return (
    <>
      <TextInput
        name="note"
        label={t('note')}
        description={t('noteHint')}
        value={draft.note}
        maxLength={200}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      <div className={css.pair}>
        <TextInput
          name="noteZhTw"
          label={t('noteIn', { language: languageNames['zh-TW'] })}
          value={draft.noteZhTw}
          maxLength={200}
          placeholder={draft.note}
          onChange={(event) => set({ noteZhTw: event.currentTarget.value })}
        />
        <TextInput
          name="noteEn"
          label={t('noteIn', { language: languageNames.en })}
          value={draft.noteEn}
          maxLength={200}
          placeholder={draft.note}
          onChange={(event) => set({ noteEn: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

function Gives({ draft, set }: PartProps) {
  const t = useWords('packages')
  const isPlan = draft.kind === 'plan'
  const whole = { allowDecimal: false, allowNegative: false } as const
  return (
    <>
      <div className={css.pair}>
        <NumberInput
          name="trafficBytes"
          {...whole}
          label={t(isPlan && !isTrial(draft) ? 'gbMonth' : 'gbAll')}
          suffix=" GB"
          value={draft.gb}
          onChange={(gb) => set({ gb })}
        />
        <NumberInput
          name="stock"
          {...whole}
          label={t('stock')}
          placeholder={t('stockAny')}
          value={draft.stock}
          onChange={(stock) => set({ stock })}
        />
      </div>
      {isPlan ? (
        <div className={css.three}>
          <NumberInput
            name="deviceLimit"
            {...whole}
            label={t('deviceLimit')}
            value={draft.devices}
            onChange={(devices) => set({ devices })}
          />
          <NumberInput
            name="lineLimit"
            {...whole}
            label={t('lineLimit')}
            value={draft.lines}
            onChange={(lines) => set({ lines })}
          />
          <Select
            name="speedClass"
            label={t('speed')}
            data={speedClasses.map((value) => ({ value, label: t(value) }))}
            value={draft.speed}
            allowDeselect={false}
            onChange={(speed) => set({ speed: speed ?? 'standard' })}
          />
        </div>
      ) : null}
    </>
  )
}

const payerWords = { reseller: 'trialByReseller', platform: 'trialByPlatform' } as const

/** Marks a plan as a trial: for nothing, once, and never for sale. */
function Trial({ draft, set }: PartProps) {
  const t = useWords('packages')
  return (
    <>
      <Checkbox
        name="trial"
        label={t('trial')}
        description={t('trialHint')}
        checked={draft.isTrial}
        onChange={(event) => set({ isTrial: event.currentTarget.checked })}
      />
      {draft.isTrial ? (
        <div className={css.pair}>
          <NumberInput
            name="trialDays"
            allowDecimal={false}
            allowNegative={false}
            label={t('trialDays')}
            value={draft.trialDays}
            onChange={(trialDays) => set({ trialDays })}
          />
          <Select
            name="trialPaidBy"
            label={t('trialPaidBy')}
            data={trialPayers.map((value) => ({ value, label: t(payerWords[value]) }))}
            value={draft.trialPaidBy}
            allowDeselect={false}
            onChange={(payer) => set({ trialPaidBy: payer ?? 'reseller' })}
          />
        </div>
      ) : null}
    </>
  )
}

function Prices({ draft, set }: PartProps) {
  const t = useWords('packages')
  return (
    <fieldset className={css.prices}>
      <legend className={css.legend}>{t('prices')}</legend>
      <p className={css.line}>{t(isTrial(draft) ? 'trialPriceHint' : 'pricesHint')}</p>
      {periodsOf(draft).map((period) => {
        const price = draft.prices[period] ?? { wholesale: '', suggested: '' }
        const change = (part: Partial<typeof price>) =>
          set({ prices: { ...draft.prices, [period]: { ...price, ...part } } })
        const money = { prefix: '¥', decimalScale: 2, allowNegative: false } as const
        return (
          <div key={period} className={css.priceRow}>
            <span className={css.period}>{t(period)}</span>
            <NumberInput
              name={`wholesale.${period}`}
              {...money}
              aria-label={t('wholesaleOf', { period: t(period) })}
              placeholder={t('wholesale')}
              value={price.wholesale}
              onChange={(wholesale) => change({ wholesale })}
            />
            {isTrial(draft) ? null : (
              <NumberInput
                name={`suggested.${period}`}
                {...money}
                aria-label={t('suggestedOf', { period: t(period) })}
                placeholder={t('suggested')}
                value={price.suggested}
                onChange={(suggested) => change({ suggested })}
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
