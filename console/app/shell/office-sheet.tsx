import { useState } from 'react'

import { Field } from '../../../ui/components/auth/field.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { goToOffice, place } from '../../session/office.ts'
import { useMay, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { findOffices } from './find-offices.ts'
import css from './sheet-list.module.css'

/**
 * Chooses the reseller that platform staff work in. Switching reloads the page, so that no data of the last one stays
 * in memory.
 */
export default function OfficeSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('shell')
  const base = useWords('base')
  const { resellers } = useSession()
  const mayEnter = useMay()('resellers.enter')
  const [search, setSearch] = useState('')
  const found = findOffices(resellers, search)
  return (
    <Sheet opened={opened} onClose={onClose} title={t('switchOffice')} closeLabel={base('close')}>
      <div className={css.stack}>
        <p className={css.faint}>{t('switchText')}</p>
        <Field
          name="office"
          label={t('findOffice')}
          autoComplete="off"
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <ul className={css.list}>
          {place.named === null ? null : (
            <li className={css.item}>
              <button type="button" className={css.row} onClick={() => goToOffice(null)}>
                <span className={css.word}>{t('leaveOffice')}</span>
              </button>
            </li>
          )}
          {(mayEnter ? found : []).map(({ id, title, suspended }) => (
            <li key={id} className={css.item}>
              <button
                type="button"
                className={css.row}
                aria-current={id === place.named ? 'true' : undefined}
                onClick={() => goToOffice(id)}
              >
                <span className={css.word}>{title}</span>
                <span className={css.faint}>
                  {suspended ? `${t('suspendedMark')} · ` : ''}
                  {id}
                </span>
                {id === place.named ? <Icon name="check" size={18} /> : null}
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 ? <p className={css.faint}>{t('noOffice')}</p> : null}
      </div>
    </Sheet>
  )
}
