import { useState } from 'react'

import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useMay, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import items from '../show/item-rows.module.css'
import { TellButton } from '../tell/tell-button.tsx'
import { AskedAction } from './asked-action.tsx'
import { type ActionName, actionsFor } from './user-actions.ts'
import css from './user-help.module.css'

type Props = {
  user: ShownUser
  opened: boolean
  onClose: () => void
  /** What the main button does not do. */
  other: 'give' | 'sell'
  onOther: (what: 'give' | 'sell') => void
}
/** All actions for a user. Each asks first and says what will happen. */
export function ActionsSheet({ user, opened, onClose, other, onOther }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const may = useMay()
  const isOperator = useSession().scope === 'platform'
  const [asked, setAsked] = useState<ActionName | null>(null)
  const shown = actionsFor(user, { may, isOperator })
  const pick = (name: ActionName) => {
    onClose()
    setAsked(name)
  }
  return (
    <>
      <Sheet opened={opened} onClose={onClose} title={t('actions')} closeLabel={base('close')}>
        <div className={css.actions}>
          {may('users.give') && user.blockedReason === null ? (
            <div className={css.action}>
              <ActionButton tone="quiet" fill onClick={() => onOther(other)}>
                {t(other === 'give' ? 'give' : 'sellMore')}
              </ActionButton>
              <p className={items.soft}>{t(other === 'give' ? 'giveLine' : 'sellMoreLine')}</p>
            </div>
          ) : null}
          {shown.map((name) => (
            <div key={name} className={css.action}>
              <ActionButton
                tone={name === 'block' || name === 'delete' ? 'dangerQuiet' : 'quiet'}
                fill
                onClick={() => pick(name)}
              >
                {t(name)}
              </ActionButton>
              <p className={items.soft}>{t(`${name}Line`)}</p>
            </div>
          ))}
          {user.ownsAgency && !isOperator ? <TellButton about={{ accountId: user.id, name: user.userName }} /> : null}
        </div>
      </Sheet>
      <AskedAction name={asked} user={user} onClose={() => setAsked(null)} />
    </>
  )
}
