import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { AlertRule } from '../../../contract/console/watch.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { NumberInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'

/** Every threshold beside the current measurement, so that its effect is visible. */
export function Rules() {
  const t = useWords('watch')
  const mayWrite = useMay()('alerts.write')
  const [changing, setChanging] = useState<AlertRule | null>(null)
  const query = useQuery({
    queryKey: [consoleApi.alerts.rules.path],
    queryFn: () => call(consoleApi.alerts.rules, {}),
  })
  return (
    <Section title={t('rules')} text={t('rulesText')}>
      <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={5} height={48} />}>
        {({ rules }) => (
          <ul className={items.list}>
            {rules.map((rule) => (
              <li key={rule.name} className={items.line}>
                <span className={items.words}>
                  <span>
                    {t(rule.name)} <b>{rule.value}</b>
                  </span>
                  <span className={items.soft}>
                    {rule.now === null ? t('nowNone') : t('nowIs', { value: rule.now })}
                    {rule.isOwn ? ` · ${t('own')} · ${t('fallback', { value: rule.fallback })}` : ''}
                  </span>
                </span>
                {mayWrite ? (
                  <TextButton label={`${t('setRule')} ${t(rule.name)}`} onClick={() => setChanging(rule)}>
                    {t('setRule')}
                  </TextButton>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {changing ? (
        <RuleSheet rule={changing} onClose={() => setChanging(null)} onDone={() => void query.refetch()} />
      ) : null}
    </Section>
  )
}

function RuleSheet({ rule, onClose, onDone }: { rule: AlertRule; onClose: () => void; onDone: () => void }) {
  const t = useWords('watch')
  const base = useWords('base')
  const [value, setValue] = useState(rule.value)
  const { name, least, most, fallback } = rule
  const save = async (wish: number | null) => {
    await call(consoleApi.alerts.setRule, { name, value: wish })
    onDone()
  }
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(name)}
      button={value === fallback ? t('useFallback') : base('save')}
      act={() => save(value === fallback ? null : value)}
    >
      <NumberInput
        name="value"
        label={t(name)}
        description={`${t('ruleValue', { least, most })} · ${t('fallback', { value: fallback })}`}
        min={least}
        max={most}
        allowDecimal={false}
        value={value}
        onChange={(given) => setValue(Number(given))}
      />
      <p>{rule.now === null ? t('nowNone') : t('nowIs', { value: rule.now })}</p>
    </ConfirmSheet>
  )
}
