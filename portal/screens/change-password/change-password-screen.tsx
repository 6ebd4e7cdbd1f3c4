import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'

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
const words = { password: 'tabPassword', factors: 'tabFactors', devices: 'tabDevices' } as const

export default function ChangePasswordScreen() {
  const t = useWords('change-password')
  const user = useWords('user')
  // In the address, so that a link can name a tab and a reload stays on it.
  const [params, setParams] = useSearchParams()
  const current = tabs.find((tab) => tab === params.get('tab')) ?? 'password'
  const choose = (tab: string | null) => {
    const next = new URLSearchParams(params)
    next.set('tab', tab ?? 'password')
    setParams(next, { replace: true })
  }
  return (
    <div className={css.screen}>
      <SecurityState />
      <Tabs
        className={css.card!}
        value={current}
        onChange={choose}
        keepMounted={false}
        classNames={{ list: css.tabs!, tab: css.tab!, panel: css.panel! }}
      >
        <Tabs.List grow aria-label={user('change_pass')}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(words[tab])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={'password' satisfies Tab}>
          <PasswordTab />
        </Tabs.Panel>
        <Tabs.Panel value={'factors' satisfies Tab}>
          <FactorsTab />
        </Tabs.Panel>
        <Tabs.Panel value={'devices' satisfies Tab}>
          <DevicesTab />
        </Tabs.Panel>
      </Tabs>
      <div className={css.pair}>
        <ExportCard />
        <DeleteCard />
      </div>
    </div>
  )
}
