import { Button } from '@mantine/core'
import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { useWords } from '../../words/language.ts'
import { ConsoleSheet, CONSOLE_TARGET } from './console-sheet.tsx'
import css from './open-agency.module.css'

/** The way into the console: offers to make a link until somebody runs the console, then shows only its address. */
export function ConsoleCard({ hasConsole }: { hasConsole: boolean }) {
  const t = useWords('open-agency')
  const [asking, setAsking] = useState(false)
  return (
    <Card title={t('console')}>
      <div className={css.ready}>
        <p className="soft">{t(hasConsole ? 'consoleText' : 'consoleFirstText')}</p>
        {hasConsole ? (
          <Button component="a" href="/console" target={CONSOLE_TARGET}>
            {t('toConsole')}
          </Button>
        ) : (
          <ActionButton onClick={() => setAsking(true)}>{t('toConsole')}</ActionButton>
        )}
      </div>
      <ConsoleSheet opened={asking} onClose={() => setAsking(false)} />
    </Card>
  )
}
