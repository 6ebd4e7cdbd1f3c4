import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PackageRow } from '../../../contract/console/packages.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { PackageList } from './package-list.tsx'
import { PackageSheet } from './package-sheet.tsx'
import css from './packages.module.css'
import { SwitchSheet } from './switch-sheet.tsx'

type Doing = { what: 'nothing' | 'add' } | { what: 'edit' | 'switch'; row: PackageRow }

/** The platform's packages, in the order users see them. */
export default function PackagesScreen() {
  const t = useWords('packages')
  const mayWrite = useMay()('packages.write')
  const [doing, setDoing] = useState<Doing>({ what: 'nothing' })
  const query = useQuery({
    queryKey: [consoleApi.packages.list.path],
    queryFn: () => call(consoleApi.packages.list, {}),
  })
  const close = () => setDoing({ what: 'nothing' })
  const again = () => void query.refetch()
  const add = (
    <ActionButton icon="plus" onClick={() => setDoing({ what: 'add' })}>
      {t('add')}
    </ActionButton>
  )
  return (
    <>
      {mayWrite ? <ScreenActions>{add}</ScreenActions> : null}
      <Loaded query={query} failed={t('loadFailed')} card={t('title')} bones={<Bones count={5} height={84} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <div className={css.empty}>
              <EmptyPart topic="shop" title={t('empty')} text={t('emptyText')} />
            </div>
          ) : (
            <PackageList
              rows={rows}
              mayWrite={mayWrite}
              onEdit={(row) => setDoing({ what: 'edit', row })}
              onSwitch={(row) => setDoing({ what: 'switch', row })}
              onOrdered={again}
            />
          )
        }
      </Loaded>
      {doing.what === 'add' ? <PackageSheet onClose={close} onDone={again} /> : null}
      {doing.what === 'edit' ? <PackageSheet row={doing.row} onClose={close} onDone={again} /> : null}
      {doing.what === 'switch' ? <SwitchSheet row={doing.row} onClose={close} onDone={again} /> : null}
    </>
  )
}
