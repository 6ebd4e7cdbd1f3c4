import { Skeleton } from '@mantine/core'

import { Loaded } from '../../../ui/components/loaded.tsx'
import { WithInfo } from '../../features/account/with-info.tsx'
import { useLines, useNodes } from '../../features/lines/use-lines.ts'
import { useWords } from '../../words/language.ts'
import { LineInstall } from './line-install.tsx'
import css from './line-install.module.css'

export default function LineInstallScreen() {
  const user = useWords('user')
  const account = useWords('account')
  const both = useNodesAndLines()
  return (
    <WithInfo bones={<Bones />} bonesClass="gap4">
      {(info) => (
        <Loaded
          query={both}
          failed={account('loadFailedTitle')}
          card={user('line_install')}
          bones={<Bones />}
          bonesClass="gap4"
        >
          {({ nodes, lines }) => <LineInstall info={info} nodes={nodes} lines={lines} />}
        </Loaded>
      )}
    </WithInfo>
  )
}

function useNodesAndLines() {
  const nodes = useNodes()
  const lines = useLines()
  const failed = [nodes, lines].filter(({ error }) => error !== null)
  return {
    data: nodes.nodes && lines.lines ? { nodes: nodes.nodes, lines: lines.lines } : undefined,
    error: failed[0]?.error,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

function Bones() {
  return (
    <>
      <Skeleton className={css.stateBone!} radius="xl" />
      <div className={css.tiles}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((bone) => (
          <Skeleton key={bone} className={css.bone!} radius="lg" />
        ))}
      </div>
    </>
  )
}
