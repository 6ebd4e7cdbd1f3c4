import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { limitEffects } from '../../../contract/console/choices.ts'
import type { ShownReseller } from '../../../contract/console/resellers.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { NumberInput, Select } from '../../features/form/fields.tsx'
import { LimitUse } from '../../features/reseller/limit-use.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { type LimitsDraft, limitsDraft, limitsInput } from './limits-draft.ts'
import css from './reseller.module.css'

type Props = { reseller: ShownReseller; onDone: () => void }

/** The reseller's limits, and how much of them it uses. */
export function LimitsCard({ reseller, onDone }: Props) {
  const t = useWords('resellers')
  const mayChange = useMay()('resellers.terms')
  const [changing, setChanging] = useState(false)
  const { limits } = reseller
  return (
    <Section
      title={t('limitsTitle')}
      end={
        mayChange ? (
          <button type="button" className={css.press} onClick={() => setChanging(true)}>
            {t('edit')}
          </button>
        ) : null
      }
    >
      {limits ? (
        <>
          <LimitUse limits={limits} />
          <FactRows
            rows={[
              {
                name: t('atLimit'),
                value: limits.isFull ? (
                  <StateWord tone="bad">{`${t('full')} · ${t(limits.atLimit)}`}</StateWord>
                ) : (
                  t(limits.atLimit)
                ),
              },
            ]}
          />
        </>
      ) : (
        <p className={css.soft}>{t('noLimit')}</p>
      )}
      {changing ? <LimitsSheet reseller={reseller} onDone={onDone} onClose={() => setChanging(false)} /> : null}
    </Section>
  )
}

function LimitsSheet({ reseller: { resellerId, limits }, onClose, onDone }: Props & { onClose: () => void }) {
  const t = useWords('resellers')
  const [draft, setDraft] = useState(() => limitsDraft(limits))
  const { users, gb, atLimit } = draft
  const set = (part: Partial<LimitsDraft>) => setDraft((before) => ({ ...before, ...part }))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('limitsTitle')}
      button={t('save')}
      act={async () => {
        await call(consoleApi.resellers.setLimits, { resellerId, ...limitsInput(draft) })
        showMessage('success', t('done'))
        onDone()
      }}
    >
      <p>{t('limitsText')}</p>
      <NumberInput
        name="usersMax"
        label={t('usersMax')}
        value={users}
        min={1}
        allowDecimal={false}
        onChange={(value) => set({ users: value })}
      />
      <NumberInput
        name="trafficMaxBytes"
        label={t('trafficGb')}
        value={gb}
        min={1}
        allowDecimal={false}
        onChange={(value) => set({ gb: value })}
      />
      <Select
        name="atLimit"
        label={t('atLimit')}
        data={limitEffects.map((value) => ({ value, label: t(value) }))}
        value={atLimit}
        allowDeselect={false}
        onChange={(value) => set({ atLimit: limitEffects.find((one) => one === value) ?? atLimit })}
      />
      {atLimit === 'stop_selling' ? <p className={css.soft}>{t('stopText')}</p> : null}
    </ConfirmSheet>
  )
}
