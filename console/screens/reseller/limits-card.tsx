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
import css from './reseller.module.css'

const GB = 1024 ** 3
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

const orEmpty = (value: number | null) => value ?? ''
const orNull = (value: number | string) => (value === '' ? null : Number(value))

function LimitsSheet({ reseller: { resellerId, limits }, onClose, onDone }: Props & { onClose: () => void }) {
  const t = useWords('resellers')
  const [users, setUsers] = useState<number | string>(orEmpty(limits?.usersMax ?? null))
  const [gb, setGb] = useState<number | string>(orEmpty(limits?.trafficMaxBytes ? limits.trafficMaxBytes / GB : null))
  const [atLimit, setAtLimit] = useState<(typeof limitEffects)[number]>(limits?.atLimit ?? 'no_new_users')
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('limitsTitle')}
      button={t('save')}
      act={async () => {
        const bytes = orNull(gb)
        await call(consoleApi.resellers.setLimits, {
          resellerId,
          usersMax: orNull(users),
          trafficMaxBytes: bytes === null ? null : Math.round(bytes * GB),
          atLimit,
        })
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
        onChange={setUsers}
      />
      <NumberInput
        name="trafficMaxBytes"
        label={t('trafficGb')}
        value={gb}
        min={1}
        allowDecimal={false}
        onChange={setGb}
      />
      <Select
        name="atLimit"
        label={t('atLimit')}
        data={limitEffects.map((value) => ({ value, label: t(value) }))}
        value={atLimit}
        allowDeselect={false}
        onChange={(value) => setAtLimit(limitEffects.find((one) => one === value) ?? atLimit)}
      />
      {atLimit === 'stop_selling' ? <p className={css.soft}>{t('stopText')}</p> : null}
    </ConfirmSheet>
  )
}
