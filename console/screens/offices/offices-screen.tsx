import { useState } from 'react'

import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { brandOf } from '../../../contract/brand.ts'
import { Field } from '../../../ui/components/auth/field.tsx'
import { findOffices } from '../../features/office/find-offices.ts'
import { officeAddress } from '../../session/office.ts'
import { useMay, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './offices.module.css'

/** The platform's own floor: which reseller to go into. */
export default function OfficesScreen() {
  const t = useWords('shell')
  const { resellers } = useSession()
  const mayEnter = useMay()('resellers.enter')
  const [search, setSearch] = useState('')
  const found = findOffices(resellers, search)
  return (
    <div className={css.page}>
      <div className={css.search}>
        <Field
          name="office"
          label={t('findOffice')}
          autoComplete="off"
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {found.length === 0 ? <EmptyPart topic="shop" title={t('noOffice')} /> : null}
      <ul className={css.offices}>
        {found.map(({ id, title, suspended }) => {
          const inside = (
            <>
              <img className={css.icon} src={brandOf(id).icon} alt="" width="40" height="40" />
              <span className={css.words}>
                <span className={css.title}>{title}</span>
                <span className={css.key}>{t('officeOf', { key: id })}</span>
              </span>
              {suspended ? <StateWord tone="bad">{t('suspendedMark')}</StateWord> : null}
            </>
          )
          return (
            <li key={id}>
              {/* Another office is another page load. */}
              {mayEnter ? (
                <a className={css.office} href={officeAddress(id)}>
                  {inside}
                </a>
              ) : (
                <div className={css.office}>{inside}</div>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
