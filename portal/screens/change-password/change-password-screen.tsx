import { useSearchParams } from 'react-router'

import { Card } from '../../../ui/components/card.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { useWords } from '../../words/language.ts'
import css from './change-password.module.css'
import { DeleteCard } from './delete-card.tsx'
import { DevicesTab } from './devices/devices-tab.tsx'
import { ExportCard } from './export-card.tsx'
import { FactorsTab } from './factors/factors-tab.tsx'
import { PasswordTab } from './password-tab.tsx'
import { SecurityState } from './security-state.tsx'

const tabs = ['password', 'factors', 'devices'] as const
type Tab = (typeof tabs)[number]
const views = { password: PasswordTab, factors: FactorsTab, devices: DevicesTab } as const
const words = { password: 'tabPassword', factors: 'tabFactors', devices: 'tabDevices' } as const

export default function ChangePasswordScreen() {
  const t = useWords('change-password')
  const user = useWords('user')
  // In the address, so that a link can name a tab and a reload stays on it.
  const [params, setParams] = useSearchParams()
  const current = tabs.find((tab) => tab === params.get('tab')) ?? 'password'
  const Shown = views[current]
  const choose = (tab: Tab) => {
    const next = new URLSearchParams(params)
    next.set('tab', tab)
    setParams(next, { replace: true })
  }
  return (
    <div className="page">
      <SecurityState />
      <Segments
        label={user('change_pass')}
        options={tabs.map((value) => ({ value, label: t(words[value]) }))}
        value={current}
        onChange={choose}
      />
      <Card>
        <Shown />
      </Card>
      <div className={`page ${css.pair}`}>
        <ExportCard />
        <DeleteCard />
      </div>
    </div>
  )
}
